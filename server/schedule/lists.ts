import { sql, type SQL } from 'drizzle-orm';
import type { ScheduleRow } from '#contract/calls/schedule.ts';
import { type Frequency, intervalOf } from '#contract/rules/schedule.ts';
import type { Handlers } from '../context.ts';
import type { HospitalScope } from '../db/scope.ts';
import { unknownRecord } from '../problem.ts';
import { pageAnswer, pageCut, pageWindow, searched } from '../records/page.ts';
import { scheduleRecord } from './record.ts';

/** Number of devices that a plan of a contract names. */
const mostNamed = 2;

type ListedRow = ScheduleRow & { frequency: Frequency | null };

/** Serves schedules: a page that includes the plans of warranties and installations, and single schedules. */
export const scheduleListHandlers = {
  schedulePage: async ({ query, hospital }) => {
    const window = pageWindow(query);
    const { kind, source, longer } = query;
    const where = sql`true ${searched(query.search, (has) => has(sql`ward_search(name || ' ' || title || ' ' || coalesce(serial, ''))`))}
      ${kind === undefined ? sql`` : sql`and kind = ${kind}`} ${source === undefined ? sql`` : sql`and source = ${source}`}
      ${longer === 'true' ? sql`and longer_reason is not null` : sql``}`;
    const listed = sql`(${planned(hospital)}) x where ${where}`;
    const [count] = await hospital.rows<{ count: string }>(sql`select count(*) as count from ${listed}`);
    const rows = await hospital.rows<ListedRow>(sql`
      select x.source, x.id, x.kind, x.title, x.frequency, x.every, x.unit, x.basis, x.target, x.name as "targetName",
        x.serial as "serialNumber", x.ends_on as "endsOn", x.vendor_name as "vendorName", x.maker_every as "makerEvery",
        x.maker_unit as "makerUnit", x.longer_reason as "longerReason", x.longer_approver as "longerApprover",
        x.review_on as "reviewOn", (
          select min(t.task_date) from task t
          where t.hospital_id = ${hospital.id} and t.source_kind = x.source_kind and t.source_id = x.id and t.type = x.kind
            and t.closed_at is null and t.cancelled_at is null and t.removed_at is null
        ) as "nextDueOn", case x.target when 'device' then 1 when 'model' then (
          select count(*)::int from installation d
          where d.hospital_id = ${hospital.id} and d.model_id = x.target_id and d.retired_at is null
        ) when 'type' then (
          select count(*)::int from installation d
          where d.hospital_id = ${hospital.id} and d.equipment_id = x.target_id and d.retired_at is null
        ) else (
          select count(*)::int from warranty_serial c
          join installation d on d.hospital_id = c.hospital_id and d.id = c.device_id and d.retired_at is null
          where c.hospital_id = ${hospital.id} and c.warranty_id = x.id
        ) end as devices, case x.source when 'warranty' then array(
          select e.name || ' ' || d.serial_number from warranty_serial c
          join installation d on d.hospital_id = c.hospital_id and d.id = c.device_id and d.retired_at is null
          join equipment e on e.hospital_id = d.hospital_id and e.id = d.equipment_id
          where c.hospital_id = ${hospital.id} and c.warranty_id = x.id
          order by d.serial_order, d.id limit ${mostNamed}
        ) else array[]::text[] end as "firstDevices"
      from (
        select * from ${listed} order by name_order, serial_order, kind, id
        ${pageCut(window)}
      ) x order by x.name_order, x.serial_order, x.kind, x.id`);
    return pageAnswer(rows.map(rowOf), Number(count?.count ?? 0), window);
  },

  schedule: ({ params, hospital }) => scheduleRecord(hospital, params.id),

  scheduleLastDone: async ({ query, hospital }) => {
    const { deviceId, kind } = query;
    const told = { PM: sql`i.last_pm_on`, Cal: sql`i.last_calibration_on`, Safety: null, Inspection: null }[kind];
    const [row] = await hospital.rows<{ on: string | null }>(sql`
      select greatest(${told ?? sql`null::date`}, (
        select max(t.closed_on) from task t
        where t.hospital_id = i.hospital_id and t.device_id = i.id and t.type = ${kind}
      )) as "on"
      from installation i where i.hospital_id = ${hospital.id} and i.id = ${deviceId}`);
    if (!row) throw unknownRecord('device');
    return { deviceId, kind, on: row.on };
  },
} satisfies Handlers<'schedulePage' | 'schedule' | 'scheduleLastDone'>;

/** Selects all plans: schedules, the PM of warranties, the calibrations of installations. */
function planned({ id }: HospitalScope): SQL {
  return sql`
    select 'own' as source, 'schedule' as source_kind, s.id, s.kind, s.title, null as frequency, s.every, s.unit, s.basis,
      case when s.device_id is not null then 'device' when s.model_id is not null then 'model' else 'type' end as target,
      coalesce(s.device_id, s.model_id, s.equipment_id) as target_id,
      coalesce(ie.name, m.name || ', ' || k.name, e.name) as name,
      coalesce(ie.name_order, m.name_order || ', ' || k.name_order, e.name_order) as name_order,
      i.serial_number as serial, i.serial_order, s.ends_on,
      v.name as vendor_name, s.maker_every, s.maker_unit, s.longer_reason, s.longer_approver, s.review_on
    from schedule s
    left join installation i on i.hospital_id = s.hospital_id and i.id = s.device_id
    left join equipment ie on ie.hospital_id = i.hospital_id and ie.id = i.equipment_id
    left join equipment_model m on m.hospital_id = s.hospital_id and m.id = s.model_id
    left join equipment_make k on k.hospital_id = m.hospital_id and k.id = m.make_id
    left join equipment e on e.hospital_id = s.hospital_id and e.id = s.equipment_id
    left join vendor v on v.hospital_id = s.hospital_id and v.id = s.vendor_id
    where s.hospital_id = ${id} and s.retired_at is null and i.retired_at is null
    union all
    select 'warranty', 'warranty', w.id, 'PM', '', w.pm_frequency, null, null, 'fixed', null, null, w.number, w.number_order, null, null, w.end_on,
      null, null, null, null, null, null
    from warranty w
    where w.hospital_id = ${id} and w.retired_at is null and w.pm_frequency is not null and w.pm_count > 0
    union all
    select 'installation', 'installation', i.id, 'Cal', '', i.calibration_frequency, null, null, 'fixed', 'device', i.id, e.name, e.name_order,
      i.serial_number, i.serial_order, null, null, null, null, null, null, null
    from installation i join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
    where i.hospital_id = ${id} and i.retired_at is null and i.calibration_required and i.calibration_frequency is not null
      and i.calibration_count > 0`;
}

/** Converts a frequency, which the documents use, to an interval. */
function rowOf({ frequency, ...row }: ListedRow): ScheduleRow {
  return frequency === null ? row : { ...row, ...intervalOf(frequency) };
}
