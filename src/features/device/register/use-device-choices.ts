import { useState } from 'react';
import type { DeviceChoices } from '#contract/calls/device/device.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';

const nothing: DeviceChoices = { departments: [], vendors: [], equipmentModels: [], contactPersons: [] };

function joined<R extends { id: string }>(known: readonly R[], added: readonly R[] = []): R[] {
  return [...known, ...added.filter(({ id }) => known.every((each) => each.id !== id))];
}

/** Returns the choices for the installation form, including entries created from it. */
export function useDeviceChoices() {
  const call = useOnlineCall('deviceDropdown');
  const [added, setAdded] = useState<Partial<DeviceChoices>>({});
  const { departments, vendors, equipmentModels, contactPersons } = call.data ?? nothing;
  return {
    departments: joined(departments, added.departments),
    vendors: joined(vendors, added.vendors),
    equipmentModels: joined(equipmentModels, added.equipmentModels),
    contactPersons: joined(contactPersons, added.contactPersons),
    loading: call.loading,
    error: call.error,
    reload: call.reload,
    add(more: Partial<DeviceChoices>) {
      setAdded((before) => ({
        departments: joined(before.departments ?? [], more.departments),
        vendors: joined(before.vendors ?? [], more.vendors),
        equipmentModels: joined(before.equipmentModels ?? [], more.equipmentModels),
        contactPersons: joined(before.contactPersons ?? [], more.contactPersons),
      }));
      call.reload();
    },
  };
}

export type Choices = ReturnType<typeof useDeviceChoices>;
