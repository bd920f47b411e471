import { randomUUID } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { followUpTaskId } from '#contract/rules/schedule.ts';
import { workEvent } from '#contract/rules/work-events.ts';
import type { WorkEventData, WorkEventKind } from '#contract/records/work-event.ts';
import type { WriteScope } from '../db/scope.ts';
import { addEvents, type OwnedEvent } from '../records/work-events.ts';
import {
  cancelledByPlan,
  compareTasks,
  type GoneTask,
  type MovedTask,
  type PlannedWork,
  type SourcedTask,
  type TaskDifferences,
} from './compare.ts';

/** Number of rows per statement: large enough to be fast, small enough not to block the event loop for long. */
const rowsPerStatement = 2_000;

/** Why tasks are removed, if tablets show the removal before they receive it: the id of the event, and its instant. */
export interface Cause {
  id: string;
  at: Date;
}

/**
 * Updates tasks to match their sources, in a few statements for all of them: creates new ones, moves or removes open
 * ones, cancels those with a report instead, never touches closed ones. Source: docs/product.md P32 and P192.
 */
export async function settleTasks(
  scope: WriteScope,
  which: SQL,
  planned: PlannedWork,
  now: Date,
  cause: Cause = { id: randomUUID(), at: now },
): Promise<TaskDifferences> {
  const differences = await compareTasks(scope, which, planned, { lock: true });
  const { fresh, moved, gone } = differences;
  await addTasks(scope, fresh, now);
  for (const part of chunk(moved)) {
    const column = <T>(read: (task: MovedTask) => T) => sql.param(part.map(read));
    await scope.rows(sql`
      update task t set task_date = n.day, warranty_number = n.number, removed_at = null, occurrence = n.place,
        moved_from = case when n.day <> n.asked then t.moved_from end, cancelled_at = null, cancel_reason = null
      from unnest(${column(({ id }) => id)}::text[], ${column(({ taskDate }) => taskDate)}::date[],
        ${column(({ asked }) => asked)}::date[], ${column(({ warrantyNumber }) => warrantyNumber ?? null)}::text[],
        ${column(({ occurrence }) => occurrence)}::int[]) as n (id, day, asked, number, place)
      where t.hospital_id = ${scope.id} and t.id = n.id`);
  }
  const cancelled = gone.filter((task) => task.cancelReason !== null);
  await cancelTasks(scope, cancelled, cause, now);
  await addEvents(scope, [
    ...moved.filter(({ isReopened }) => isReopened).map(({ id }) => reopeningOf(id, now)),
    ...moved.flatMap((task) => (task.from === task.taskDate ? [] : [moveOf(task, now)])),
  ]);
  const removed = gone.filter((task) => task.cancelReason === null);
  for (const part of chunk(removed)) {
    await scope.rows(sql`
      update task set removed_at = ${now.toISOString()}::timestamptz
      where hospital_id = ${scope.id} and id = any(${sql.param(part.map(({ id }) => id))}::text[])`);
  }
  for (const task of [...moved, ...cancelled]) touchTask(scope, task);
  for (const { id, deviceId } of removed) {
    scope.tombstone('task', id);
    scope.touch('device', deviceId);
  }
  return differences;
}

/** Cancels tasks that have a report but no source any more. Source: docs/product.md P192. */
export async function cancelTasks(
  scope: WriteScope,
  tasks: readonly GoneTask[],
  cause: Cause,
  now: Date,
): Promise<void> {
  for (const part of chunk(tasks)) {
    const reasons = sql.param(part.map(({ cancelReason }) => cancelReason));
    await scope.rows(sql`
      update task t set cancelled_at = ${cause.at.toISOString()}::timestamptz, cancel_reason = n.reason, removed_at = null
      from unnest(${sql.param(part.map(({ id }) => id))}::text[], ${reasons}::text[]) as n (id, reason)
      where t.hospital_id = ${scope.id} and t.id = n.id`);
  }
  await addEvents(
    scope,
    tasks.map(({ id, cancelReason: reason }) => ofPlan(id, 'cancelled', { reason: reason ?? '' }, { ...cause, now })),
  );
}

/** Returns an event made by a plan, which has no author. */
function ofPlan<K extends WorkEventKind>(
  taskId: string,
  kind: K,
  data: WorkEventData[K],
  { now, id = randomUUID(), at = now }: { now: Date } & Partial<Cause>,
): OwnedEvent {
  const facts = { id, at: at.toISOString(), receivedAt: now.toISOString(), by: null, byRole: null };
  return { owner: { kind: 'task', id: taskId }, event: workEvent(kind, data, facts), byId: null };
}

const moveOf = ({ id, from, taskDate: to }: MovedTask, now: Date) => ofPlan(id, 'moved', { from, to }, { now });

const reopeningOf = (id: string, now: Date) =>
  ofPlan(id, 'note', { text: 'Planned again, so it is open again.' }, { now });

/**
 * Adds missing tasks, except those due before the record of their device or beyond the horizon. The key of a task is
 * its source, device and position: if two processes create the same task, only the first succeeds.
 */
export async function addTasks(scope: WriteScope, tasks: readonly SourcedTask[], now: Date): Promise<void> {
  for (const part of chunk(
    tasks.filter(({ isBeforeRecord, isBeyondHorizon }) => !isBeforeRecord && !isBeyondHorizon),
  )) {
    const column = <T>(read: (task: SourcedTask) => T) => sql.param(part.map(read));
    const ids = part.map(({ source }) => (source.kind === 'ticket' && followUpTaskId(source.id)) || randomUUID());
    const ticketIds = part.flatMap(({ source }) => (source.kind === 'ticket' ? [source.id] : []));
    const made = await scope.rows<{ id: string; deviceId: string }>(sql`
      insert into task (hospital_id, id, device_id, type, task_date, source_kind, source_id, occurrence,
        warranty_number, created_at)
      select ${scope.id}, t.*, ${now.toISOString()}::timestamptz
      from unnest(${sql.param(ids)}::text[], ${column((t) => t.deviceId)}::text[], ${column((t) => t.type)}::text[],
        ${column((t) => t.taskDate)}::date[], ${column((t) => t.source.kind)}::text[],
        ${column((t) => t.source.id)}::text[], ${column((t) => t.occurrence)}::int[],
        ${column((t) => t.warrantyNumber ?? null)}::text[]) as t
      on conflict (hospital_id, source_kind, source_id, type, device_id, occurrence) do nothing
      returning id, device_id as "deviceId"`);
    for (const task of made) touchTask(scope, task);
    scope.touch('ticket', ...ticketIds);
  }
}

/**
 * Restores the jobs of schedules that were overdue or begun when their device or schedule was removed; jobs that became
 * due in between are not owed.
 */
export async function returnOverdue(
  scope: WriteScope,
  { of, goneAt, now }: { of: SQL; goneAt: Date; now: Date },
): Promise<void> {
  const at = sql`${goneAt.toISOString()}::timestamptz`;
  const rows = await scope.rows<{ id: string; deviceId: string; isReopened: boolean }>(sql`
    with back as (
      select id, cancelled_at is not null as "isReopened" from task
      where hospital_id = ${scope.id} and ${of} and source_kind = 'schedule' and closed_at is null and (
        (removed_at = ${at} and cancelled_at is null
          and (attempted_at is not null or task_date < (${at} at time zone ${scope.facts.timeZone})::date))
        or (cancelled_at = ${at} and ${cancelledByPlan(scope)})
      )
    )
    update task t set removed_at = null, cancelled_at = null, cancel_reason = null
    from back where t.hospital_id = ${scope.id} and t.id = back.id
    returning t.id, t.device_id as "deviceId", back."isReopened"`);
  await addEvents(
    scope,
    rows.filter(({ isReopened }) => isReopened).map(({ id }) => reopeningOf(id, now)),
  );
  for (const row of rows) touchTask(scope, row);
}

/** Marks a task and its device, which shows its last and next maintenance. */
export function touchTask(scope: WriteScope, row: { id: string; deviceId: string }): void {
  scope.touch('task', row.id);
  scope.touch('device', row.deviceId);
}

/** Splits rows into chunks that fit one statement. */
export function chunk<T>(items: readonly T[]): T[][] {
  const pieces: T[][] = [];
  for (let from = 0; from < items.length; from += rowsPerStatement) {
    pieces.push(items.slice(from, from + rowsPerStatement));
  }
  return pieces;
}
