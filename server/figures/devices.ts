import { sql, type SQL } from 'drizzle-orm';
import { buildDeviceRow, type DeviceRowFacts } from '#contract/pages/figure-rows.ts';
import type { FigureSet } from '#contract/rules/figures/figure.ts';
import type { InDateFacts } from '#contract/rules/figures/in-date.ts';
import { plannedTypes } from '#contract/records/values.ts';
import { aggregate, type Ask, dimOf, inServiceOn, momentsOf, ofValue } from './ask.ts';
import type { FigurePart } from './kept-parts.ts';
import { allDays } from '../kept-counts/figure-marks.ts';
import { names, type RowSource } from './rows.ts';

/** Selects the devices in service on the day that is evaluated, with the state of their work. */
function devices(ask: Ask): SQL {
  const { on, zone } = momentsOf(ask);
  const id = sql`${ask.scope.id}`;
  const due = sql`coalesce(t.due_on, t.task_date)`;
  const planned = sql`(${sql.join(
    plannedTypes.map((type) => sql`${type}`),
    sql`, `,
  )})`;
  // A schedule with a limited number of jobs is found through those jobs.
  const scheduled = (target: SQL): SQL => sql`select ${target} from schedule s
    where s.hospital_id = ${id} and s.retired_at is null and s.max_count is null and ${target} is not null
      and (s.ends_on is null or s.ends_on >= ${on})`;
  const isOpen = sql`(t.closed_on is null or t.closed_on > ${on})`;
  return sql`
    select i.id as device_id, ${dimOf(ask)} as dim, (coalesce(w.is_scheduled, false)
        or i.id in (${scheduled(sql`s.device_id`)}) or i.model_id in (${scheduled(sql`s.model_id`)})
        or i.equipment_id in (${scheduled(sql`s.equipment_id`)})) as is_scheduled,
      coalesce(w.overdue, 0) as overdue, l.device_id is not null as is_lost
    from installation i
    left join (
      select t.device_id, bool_or(t.type in ${planned}) as is_scheduled,
        count(*) filter (where ${due} < ${on} and ${isOpen})::int as overdue
      from task t
      where t.hospital_id = ${id} and t.removed_at is null and t.cancelled_at is null and (${isOpen} or ${due} >= ${on})
      group by t.device_id
    ) w on w.device_id = i.id
    left join (
      select distinct t.device_id from task t
      where t.hospital_id = ${id} and t.attempt_reason = 'not-located'
        and (t.attempted_at at time zone ${zone})::date <= ${on}
        and not exists (
          select 1 from task o
          where o.hospital_id = t.hospital_id and o.device_id = t.device_id
            and (o.closed_at >= t.attempted_at or o.attempted_at > t.attempted_at))
    ) l on l.device_id = i.id
    where i.hospital_id = ${id} and ${inServiceOn(ask, on)} ${ofValue(ask)}`;
}

const isOverdue = sql`x.is_scheduled and x.overdue > 0`;

/** Counts the devices by the state of their work. A task of any day decides whether a device had a schedule. */
export const inDatePart: FigurePart<InDateFacts> = {
  name: 'inDate',
  settings: [],
  reachOf: ({ span }) => [
    { source: 'register', ...span },
    { source: 'plan', ...span },
    { source: 'task', ...allDays },
  ],
  count: (ask, compare) =>
    aggregate(
      ask,
      devices(ask),
      sql`count(*)::int as "inService", count(*) filter (where x.is_scheduled)::int as scheduled,
        count(*) filter (where ${isOverdue})::int as overdue, count(*) filter (where x.is_lost)::int as "notLocated"`,
      compare,
    ),
};

const conditions = {
  'device.in-service': sql`true`,
  'device.scheduled': sql`x.is_scheduled`,
  'device.in-date': sql`x.is_scheduled and x.overdue = 0`,
  'device.overdue': isOverdue,
  'device.not-located': sql`x.is_lost`,
  'device.without-schedule': sql`not x.is_scheduled`,
} as const satisfies Partial<Record<FigureSet, SQL>>;

/** Lists the devices behind a number. */
export function deviceRows(ask: Ask, set: keyof typeof conditions): RowSource {
  return {
    relation: devices(ask),
    where: conditions[set],
    order: sql`x.overdue desc, x.device_id collate "C"`,
    columns: sql`x.device_id as id, ${names}, null as amount,
        case when x.is_lost then 'Not located. ' else '' end ||
        case when x.overdue > 0 then x.overdue || case when x.overdue = 1 then ' overdue task' else ' overdue tasks' end
          when x.is_scheduled then 'In date' else 'Without schedule' end as words`,
    present: (device: DeviceRowFacts) => buildDeviceRow(device, 'count'),
  };
}
