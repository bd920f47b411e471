import type { DeviceRecord } from '../../records/ward.ts';
import { byPlace } from '../../rules/walking-order.ts';

/** The name that groups devices without a department. */
export const noDepartment = 'No department';

/** Devices by the name of their department, in walking order; those without one come last. */
export function byDepartment<D extends Pick<DeviceRecord, 'departmentName' | 'location' | 'serialNumber'>>(
  devices: readonly D[],
): Map<string, D[]> {
  const groups = new Map<string, D[]>();
  for (const device of devices.toSorted(byPlace)) {
    const name = device.departmentName ?? noDepartment;
    const known = groups.get(name);
    if (known) known.push(device);
    else groups.set(name, [device]);
  }
  return groups;
}
