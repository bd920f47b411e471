import { sql } from 'drizzle-orm';
import type { RetiredDevice, RoundRecord, TaskRecord, TemplateRecord, TicketRecord } from '#contract/records/ward.ts';
import type { TicketTerms } from '#contract/records/agreement-terms.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { isKept, keepEntries } from '#contract/rules/round-entry.ts';
import { vendorAtClosing, vendorOfWork } from '#contract/rules/work-events.ts';
import { withTemplateRevision } from './template-revision.ts';
import { isoInstant, isoInstantOrNull } from '../db/database.ts';
import { idArray, type WantedIds } from '../db/id-array.ts';
import { readTogether } from '../db/read-together.ts';
import type { HospitalScope } from '../db/scope.ts';
import { type AttemptColumns, attemptOf } from '../records/attempt.ts';
import { authorName } from '../records/author-name.ts';
import { withTabletTime } from '../records/tablet-time.ts';
import { readRoundEntries } from '../records/round-entries.ts';
import { readEvents } from '../records/work-events.ts';
import { readFiles } from './read-files.ts';

type Raw<T, Instants extends keyof T> = Omit<T, Instants | 'retiredDevice'> &
  Record<Instants, string | null> & { retiredDevice?: RetiredDevice | null };

/** Joins the device of a row `t` if it is retired; names are read only for these. */
export const retiredJoin = sql`
  left join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id and i.retired_at is not null`;
/** Selects that device. */
export const retiredDevice = sql`case when i.id is not null then (
    select json_build_object('serialNumber', i.serial_number, 'equipmentName', e.name, 'modelName', m.name,
      'departmentName', (select d.name from department d where d.hospital_id = i.hospital_id and d.id = i.department_id),
      'isMistake', i.removal_reason is not distinct from 'mistake')
    from equipment e join equipment_model m on m.hospital_id = e.hospital_id and m.id = i.model_id
    where e.hospital_id = i.hospital_id and e.id = i.equipment_id
  ) end as "retiredDevice"`;

/** The name of who closed a row `t`. */
const closedBy = authorName(sql`t.closed_by_name`, sql`t.closed_by_id`);

/** Builds the replica's records of round templates; retired templates have none, retired devices are left out. */
export async function presentTemplates(scope: HospitalScope, ids: readonly string[]): Promise<TemplateRecord[]> {
  type Row = Omit<Raw<TemplateRecord, 'lastRoundAt'>, 'isOrdered' | 'submitBy'> & {
    isOrdered: boolean;
    submitBy: string;
  };
  const rows = await scope.rows<Row>(sql`
    select t.id, t.name, t.department_id as "departmentId", t.is_ordered as "isOrdered",
      t.submit_by as "submitBy", t.completed_rounds_count as "completedRoundsCount",
      t.last_round_at as "lastRoundAt", t.last_round_on as "lastRoundOn",
      coalesce((
        select array_agg(d.device_id order by d.position) from round_template_device d
        join installation i on i.hospital_id = d.hospital_id and i.id = d.device_id and i.retired_at is null
        where d.hospital_id = t.hospital_id and d.template_id = t.id
      ), '{}') as "deviceIds"
    from round_template t
    where t.hospital_id = ${scope.id} and t.id = any(${sql.param(ids)}::text[]) and t.retired_at is null`);
  return rows.map(({ isOrdered, submitBy, ...row }) => {
    const record = {
      ...row,
      lastRoundAt: isoInstantOrNull(row.lastRoundAt),
      ...(isOrdered && { isOrdered: true as const }),
      ...(submitBy !== '' && { submitBy }),
    };
    return withTemplateRevision(record, { ...row, isOrdered, submitBy });
  });
}

/** Builds the replica's records of submitted rounds; those of the last 30 days carry their entries. */
export async function presentRounds(scope: HospitalScope, ids: readonly string[], now: Date): Promise<RoundRecord[]> {
  const rows = await scope.rows<Raw<RoundRecord, never>>(sql`
    select id, template_id as "templateId", on_day as "on", submitted_at as "submittedAt", tablet_time as "tabletTime", ${authorName(sql`user_name`, sql`user_id`)} as "by",
      operational, needs_attention as "needsAttention", not_working as "notWorking", not_seen as "notSeen"
    from round where hospital_id = ${scope.id} and id = any(${sql.param(ids)}::text[])`);
  const today = hospitalDay(now, scope.facts.timeZone);
  const entries = await readRoundEntries(
    scope,
    rows.filter(({ on }) => isKept(on, today)).map(({ id }) => id),
  );
  return rows.map((row) => {
    const kept = entries.get(row.id);
    const times = withTabletTime({ ...row, submittedAt: isoInstant(row.submittedAt) });
    return { ...times, ...(kept && { entries: keepEntries(kept) }) };
  });
}

/** Builds the replica's records of maintenance tasks with their files; removed tasks have none. */
export async function presentTasks(scope: HospitalScope, wanted: WantedIds): Promise<TaskRecord[]> {
  const reading = readTogether(scope);
  const ids = idArray(wanted);
  const found = reading.rows<
    Raw<
      Omit<TaskRecord, 'files' | 'events' | 'attempt' | 'title' | 'vendorId'>,
      'escalatedAt' | 'dispatchedAt' | 'closedAt' | 'cancelledAt'
    > &
      AttemptColumns & { title: string | null; vendorId: string | null }
  >(sql`
    select t.id, t.device_id as "deviceId", t.type, t.task_date as "taskDate", t.due_on as "dueOn",
      t.attempted_at as "attemptedAt", t.attempt_reason as "attemptReason", t.cancelled_at as "cancelledAt", t.action_required as "actionRequired",
      t.action_required_details as "actionRequiredDetails", t.action_taken as "actionTaken", t.priority,
      t.escalated_at as "escalatedAt", t.technician_id as "technicianId", u.name as "technicianName",
      t.dispatched_at as "dispatchedAt", t.closed_at as "closedAt", ${closedBy} as "closedBy",
      t.warranty_number as "warrantyNumber", nullif(s.title, '') as title, s.vendor_id as "vendorId", ${retiredDevice}
    from task t left join app_user u on u.id = t.technician_id and u.hospital_id = t.hospital_id
      left join schedule s on s.hospital_id = t.hospital_id and t.source_kind = 'schedule' and s.id = t.source_id ${retiredJoin}
    where t.hospital_id = ${scope.id} and t.id = any(${ids}) and t.removed_at is null
    order by t.id`);
  const [rows, files, events] = await Promise.all([
    found,
    readFiles(reading, 'task', ids),
    readEvents(reading, 'task', ids),
  ]);
  return rows.map(({ retiredDevice: retired, attemptedAt, attemptReason, title, vendorId: ofSchedule, ...row }) => {
    const happened = events.get(row.id) ?? [];
    const vendorId = vendorOfWork(vendorAtClosing(happened), ofSchedule);
    return {
      ...row,
      ...(title !== null && { title }),
      ...(vendorId !== null && { vendorId }),
      ...(retired && { retiredDevice: retired }),
      attempt: attemptOf({ attemptedAt, attemptReason }),
      cancelledAt: isoInstantOrNull(row.cancelledAt),
      escalatedAt: isoInstantOrNull(row.escalatedAt),
      dispatchedAt: isoInstantOrNull(row.dispatchedAt),
      closedAt: isoInstantOrNull(row.closedAt),
      events: happened,
      files: files.get(row.id) ?? [],
    };
  });
}

/** Shows the reporter under the account's current name; a name that was typed instead stays as it is. */
const reportedBy = sql`case when exists (
    select from work_event r
    where r.hospital_id = t.hospital_id and r.owner_kind = 'ticket' and r.owner_id = t.id
      and r.kind = 'reported' and r.by_name = t.reported_by
  ) then ${authorName(sql`t.reported_by`, sql`t.reported_by_id`)} else t.reported_by end`;

type TicketInstants = 'reportedDate' | 'assignedAt' | 'dispatchedAt' | 'escalatedAt' | 'closedAt';
type TicketRow = Raw<
  Omit<TicketRecord, 'reportedDate' | 'partCost' | 'events' | 'files' | 'terms'>,
  Exclude<TicketInstants, 'reportedDate'>
> & {
  terms: TicketTerms | null;
  reportedDate: string;
  partCost: string | null;
};

/** Builds the replica's records of tickets. */
export async function presentTickets(scope: HospitalScope, wanted: WantedIds): Promise<TicketRecord[]> {
  const reading = readTogether(scope);
  const ids = idArray(wanted);
  const found = reading.rows<TicketRow>(sql`
    select t.id, t.number as "ticketNumber", t.device_id as "deviceId", t.issue_type as "issueType",
      t.problem_reported as "problemReported", t.priority, t.status, t.machine_status as "machineStatus",
      t.any_patient_harm as "anyPatientHarm", t.harm_description as "harmDescription", ${reportedBy} as "reportedBy",
      t.reported_at as "reportedDate", t.technician_id as "technicianId", u.name as "technicianName",
      t.assigned_at as "assignedAt", t.dispatched_at as "dispatchedAt", t.escalated_at as "escalatedAt",
      t.related_ticket_id as "relatedTicketId", t.closed_at as "closedAt", ${closedBy} as "closedBy",
      t.action_taken as "actionTaken", t.resolution_note as "resolutionNote", t.part_required as "partRequired",
      t.part_details as "partDetails", t.part_cost as "partCost", t.follow_up_action as "followUpAction",
      t.is_follow_up_required as "isFollowUpRequired", t.failure_class as "failureClass", t.terms, (
        select f.id from task f
        where f.hospital_id = t.hospital_id and f.source_kind = 'ticket' and f.source_id = t.id
        order by f.occurrence, f.id limit 1
      ) as "followUpTaskId", ${retiredDevice}
    from ticket t left join app_user u on u.id = t.technician_id and u.hospital_id = t.hospital_id ${retiredJoin}
    where t.hospital_id = ${scope.id} and t.id = any(${ids})
    order by t.id`);
  const [rows, files, events] = await Promise.all([
    found,
    readFiles(reading, 'ticket', ids),
    readEvents(reading, 'ticket', ids),
  ]);
  return rows.map(({ retiredDevice: retired, terms, ...row }) => ({
    ...row,
    ...(retired && { retiredDevice: retired }),
    ...(terms && { terms }),
    reportedDate: isoInstant(row.reportedDate),
    assignedAt: isoInstantOrNull(row.assignedAt),
    dispatchedAt: isoInstantOrNull(row.dispatchedAt),
    escalatedAt: isoInstantOrNull(row.escalatedAt),
    closedAt: isoInstantOrNull(row.closedAt),
    partCost: row.partCost === null ? null : Number(row.partCost),
    events: events.get(row.id) ?? [],
    files: files.get(row.id) ?? [],
  }));
}
