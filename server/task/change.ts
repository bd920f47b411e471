import { eq } from 'drizzle-orm';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { taskStatus } from '#contract/rules/task-status.ts';
import type { WorkEvent, WorkEventData, WorkEventKind } from '#contract/records/work-event.ts';
import type { CallContext } from '../context.ts';
import { idArray } from '../db/id-array.ts';
import { task } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { ApiError, unknownRecord } from '../problem.ts';
import { addEvents, eventOf, type OwnedEvent, readRecordedEvents } from '../records/work-events.ts';
import { retiredMeanwhile } from './retired-device.ts';
import { touchTask } from './settle.ts';

export type TaskRow = typeof task.$inferSelect;
/** What a write on a task needs of its call. */
export type TaskWrite = Pick<CallContext<'closeTask'>, 'hospital' | 'id' | 'actor' | 'time' | 'now'>;

/** Finds a task, which may be closed, and keeps others from changing it. Throws: ApiError `record.unknown`. */
export async function anyTask(scope: WriteScope, id: string): Promise<TaskRow> {
  const row = await scope.find(task, eq(task.id, id), { lock: true });
  if (!row) throw unknownRecord('task');
  return row;
}

/** Finds an open task and keeps others from changing it. Throws: ApiError `task.already_closed` with who and when. */
export async function openTask(scope: WriteScope, id: string): Promise<TaskRow> {
  const row = await anyTask(scope, id);
  if (row.closedAt === null) return row;
  throw new ApiError('task.already_closed', `This task was already closed by ${row.closedByName ?? 'somebody'}.`, {
    context: { closedBy: row.closedByName, closedAt: row.closedAt.toISOString() },
  });
}

/** Reads the events of a task in order. */
export async function eventsOf({ hospital }: TaskWrite, { id }: TaskRow): Promise<WorkEvent[]> {
  return (await readRecordedEvents(hospital, 'task', idArray([id]))).get(id) ?? [];
}

/** Returns the event of a write on a task. */
export function happened<K extends WorkEventKind>(
  ctx: TaskWrite,
  row: TaskRow,
  kind: K,
  data: WorkEventData[K],
): OwnedEvent {
  return eventOf(ctx, { kind: 'task', id: row.id }, kind, data);
}

/** Changes a task and records the event; returns the answer with notices for the author. */
export async function change(
  ctx: TaskWrite,
  row: TaskRow,
  set: Partial<TaskRow>,
  event: OwnedEvent,
  further: readonly string[] = [],
) {
  const { hospital } = ctx;
  if (Object.keys(set).length > 0) await hospital.update(task, set, eq(task.id, row.id));
  await addEvents(hospital, [event]);
  const retired = await retiredMeanwhile(hospital, row.deviceId);
  const removed = row.removedAt === null ? [] : ['This task was removed in the meantime. Your entry is kept.'];
  const cancelled = row.cancelledAt === null ? [] : ['This task was cancelled in the meantime. Your entry is kept.'];
  const changed = { ...row, ...set };
  if (changed.removedAt === null) touchTask(hospital, row);
  // The next check of the tasks may bring it back, now that somebody has worked on it.
  else hospital.touch('device', row.deviceId);
  if (retired.length > 0) hospital.tombstone('device', row.deviceId);
  const notices = [...removed, ...cancelled, ...retired, ...further];
  return { ...statusOf(ctx, changed), ...(notices.length > 0 ? { notices } : {}) };
}

/** Returns the id and status of a task, with which every write on it answers. */
export function statusOf({ hospital, now }: TaskWrite, row: TaskRow) {
  const { id, taskDate, closedAt, cancelledAt, actionRequired } = row;
  const status = taskStatus({
    taskDate,
    closedAt: closedAt?.toISOString() ?? null,
    cancelledAt: cancelledAt?.toISOString() ?? null,
    actionRequired,
    today: hospitalDay(now, hospital.facts.timeZone),
  });
  return { id, status };
}
