import type { DeviceRecord } from '#contract/records/ward.ts';
import { deviceFilters, type DeviceStatus, isStatusListed, statusOf, tiles } from '#contract/rules/device-status.ts';
import { passesFilters } from '#contract/rules/list-filter.ts';
import { downtimesOf, uptimePercentage } from '#contract/rules/uptime.ts';
import { orderKey } from '#contract/rules/natural-order.ts';
import type { WardView } from '#ui/engine/engine.ts';
import type { SortOrder } from '#ui/ui/table-sort.tsx';

/** An installed device as the list shows it. */
export interface DeviceRow {
  id: string;
  /** Position in the whole list, counted from 1. */
  number: number;
  equipmentName: string;
  serialNumber: string;
  makeName: string;
  modelName: string;
  status: DeviceStatus;
  departmentName: string;
  location: string;
  /** yyyy-MM-dd, or empty. */
  lastMaintenance: string;
  nextMaintenance: string;
  /** Units: percent. */
  uptime: number;
  /** A change to the device is waiting on this tablet to be sent. */
  waiting: boolean;
}

type ListView = Pick<WardView, 'all' | 'searchDevices' | 'count'>;
type RowView = Pick<WardView, 'get' | 'isPending'>;

interface DeviceQuery {
  search: string;
  sort?: SortOrder | undefined;
  /** A status, `in-use` or `out-of-use`; any other value matches all devices. */
  status?: string;
  /** Name of a department; empty matches all. */
  department?: string;
  /** Name of the equipment; empty matches all. */
  type?: string;
  /** Serial numbers of the devices that a suggestion is about; undefined matches all. */
  suggested?: ReadonlySet<string> | undefined;
}

const sortTexts: Readonly<Record<string, (device: DeviceRecord) => string>> = {
  serial: (device) => device.serialNumber,
  equipment: (device) => device.equipmentName,
  make: (device) => device.makeName,
  model: (device) => device.modelName,
  status: statusOf,
  department: (device) => device.departmentName ?? '',
  location: (device) => device.location ?? '',
  last: (device) => device.lastMaintenanceOn ?? '',
  next: (device) => device.nextMaintenanceOn ?? '',
};

const bySerial = new WeakMap<readonly DeviceRecord[], readonly DeviceRecord[]>();

/** Returns all devices ordered by serial number; sorts again only when a device changes. */
export function devicesBySerial(view: Pick<WardView, 'all'>): readonly DeviceRecord[] {
  const all = view.all('device');
  const known = bySerial.get(all);
  if (known) return known;
  const ordered = orderedBy(all, (device) => device.serialNumber);
  bySerial.set(all, ordered);
  return ordered;
}

/**
 * Returns the devices that match the list's search and filters, in the chosen order; a search without an order puts its
 * best matches first.
 */
export function findDevices(
  view: ListView,
  { search, sort, status = '', department = '', type = '', suggested }: DeviceQuery,
): readonly DeviceRecord[] {
  const searched = search.trim() === '' ? devicesBySerial(view) : view.searchDevices(search, view.count('device'));
  const asked = deviceFilters.find((filter) => filter === status);
  const found =
    asked || department !== '' || type !== '' || suggested
      ? searched.filter(
          (device) =>
            (!asked || isStatusListed(statusOf(device), asked)) &&
            (!suggested || suggested.has(device.serialNumber)) &&
            passesFilters(
              { department: device.departmentName ?? '', type: device.equipmentName },
              { department, type },
              '',
            ),
        )
      : searched;
  const textOf = sort && sortTexts[sort.key];
  if (!textOf) return found;
  const ordered = orderedBy(found, textOf);
  return sort.direction === 'desc' ? ordered.reverse() : ordered;
}

/** Sorts by a text that is computed once per device rather than in each comparison. */
function orderedBy(devices: readonly DeviceRecord[], textOf: (device: DeviceRecord) => string): DeviceRecord[] {
  return devices
    .map((device) => ({ device, text: orderKey(textOf(device)) }))
    .sort((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)))
    .map(({ device }) => device);
}

/** Counts all devices of the hospital for the tiles. */
export function deviceTiles(view: Pick<WardView, 'all'>): ReturnType<typeof tiles> {
  return tiles(view.all('device').map(statusOf));
}

/** Builds the rows of one page; `first` is the position of its first device in the whole list, counted from 1. */
export function deviceRows(
  devices: readonly DeviceRecord[],
  { view, first, now, timeZone }: { view: RowView; first: number; now: Date; timeZone: string },
): DeviceRow[] {
  return devices.map((device, index) => {
    return {
      id: device.id,
      number: first + index,
      equipmentName: device.equipmentName,
      serialNumber: device.serialNumber,
      makeName: device.makeName,
      modelName: device.modelName,
      status: statusOf(device),
      departmentName: device.departmentName ?? '',
      location: device.location ?? '',
      lastMaintenance: device.lastMaintenanceOn ?? '',
      nextMaintenance: device.nextMaintenanceOn ?? '',
      uptime: uptimePercentage({
        downtimes: downtimesOf(device),
        installedOn: device.installationDate,
        now,
        timeZone,
      }),
      waiting: view.isPending('device', device.id),
    };
  });
}
