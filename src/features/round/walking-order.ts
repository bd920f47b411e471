import type { DeviceRecord } from '#contract/replica.ts';

type Placed = Pick<DeviceRecord, 'departmentName' | 'location' | 'equipmentName' | 'serialNumber'>;

/** The devices at one place of a department. */
export interface LocationGroup<Device> {
  location: string;
  devices: readonly Device[];
}

/** A stop of the walk: one department with its places. */
export interface DepartmentGroup<Device> {
  department: string;
  locations: readonly LocationGroup<Device>[];
  deviceIds: readonly string[];
}

/** Room 9 comes before Room 10. */
const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compareNamed(a: string | null, b: string | null): number {
  if (!a || !b) return Number(!a) - Number(!b);
  return natural.compare(a, b);
}

/** Orders devices for the walk: by department, place and serial; those without a place come last. */
export function walkingOrder<Device extends Placed & { id: string }>(
  devices: readonly Device[],
): DepartmentGroup<Device>[] {
  const ordered = [...devices].sort(
    (a, b) =>
      compareNamed(a.departmentName, b.departmentName) ||
      compareNamed(a.location, b.location) ||
      natural.compare(a.serialNumber, b.serialNumber),
  );
  return runsOf(ordered, (device) => device.departmentName || 'No department').map(([department, inside]) => ({
    department,
    deviceIds: inside.map(({ id }) => id),
    locations: runsOf(inside, (device) => device.location || 'No location').map(([location, here]) => ({
      location,
      devices: here,
    })),
  }));
}

function runsOf<Item>(items: readonly Item[], nameOf: (item: Item) => string): [string, Item[]][] {
  const runs = new Map<string, Item[]>();
  for (const item of items) {
    const name = nameOf(item);
    const run = runs.get(name);
    if (run) run.push(item);
    else runs.set(name, [item]);
  }
  return [...runs];
}
