import { sql, type SQL } from 'drizzle-orm';
import type { DeviceEntryRow } from '#contract/calls/device.ts';
import type { DeviceRecord } from '#contract/replica.ts';
import { formatDashDay } from '#contract/rules/dates-format.ts';
import { type DeviceFilter, deviceStatuses, isStatusListed, statusOf } from '#contract/rules/device-status.ts';
import { downtimesOf, uptimePercentage } from '#contract/rules/uptime.ts';
import type { Handlers } from '../context.ts';
import { ReadyJson } from '../ready-json.ts';
import { filtered } from '../records/list-filters.ts';
import { containing, pageAnswer, pageWindow } from '../records/page.ts';
import type { HospitalScope } from '../db/scope.ts';
import { presentDevices } from '../sync/present-device.ts';

/** Words of a search that count; the rest is ignored. */
const maxSearchWords = 6;

/** The installation base: its page, its tiles, its serials. */
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
        ${matching(hospital, query.search)}`;
    const count = await services.counts.count(hospital, from);
    const ids = await hospital.rows<{ id: string }>(sql`
      select i.id ${from} order by lower(i.serial_number), i.id limit ${window.pageSize} offset ${window.offset}`);
    const order = ids.map(({ id }) => id);
    const devices = await presentDevices(hospital, order, now);
    const byId = new Map(devices.map((device) => [device.id, device]));
    const items = order.flatMap((id) => byId.get(id) ?? []).map((device) => presentRow(device, hospital, now));
    return pageAnswer(items, count, window);
  },

  deviceTiles: async ({ hospital }) => {
    const [row] = await hospital.rows<{ total: string; down: string }>(sql`
      select count(*) as total, count(*) filter (where i.latest_status = 'Not Working' or open.device_id is not null) as down
      from installation i
      left join (
        select distinct device_id from ticket where hospital_id = ${hospital.id} and status <> 'Closed'
      ) open on open.device_id = i.id
      where i.hospital_id = ${hospital.id} and i.retired_at is null`);
    const totalEquipment = Number(row?.total ?? 0);
    const underMaintenance = Number(row?.down ?? 0);
    return { totalEquipment, operational: totalEquipment - underMaintenance, underMaintenance };
  },

  // The database writes the answer: parsing and stringifying 100,000 rows would hold the event loop.
  deviceSerials: async ({ hospital }) => {
    const [row] = await hospital.rows<{ text: string | null }>(sql`
      select string_agg(row_to_json(device)::text, ',' order by lower(device."serialNumber"), device.id) as text from (
        select i.id, e.name, i.serial_number as "serialNumber"
        from installation i join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
        where i.hospital_id = ${hospital.id} and i.retired_at is null
      ) device`);
    return new ReadyJson(`[${row?.text ?? ''}]`);
  },
} satisfies Handlers<'deviceList' | 'deviceTiles' | 'deviceSerials'>;

/** The rule of `isStatusListed`, for a list that is paged in the database. */
function ofStatus(filter: DeviceFilter | undefined): SQL {
  if (filter === undefined) return sql``;
  const shown = deviceStatuses.filter((status) => isStatusListed(status, filter));
  const status = sql`case
    when exists (
      select 1 from ticket t where t.hospital_id = i.hospital_id and t.device_id = i.id and t.status <> 'Closed'
    ) then 'Under Maintenance' else coalesce(i.latest_status, 'Operational') end`;
  return sql`and ${status} in ${shown}`;
}

/** Every word has to stand somewhere: serial, location, equipment, make, model or department. */
function matching(scope: HospitalScope, search: string): SQL {
  const words = search.trim().split(/\s+/).filter(Boolean).slice(0, maxSearchWords);
  const conditions = words.map((word) => {
    const pattern = containing(word);
    const named = (table: SQL) =>
      sql`any(array(select id from ${table} where hospital_id = ${scope.id} and lower(name) like ${pattern}))`;
    return sql`and (i.search like ${pattern}
      or i.equipment_id = ${named(sql`equipment`)} or i.make_id = ${named(sql`equipment_make`)}
      or i.model_id = ${named(sql`equipment_model`)} or i.department_id = ${named(sql`department`)})`;
  });
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
