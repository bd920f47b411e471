import { sql } from 'drizzle-orm';
import type { EquipmentDetails } from '#contract/equipment-details.ts';
import type { Activity } from '#contract/rules/activities.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import type { RoundStatus } from '#contract/rules/device-status.ts';
import type { TaskType } from '#contract/rules/task-status.ts';
import { isoInstant, isoInstantOrNull } from '../db/database.ts';
import type { HospitalScope } from '../db/scope.ts';

/** Rows of each table of the page, the newest ones. */
const rowsMax = 100;
/** Activities of each source that can be among the 20 newest. */
const activitiesMax = 20;

/** Who looks: people of the hospital read what was written, a visitor only what carries no names. */
export type Viewer = 'staff' | 'visitor';

interface TicketRow {
  [column: string]: unknown;
  number: string;
  issueType: string;
  machineStatus: string;
  problem: string;
  status: 'Open' | 'Pending' | 'Closed';
  reportedAt: string;
  pendingAt: string | null;
  closedAt: string | null;
  closedBy: string | null;
  closedByRole: string | null;
  actionTaken: string;
  resolutionNote: string;
  partCost: string | null;
}

interface TaskRow {
  [column: string]: unknown;
  type: TaskType;
  closedAt: string | null;
  closedOn: string | null;
  closedBy: string | null;
  closedByRole: string | null;
  actionTaken: string;
  actionRequiredAt: string | null;
}

/** What happened to a device, as its page tells it. Source: document 3, rules 3.9 and 3.10. */
export interface DeviceHistory {
  serviceHistory: EquipmentDetails['serviceHistory'];
  maintenanceHistory: EquipmentDetails['maintenanceHistory'];
  activities: Activity[];
}

/** Reads the tickets, tasks, rounds and warranties of a device. */
export async function readHistory(
  scope: HospitalScope,
  device: { id: string; installationDate: string | null },
  viewer: Viewer,
): Promise<DeviceHistory> {
  const tickets = await readTickets(scope, device.id);
  const tasks = await readTasks(scope, device.id);
  const dayOf = (at: string): string => hospitalDay(at, scope.facts.timeZone);
  const repairs = tickets.flatMap((ticket) => repairOf(ticket, viewer, dayOf));
  const maintenance = tasks.flatMap((task) => maintenanceOf(task, viewer));
  return {
    serviceHistory: tickets.map((ticket) => serviceOf(ticket, viewer, dayOf)),
    maintenanceHistory: [...repairs, ...maintenance].sort((a, b) => (a.performedOn < b.performedOn ? 1 : -1)),
    activities: [
      ...(device.installationDate === null ? [] : [{ kind: 'installed' as const, on: device.installationDate }]),
      ...tickets.flatMap(ticketActivities),
      ...tasks.flatMap(taskActivities),
      ...(await readRounds(scope, device.id)),
      ...(await readWarranties(scope, device.id)),
    ],
  };
}

async function readTickets(scope: HospitalScope, deviceId: string): Promise<TicketRow[]> {
  const rows = await scope.rows<TicketRow>(sql`
    select t.number, t.issue_type as "issueType", t.machine_status as "machineStatus", t.problem_reported as problem,
      t.status, t.reported_at as "reportedAt", t.closed_at as "closedAt", t.closed_by_name as "closedBy",
      u.role as "closedByRole", t.action_taken as "actionTaken", t.resolution_note as "resolutionNote",
      t.part_cost as "partCost", (
        select max(said->>'at') from jsonb_array_elements(t.timeline) said
        where said->>'text' = 'Left pending for a follow-up'
      ) as "pendingAt"
    from ticket t left join app_user u on u.id = t.closed_by_id
    where t.hospital_id = ${scope.id} and t.device_id = ${deviceId}
    order by t.reported_at desc, t.id limit ${rowsMax}`);
  return rows.map((row) => ({
    ...row,
    reportedAt: isoInstant(row.reportedAt),
    closedAt: isoInstantOrNull(row.closedAt),
  }));
}

async function readTasks(scope: HospitalScope, deviceId: string): Promise<TaskRow[]> {
  const rows = await scope.rows<TaskRow>(sql`
    select t.type, t.closed_at as "closedAt", t.closed_on as "closedOn", t.closed_by_name as "closedBy",
      u.role as "closedByRole", t.action_taken as "actionTaken", (
        select max(said->>'at') from jsonb_array_elements(t.timeline) said where said->>'text' like 'Action required:%'
      ) as "actionRequiredAt"
    from task t left join app_user u on u.id = t.closed_by_id
    where t.hospital_id = ${scope.id} and t.device_id = ${deviceId} and t.removed_at is null
      and (t.closed_at is not null or t.action_required)
    order by t.closed_at desc nulls first, t.id limit ${rowsMax}`);
  return rows.map((row) => ({ ...row, closedAt: isoInstantOrNull(row.closedAt) }));
}

async function readRounds(scope: HospitalScope, deviceId: string): Promise<Activity[]> {
  const rows = await scope.rows<{ status: RoundStatus; at: string }>(sql`
    select status, observed_at as at from round_entry
    where hospital_id = ${scope.id} and device_id = ${deviceId} and status <> 'Not Seen'
    order by observed_at desc limit ${activitiesMax}`);
  return rows.map(({ status, at }) => ({ kind: 'round', status, at: isoInstant(at) }));
}

function readWarranties(scope: HospitalScope, deviceId: string): Promise<Activity[]> {
  return scope.rows<{ kind: 'warranty-started'; on: string; warrantyNumber: string; endsOn: string }>(sql`
    select 'warranty-started' as kind, w.start_on as "on", w.number as "warrantyNumber", w.end_on as "endsOn"
    from warranty_serial s
    join warranty w on w.hospital_id = s.hospital_id and w.id = s.warranty_id and w.retired_at is null
    where s.hospital_id = ${scope.id} and s.device_id = ${deviceId}
    order by w.start_on desc limit ${activitiesMax}`);
}

function serviceOf(
  ticket: TicketRow,
  viewer: Viewer,
  dayOf: (at: string) => string,
): EquipmentDetails['serviceHistory'][number] {
  const written = ticket.resolutionNote || ticket.actionTaken || ticket.machineStatus;
  return {
    dateReported: dayOf(ticket.reportedAt),
    issue: (viewer === 'staff' && ticket.problem) || ticket.issueType,
    status: ticket.status === 'Closed' ? 'Resolved' : 'Pending',
    remarks: viewer === 'staff' ? written : ticket.machineStatus,
  };
}

function repairOf(
  ticket: TicketRow,
  viewer: Viewer,
  dayOf: (at: string) => string,
): EquipmentDetails['maintenanceHistory'] {
  if (ticket.closedAt === null) return [];
  return [
    {
      performedOn: dayOf(ticket.closedAt),
      type: 'Repair',
      performedBy: performer(ticket, viewer),
      description: viewer === 'staff' && ticket.actionTaken !== '' ? ticket.actionTaken : `Breakdown ${ticket.number}`,
      cost: Number(ticket.partCost ?? 0),
    },
  ];
}

const taskNames: Record<TaskType, string> = {
  PM: 'Preventive maintenance',
  CM: 'Corrective maintenance',
  Ins: 'Installation',
  Cal: 'Calibration',
};

function maintenanceOf(task: TaskRow, viewer: Viewer): EquipmentDetails['maintenanceHistory'] {
  if (task.closedOn === null) return [];
  return [
    {
      performedOn: task.closedOn,
      type: task.type,
      performedBy: performer(task, viewer),
      description: viewer === 'staff' && task.actionTaken !== '' ? task.actionTaken : taskNames[task.type],
      cost: 0,
    },
  ];
}

function performer(work: { closedBy: string | null; closedByRole: string | null }, viewer: Viewer): string {
  if (viewer === 'staff' && work.closedBy !== null) return work.closedBy;
  return work.closedByRole === 'Hospital' ? 'Hospital staff' : 'Biomedical engineer';
}

function ticketActivities(ticket: TicketRow): Activity[] {
  const { number: ticketNumber, issueType, reportedAt, pendingAt, closedAt } = ticket;
  return [
    { kind: 'ticket-reported', at: reportedAt, ticketNumber, issueType },
    ...(pendingAt === null ? [] : [{ kind: 'ticket-pending' as const, at: pendingAt, ticketNumber }]),
    ...(closedAt === null ? [] : [{ kind: 'ticket-closed' as const, at: closedAt, ticketNumber }]),
  ];
}

function taskActivities({ type, closedAt, actionRequiredAt }: TaskRow): Activity[] {
  return [
    ...(actionRequiredAt === null ? [] : [{ kind: 'task-action-required' as const, at: actionRequiredAt, type }]),
    ...(closedAt === null ? [] : [{ kind: 'task-closed' as const, at: closedAt, type }]),
  ];
}
