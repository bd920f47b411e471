import type { DeviceRecord } from '#contract/records/ward.ts';
import { byPlace, type Placed } from '#contract/rules/walking-order.ts';

/** The devices at one place in a department. */
export interface LocationGroup<Device> {
  location: string;
  devices: readonly Device[];
}

/** A stop of the round: a department with its places. */
export interface DepartmentGroup<Device> {
  department: string;
  locations: readonly LocationGroup<Device>[];
  deviceIds: readonly string[];
}

/**
 * Groups the devices in walking order: sorted by department, place and serial, or in the given order if somebody has
 * set one. A place that recurs in such an order becomes another stop.
 */
export function walkingOrder<Device extends Placed & Pick<DeviceRecord, 'id'>>(
  devices: readonly Device[],
  isOrdered = false,
): DepartmentGroup<Device>[] {
  const ordered = isOrdered ? devices : devices.toSorted(byPlace);
  return runsOf(ordered, (device) => device.departmentName || 'No department').map(([department, inside]) => ({
    department,
    deviceIds: inside.map(({ id }) => id),
    locations: runsOf(inside, (device) => device.location || 'No location').map(([location, here]) => ({
      location,
      devices: here,
    })),
  }));
}

/** Groups adjacent items with the same name. */
function runsOf<Item>(items: readonly Item[], nameOf: (item: Item) => string): [string, Item[]][] {
  const runs: [string, Item[]][] = [];
  for (const item of items) {
    const name = nameOf(item);
    const last = runs.at(-1);
    if (last?.[0] === name) last[1].push(item);
    else runs.push([name, [item]]);
  }
  return runs;
}
