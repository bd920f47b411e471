import type { DeviceRecord } from '../records/ward.ts';

/** Devices that a template, and a round of it, can have. */
export const maxTemplateDevices = 2000;

/** What decides where a walk passes a device. */
export type Placed = Pick<DeviceRecord, 'departmentName' | 'location' | 'serialNumber'>;

/** Room 9 comes before Room 10. */
const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compareNamed(a: string | null, b: string | null): number {
  if (!a || !b) return Number(!a) - Number(!b);
  return natural.compare(a, b);
}

/** Orders devices by department, place and serial; those without a place come last. */
export function byPlace(a: Placed, b: Placed): number {
  return (
    compareNamed(a.departmentName, b.departmentName) ||
    compareNamed(a.location, b.location) ||
    natural.compare(a.serialNumber, b.serialNumber)
  );
}
