import { type SQL, sql } from 'drizzle-orm';
import {
  maxPanelRows,
  type OpenTicketFacts,
  type RoundStatusFacts,
  type SummaryFacts,
  type UpcomingTaskFacts,
} from '#contract/pages/dashboard.ts';
import { addDays, hospitalDay } from '#contract/rules/hospital-day.ts';
import { upcomingDays } from '#contract/rules/task-status.ts';
import { isoInstant, isoInstantOrNull } from '../db/database.ts';
import type { HospitalScope } from '../db/scope.ts';
import type { DeviceFigures } from '../figures/device-figures.ts';
import type { DownDevices } from './downtimes.ts';

/** Gathers what the cards are computed from; `down` are the devices that were down lately. */
export async function gatherSummary(
  scope: HospitalScope,
  down: DownDevices,
  { total }: DeviceFigures,
): Promise<SummaryFacts> {
  const [row] = await scope.rows<{ cost: string }>(
    sql`select coalesce(sum(part_cost), 0) as cost from ticket where hospital_id = ${scope.id}`,
  );
  return { totalEquipment: total, downDevices: [...down.values()], maintenanceCost: Number(row?.cost ?? 0) };
}

/** Gathers the templates without a round today: those with one are left out by the database. */
export async function gatherRoundStatus(scope: HospitalScope, now: Date): Promise<RoundStatusFacts> {
  const today = hospitalDay(now, scope.facts.timeZone);
  const templates = await scope.rows<{ id: string; name: string }>(sql`
    select t.id, t.name from round_template t
    where t.hospital_id = ${scope.id} and t.retired_at is null and not exists (
      select 1 from round r
      where r.hospital_id = t.hospital_id and r.template_id = t.id and r.on_day = ${today}::date)`);
  return { templates, doneToday: new Set() };
}

/**
 * The open tasks of a hospital (`t`) that are overdue or due soon. The `offset 0` looks each device up: the planner expects
 * more of them than there are, and would read all devices.
 */
function upcomingTasks(scope: HospitalScope, now: Date): SQL {
  const lastDay = addDays(hospitalDay(now, scope.facts.timeZone), upcomingDays);
  return sql`task t
    where t.hospital_id = ${scope.id} and t.closed_at is null and t.removed_at is null and t.task_date <= ${lastDay}::date
      and exists (
        select 1 from installation i
        where i.hospital_id = t.hospital_id and i.id = t.device_id and i.retired_at is null offset 0)`;
}

/** Counts the open tasks of which the panel shows the first. */
export async function countUpcomingTasks(scope: HospitalScope, now: Date): Promise<number> {
  const [row] = await scope.rows<{ count: string }>(sql`select count(*) as count from ${upcomingTasks(scope, now)}`);
  return Number(row?.count ?? 0);
}

const mostUrgentFirst = sql`order by t.escalated_at is null, t.task_date, t.id collate "C"`;

/** Gathers the open tasks that the panel shows first. Names are looked up for these only. */
export async function gatherUpcomingTasks(scope: HospitalScope, now: Date): Promise<UpcomingTaskFacts[]> {
  return scope.rows<UpcomingTaskFacts & Record<string, unknown>>(sql`
    select t.id, e.name, i.serial_number as "serialNumber", t.task_date as "taskDate", t.type,
      null as "closedAt", t.action_required as "actionRequired", t.escalated_at as "escalatedAt"
    from (select t.* from ${upcomingTasks(scope, now)} ${mostUrgentFirst} limit ${maxPanelRows}) t
    join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id
    join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
    ${mostUrgentFirst}`);
}

/** Gathers the open and pending tickets that the panel shows first. */
export async function gatherOpenTickets(scope: HospitalScope): Promise<OpenTicketFacts[]> {
  const rows = await scope.rows<OpenTicketFacts & Record<string, unknown>>(sql`
    select t.id, i.serial_number as "serialNumber", t.number as "ticketNumber", t.reported_at as "reportedDate",
      t.problem_reported as "problemReported", t.status, t.escalated_at as "escalatedAt"
    from ticket t join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id
    where t.hospital_id = ${scope.id} and t.status <> 'Closed'
    order by t.escalated_at is null, t.reported_at desc, t.id collate "C" limit ${maxPanelRows}`);
  return rows.map((row) => ({
    ...row,
    reportedDate: isoInstant(row.reportedDate),
    escalatedAt: isoInstantOrNull(row.escalatedAt),
  }));
}
