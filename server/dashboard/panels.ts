import { sql } from 'drizzle-orm';
import type { AnswerOf } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { addDays, hospitalDay } from '#contract/rules/hospital-day.ts';
import { averageUptime, uptimePercentage } from '#contract/rules/uptime.ts';
import { isoInstant } from '../db/database.ts';
import type { HospitalScope } from '../db/scope.ts';
import { readDowntimes } from './downtimes.ts';

type Data = AnswerOf<Calls['dashboardData']>;

const upcomingDays = 30;
/** Rows of a panel; the screens behind it have them all. */
const panelRows = 50;

/** The cards: devices, mean uptime, and what parts of tickets have cost. */
export async function readSummary(scope: HospitalScope, now: Date): Promise<Data['summary']> {
  const [row] = await scope.rows<{ devices: string; cost: string }>(sql`
    select
      (select count(*) from installation where hospital_id = ${scope.id} and retired_at is null) as devices,
      (select coalesce(sum(part_cost), 0) from ticket where hospital_id = ${scope.id}) as cost`);
  const totalEquipment = Number(row?.devices ?? 0);
  const { timeZone } = scope.facts;
  const uptimes = [...(await readDowntimes(scope, now)).values()].map(({ installedOn, downtimes }) =>
    uptimePercentage({ downtimes, installedOn, now, timeZone }),
  );
  const neverDown = Array.from({ length: Math.max(0, totalEquipment - uptimes.length) }, () => 100);
  return {
    totalEquipment,
    averageUptimePercentage: averageUptime([...uptimes, ...neverDown]),
    totalMaintenanceCost: Number(row?.cost ?? 0),
  };
}

/** The templates without a round today. Source: document 3, rule 3.7. */
export async function readRoundStatus(scope: HospitalScope, now: Date): Promise<Data['roundStatus']> {
  const today = hospitalDay(now, scope.facts.timeZone);
  const pending = await scope.rows<{ templateId: string; templateName: string }>(sql`
    select t.id as "templateId", t.name as "templateName" from round_template t
    where t.hospital_id = ${scope.id} and t.retired_at is null and not exists (
      select 1 from round r
      where r.hospital_id = t.hospital_id and r.template_id = t.id and r.on_day = ${today}::date
    )
    order by lower(t.name), t.id`);
  return { isRoundPending: pending.length > 0, pending };
}

/** Escalated tasks first, then the longest overdue, up to 30 days ahead. Source: document 3, rules 3.3 and 3.6. */
export function readUpcomingTasks(scope: HospitalScope, now: Date): Promise<Data['upcomingTasks']> {
  const lastDay = addDays(hospitalDay(now, scope.facts.timeZone), upcomingDays);
  return scope.rows<Data['upcomingTasks'][number]>(sql`
    select t.id, e.name, i.serial_number as "serialNumber", t.task_date as "taskDate", t.type
    from task t
    join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id and i.retired_at is null
    join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
    where t.hospital_id = ${scope.id} and t.closed_at is null and t.removed_at is null
      and t.task_date <= ${lastDay}::date
    order by t.escalated_at is null, t.task_date, t.id limit ${panelRows}`);
}

/** Open and pending calls, escalated ones first, then the newest. Source: document 3, rule 3.6. */
export async function readOpenTickets(scope: HospitalScope): Promise<Data['openTickets']> {
  const rows = await scope.rows<Data['openTickets'][number]>(sql`
    select t.id, i.serial_number as "serialNumber", t.number as "ticketNumber", t.reported_at as "reportedDate",
      t.problem_reported as "problemReported", t.escalated_at is not null as escalated
    from ticket t join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id
    where t.hospital_id = ${scope.id} and t.status <> 'Closed'
    order by t.escalated_at is null, t.reported_at desc, t.id limit ${panelRows}`);
  return rows.map((row) => ({ ...row, reportedDate: isoInstant(row.reportedDate) }));
}
