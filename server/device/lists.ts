import { sql, type SQL } from 'drizzle-orm';
import type { DeviceEntryRow } from '#contract/calls/device/device.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { formatDashDay } from '#contract/rules/dates-format.ts';
import { type DeviceFilter, deviceStatuses, isStatusListed, statusOf } from '#contract/rules/device-status.ts';
import { downtimesOf, uptimePercentage } from '#contract/rules/uptime.ts';
import type { Handlers } from '../context.ts';
import { ReadyJson } from '../ready-json.ts';
import { filtered } from '../records/list-filters.ts';
import { containing, countedWords, pageAnswer, pageCut, pageWindow } from '../records/page.ts';
import { readTogether } from '../db/read-together.ts';
import type { HospitalScope } from '../db/scope.ts';
import { readDeviceTiles } from './read-tiles.ts';
import { presentDevices } from '../sync/present-device.ts';

/** Number of devices in one piece of an answer: about 100 kB. */
const serialsInPiece = 1_000;

/** The list of installed devices: its page, its tiles, its serials. */
export const deviceListHandlers = {
  deviceList: async ({ query, hospital, actor, now, services }) => {
    const window = pageWindow(query);
    const narrowed = filtered(query, { department: sql`d.name`, type: sql`e.name` }, actor.id);
    const types = query.type ? sql`join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id` : sql``;
    const departments = query.department
      ? sql`left join department d on d.hospital_id = i.hospital_id and d.id = i.department_id`
      : sql``;
    const from = sql`from installation i ${types} ${departments}
      where i.hospital_id = ${hospital.id} and i.retired_at is null ${narrowed} ${ofStatus(query.status)}
        ${await matching(hospital, query.search)}`;
    const count = await services.counts.count(hospital, from);
    const ids = await hospital.rows<{ id: string }>(sql`
      select i.id ${from} order by i.serial_order, i.id ${pageCut(window)}`);
    const order = ids.map(({ id }) => id);
    const devices = await presentDevices(hospital, order, now);
    const byId = new Map(devices.map((device) => [device.id, device]));
    const items = order.flatMap((id) => byId.get(id) ?? []).map((device) => presentRow(device, hospital, now));
    return pageAnswer(items, count, window);
  },

  deviceTiles: ({ hospital, services }) =>
    services.kept.deviceTiles.read(hospital, { key: '' }, () => readDeviceTiles(hospital)),

  // The database writes the JSON: parsing and serializing 100,000 rows would block the event loop.
  deviceSerials: async ({ hospital }) => {
    const rows = await hospital.rows<{ text: string }>(sql`
      select string_agg(device.text, ',' order by device.place) as text, device.place / ${serialsInPiece} as piece from (
        select row_to_json((select facts from (select i.id, e.name, i.serial_number as "serialNumber") facts))::text as text,
          row_number() over (order by i.serial_order, i.id) - 1 as place
        from installation i join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
        where i.hospital_id = ${hospital.id} and i.retired_at is null
      ) device
      group by piece order by piece`);
    return new ReadyJson('[', ...rows.map(({ text }, at) => (at === 0 ? text : `,${text}`)), ']');
  },
} satisfies Handlers<'deviceList' | 'deviceTiles' | 'deviceSerials'>;

/** Returns the SQL form of `isStatusListed`, for a list that is paged in the database. */
function ofStatus(filter: DeviceFilter | undefined): SQL {
  if (filter === undefined) return sql``;
  const shown = deviceStatuses.filter((status) => isStatusListed(status, filter));
  const status = sql`case
    when exists (
      select 1 from ticket t where t.hospital_id = i.hospital_id and t.device_id = i.id and t.status <> 'Closed'
    ) then 'Under Maintenance' else coalesce(i.latest_status, 'Operational') end`;
  return sql`and ${status} in ${shown}`;
}

/** Records whose names a search finds, with the device column that refers to them. */
const namedParts = ['equipment', 'make', 'model', 'department'] as const;
const tables = { equipment: 'equipment', make: 'equipment_make', model: 'equipment_model', department: 'department' };
/** A department is found only by its name: its search column also contains its location. */
const named = { equipment: sql`search`, make: sql`search`, model: sql`search`, department: sql`ward_search(name)` };

/**
 * Returns the condition that every word occurs in serial, location, equipment, make, model or department. The names are
 * looked up first: if no name contains the word, the planner knows that the serial index is enough.
 */
async function matching(scope: HospitalScope, search: string): Promise<SQL> {
  const reading = readTogether(scope);
  const conditions = await Promise.all(
    countedWords(search).map(async (word) => {
      const pattern = containing(word);
      const found = await Promise.all(
        namedParts.map((part) =>
          reading.rows<{ id: string }>(sql`
            select id from ${sql.identifier(tables[part])}
            where hospital_id = ${scope.id} and ${named[part]} like ${pattern} order by id`),
        ),
      );
      const ofNames = namedParts.flatMap((part, at) => {
        const ids = (found[at] ?? []).map(({ id }) => id);
        return ids.length === 0 ? [] : sql` or i.${sql.identifier(`${part}_id`)} = any(${sql.param(ids)}::text[])`;
      });
      return sql`and (i.search like ${pattern}${sql.join(ofNames, sql``)})`;
    }),
  );
  return sql.join(conditions, sql` `);
}

function presentRow(device: DeviceRecord, scope: HospitalScope, now: Date): DeviceEntryRow {
  const { lastMaintenanceOn, nextMaintenanceOn, installationDate: installedOn } = device;
  return {
    id: device.id,
    equipmentName: device.equipmentName,
    serialNumber: device.serialNumber,
    makeName: device.makeName,
    modelName: device.modelName,
    status: statusOf(device),
    departmentName: device.departmentName ?? '',
    location: device.location ?? '',
    lastmaintenance: lastMaintenanceOn === null ? null : formatDashDay(lastMaintenanceOn),
    nextmaintenance: nextMaintenanceOn === null ? null : formatDashDay(nextMaintenanceOn),
    uptime: uptimePercentage({ downtimes: downtimesOf(device), installedOn, now, timeZone: scope.facts.timeZone }),
  };
}
