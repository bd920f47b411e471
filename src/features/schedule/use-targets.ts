import { counted } from '#contract/rules/counted.ts';
import type { ScheduleTarget } from '#contract/rules/schedule-kinds.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { inNaturalOrder } from '#contract/rules/natural-order.ts';
import { useView } from '#ui/engine/engine-provider.tsx';

/** A possible target of a schedule. */
export interface TargetItem {
  id: string;
  label: string;
  detail: string;
  /** Number of its devices in use. */
  devices: number;
}

function groups(
  devices: readonly DeviceRecord[],
  idOf: (device: DeviceRecord) => string,
  nameOf: (device: DeviceRecord) => string,
) {
  const found = new Map<string, { label: string; devices: number }>();
  for (const device of devices) {
    const known = found.get(idOf(device));
    if (known) known.devices += 1;
    else found.set(idOf(device), { label: nameOf(device), devices: 1 });
  }
  return [...found]
    .map(([id, group]) => ({ id, ...group, detail: counted(group.devices, 'device') }))
    .toSorted((a, b) => inNaturalOrder(a.label, b.label));
}

/** Returns the possible targets of this kind, from the devices on this tablet. */
export function useTargets(target: ScheduleTarget): readonly TargetItem[] {
  return useView(
    (view) => {
      const devices = view.all('device');
      if (target === 'model')
        return groups(
          devices,
          ({ modelId }) => modelId,
          ({ modelName, makeName }) => `${modelName}, ${makeName}`,
        );
      if (target === 'type')
        return groups(
          devices,
          ({ equipmentId }) => equipmentId,
          ({ equipmentName }) => equipmentName,
        );
      return devices
        .map(({ id, serialNumber, equipmentName, departmentName }) => ({
          id,
          label: serialNumber,
          detail: [equipmentName, departmentName].filter(Boolean).join(', '),
          devices: 1,
        }))
        .toSorted((a, b) => inNaturalOrder(a.label, b.label));
    },
    [target],
  );
}
