import type { DeviceRecord } from '../records/ward.ts';
import { inNaturalOrder } from './natural-order.ts';

/** Devices that a template, and a round of it, can have. */
export const maxTemplateDevices = 2000;

/** The facts that decide a device's place in the walking order. */
export type Placed = Pick<DeviceRecord, 'departmentName' | 'location' | 'serialNumber'>;

function compareNamed(a: string | null, b: string | null): number {
  if (!a || !b) return Number(!a) - Number(!b);
  return inNaturalOrder(a, b);
}

/** Orders devices by department, place and serial; those without a place come last. */
export function byPlace(a: Placed, b: Placed): number {
  return (
    compareNamed(a.departmentName, b.departmentName) ||
    compareNamed(a.location, b.location) ||
    inNaturalOrder(a.serialNumber, b.serialNumber)
  );
}
