import { sql } from 'drizzle-orm';
import { maxPanelRows, type OpenTicketFacts, type UpcomingTaskFacts } from '#contract/pages/dashboard.ts';
import { addDays, type LocalDay } from '#contract/rules/hospital-day.ts';
import { type ClassedTicket, findingDays, repeatDays } from '#contract/rules/class-findings.ts';
import { manyTickets } from '#contract/rules/suggestions.ts';
import { upcomingDays } from '#contract/rules/task-status.ts';
import { isoInstant, isoInstantOrNull } from '../db/database.ts';
import type { HospitalScope } from '../db/scope.ts';
import { inParts } from '../in-parts.ts';

/** A row of a panel together with its device. */
export type OfDevice<T> = T & { deviceId: string };

/** Facts about the tasks of a hospital on a day. */
export interface TaskFigures {
  /** The most urgent open ones that are overdue or due soon. */
  upcoming: readonly OfDevice<UpcomingTaskFacts>[];
  /** The oldest open PM and calibration before the day, by device. */
  overdue: ReadonlyMap<string, readonly { type: 'PM' | 'Cal'; taskDate: LocalDay }[]>;
}

/** Facts about the tickets of a hospital. */
export interface TicketFigures {
  /** The most urgent ones that are not closed. */
  open: readonly OfDevice<OpenTicketFacts>[];
  /** When recent tickets were reported, for devices that may have too many. */
  reported: ReadonlyMap<string, readonly string[]>;
  /** Closed tickets with a failure class, of devices in use, that can lead to a finding. */
  classed: readonly ClassedTicket[];
  /** Total part costs. Units: INR. */
  cost: number;
}

/** Reads the facts about the tasks of a hospital on a day. */
export async function readTaskFigures(scope: HospitalScope, today: LocalDay): Promise<TaskFigures> {
  return { upcoming: await readUpcoming(scope, today), overdue: await readOverdue(scope, today) };
}

/** Reads the facts about the tickets of a hospital; `reported` stays valid for a day from `now`. */
export async function readTicketFigures(scope: HospitalScope, now: Date): Promise<TicketFigures> {
  return {
    open: await readOpen(scope),
    reported: await readReported(scope, now),
    classed: await readClassed(scope, now),
    cost: await readCost(scope),
  };
}

/**
 * Selects the open tasks of a hospital (`t`) that are overdue or due soon. The `offset 0` makes PostgreSQL look up each
 * device: it expects more tasks than there are, and would otherwise read all devices.
 */
const upcomingTasks = (scope: HospitalScope, today: LocalDay) => sql`task t
  where t.hospital_id = ${scope.id} and t.closed_at is null and t.cancelled_at is null and t.removed_at is null
    and t.task_date <= ${addDays(today, upcomingDays)}::date
    and exists (
      select 1 from installation i
      where i.hospital_id = t.hospital_id and i.id = t.device_id and i.retired_at is null offset 0)`;

/** Counts the open tasks; the panel shows only the first ones. */
export async function countUpcomingTasks(scope: HospitalScope, today: LocalDay): Promise<number> {
  const [row] = await scope.rows<{ count: string }>(sql`select count(*) as count from ${upcomingTasks(scope, today)}`);
  return Number(row?.count ?? 0);
}

const mostUrgentFirst = sql`order by t.escalated_at is null, t.task_date, t.id collate "C"`;

/** Looks up names only for the rows that the panel shows. */
function readUpcoming(scope: HospitalScope, today: LocalDay): Promise<OfDevice<UpcomingTaskFacts>[]> {
  return scope.rows<OfDevice<UpcomingTaskFacts> & Record<string, unknown>>(sql`
    select t.id, t.device_id as "deviceId", e.name, i.serial_number as "serialNumber", t.task_date as "taskDate", t.type,
      null as "closedAt", null as "cancelledAt", t.action_required as "actionRequired", t.escalated_at as "escalatedAt"
    from (select t.* from ${upcomingTasks(scope, today)} ${mostUrgentFirst} limit ${maxPanelRows}) t
    join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id
    join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
    ${mostUrgentFirst}`);
}

async function readOverdue(scope: HospitalScope, today: LocalDay): Promise<TaskFigures['overdue']> {
  const rows = await scope.rows<{ device_id: string; type: 'PM' | 'Cal'; taskDate: string }>(sql`
    select device_id, type, min(task_date) as "taskDate" from task
    where hospital_id = ${scope.id} and closed_at is null and cancelled_at is null and removed_at is null and type in ('PM', 'Cal')
      and task_date < ${today}::date
    group by device_id, type order by device_id, type`);
  const byDevice = new Map<string, { type: 'PM' | 'Cal'; taskDate: string }[]>();
  for (const { device_id, ...task } of rows) byDevice.set(device_id, [...(byDevice.get(device_id) ?? []), task]);
  return byDevice;
}

async function readOpen(scope: HospitalScope): Promise<OfDevice<OpenTicketFacts>[]> {
  const rows = await scope.rows<OfDevice<OpenTicketFacts> & Record<string, unknown>>(sql`
    select t.id, t.device_id as "deviceId", i.serial_number as "serialNumber", t.number as "ticketNumber",
      t.reported_at as "reportedDate", t.problem_reported as "problemReported", t.status, t.escalated_at as "escalatedAt"
    from ticket t join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id
    where t.hospital_id = ${scope.id} and t.status <> 'Closed'
    order by t.escalated_at is null, t.reported_at desc, t.id collate "C" limit ${maxPanelRows}`);
  return rows.map((row) => ({
    ...row,
    reportedDate: isoInstant(row.reportedDate),
    escalatedAt: isoInstantOrNull(row.escalatedAt),
  }));
}

/** Reads one day more than the 90 that count, because cached values stay valid until the end of the day. */
async function readReported(scope: HospitalScope, now: Date): Promise<TicketFigures['reported']> {
  const rows = await scope.rows<{ device_id: string; reported: string[] }>(sql`
    select device_id, array_agg(to_char(reported_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        order by reported_at) as reported
    from ticket
    where hospital_id = ${scope.id} and reported_at >= ${now.toISOString()}::timestamptz - interval '91 days'
    group by device_id having count(*) >= ${manyTickets}`);
  return new Map(rows.map(({ device_id, reported }) => [device_id, reported]));
}

/**
 * Reads the closed tickets that may lead to a finding: those closed earlier may have recurred within the period. Leaves
 * out a ticket that is the only one of its class on its device, unless it is a use error, which is counted by equipment
 * type.
 */
async function readClassed(scope: HospitalScope, now: Date): Promise<ClassedTicket[]> {
  const rows = await scope.rows<ClassedTicket & Record<string, unknown>>(sql`
    select "deviceId", "equipmentId", "failureClass", "reportedDate", "closedAt" from (
      select t.device_id as "deviceId", i.equipment_id as "equipmentId", t.failure_class as "failureClass",
        t.reported_at as "reportedDate", t.closed_at as "closedAt",
        count(*) over (partition by t.device_id, t.failure_class) as alike
      from ticket t
      join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id and i.retired_at is null
      where t.hospital_id = ${scope.id} and t.failure_class is not null
        and t.closed_at >= ${now.toISOString()}::timestamptz - make_interval(days => ${findingDays + repeatDays})
    ) classed where alike > 1 or "failureClass" = 'use-error' or "closedAt" <= "reportedDate"`);
  return inParts(rows, (row) => ({
    ...row,
    reportedDate: isoInstant(row.reportedDate),
    closedAt: isoInstant(row.closedAt),
  }));
}

async function readCost(scope: HospitalScope): Promise<number> {
  const [row] = await scope.rows<{ cost: string }>(
    sql`select coalesce(sum(part_cost), 0) as cost from ticket where hospital_id = ${scope.id}`,
  );
  return Number(row?.cost ?? 0);
}
