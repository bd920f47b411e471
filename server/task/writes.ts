import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type ClosingWords, saidBy } from '#contract/calls/task/closing.ts';
import type { BodyOf } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { daysAfterAttempt, daysAfterMove, type DatedTask } from '#contract/rules/task-days.ts';
import { afterReports, goneReason, isCancelledByPeople, staysCancelled } from '#contract/rules/task-reports.ts';
import { taskStatus } from '#contract/rules/task-status.ts';
import { escalate } from '#contract/rules/ticket.ts';
import { isLatest, vendorOfWork } from '#contract/rules/work-events.ts';
import type { WorkEvent, WorkEventData, WorkEventKind } from '#contract/records/work-event.ts';
import { registerFiles } from '../attachment/register.ts';
import type { CallContext, Handlers } from '../context.ts';
import { idArray } from '../db/id-array.ts';
import { schedule, task, vendor } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { tellMentioned } from '../notice/mentions.ts';
import { tell } from '../records/tell.ts';
import { addEvents, eventOf, type OwnedEvent, readRecordedEvents } from '../records/work-events.ts';
import { retiredMeanwhile } from './retired-device.ts';
import { ApiError, unknownRecord } from '../problem.ts';
import { addDeviceTasks, settleSourceOfDevice } from './plan.ts';
import { laterAssignment, requireTechnician } from './technician.ts';
import { cancelTasks, touchTask } from './settle.ts';

export type TaskRow = typeof task.$inferSelect;
type WriteCall =
  | 'closeTask'
  | 'submitMaintenanceReport'
  | 'submitMaintenanceClose'
  | 'addTaskNote'
  | 'assignTask'
  | 'moveTask'
  | 'attemptTask'
  | 'cancelTask'
  | 'dispatchTask'
  | 'escalateTask';
export type TaskWrite = Pick<CallContext<'closeTask'>, 'hospital' | 'id' | 'actor' | 'time' | 'now'>;

const newsOf = ({ id, now, actor }: TaskWrite, { id: taskId, deviceId }: TaskRow) => ({
  cause: id,
  at: now,
  about: { kind: 'task' as const, id: taskId },
  deviceId,
  by: actor,
});

/**
 * Writes on a maintenance task. A task that was removed in the meantime accepts them too, and is restored when it is
 * closed, so that no work is lost.
 */
export const taskWriteHandlers = {
  closeTask: async (ctx) => {
    const row = await openTask(ctx.hospital, ctx.body.taskId);
    return close(ctx, row, ctx.body);
  },

  submitMaintenanceReport: (ctx) => report(ctx, ctx.body),

  submitMaintenanceClose: (ctx) => report(ctx, ctx.body),

  addTaskNote: async (ctx) => {
    const { body, hospital, actor, now } = ctx;
    const row = await anyTask(hospital, body.taskId);
    await registerFiles(hospital, { kind: 'task', id: row.id }, body.files, actor.name, now);
    await tellMentioned(hospital, { text: body.note, ...newsOf(ctx, row) });
    return change(ctx, row, {}, happened(ctx, row, 'note', { text: body.note }));
  },

  assignTask: async (ctx) => {
    const { body, hospital, time } = ctx;
    const row = await openTask(hospital, body.taskId);
    const technician = await requireTechnician(hospital, body.technicianId);
    const owned = happened(ctx, row, 'assigned', { technicianId: technician.id, technicianName: technician.name });
    const isLast = isLatest(owned.event, await eventsOf(ctx, row));
    const set = isLast ? { technicianId: technician.id, assignedAt: time.at } : {};
    if (isLast) await tell(hospital, { ...newsOf(ctx, row), kind: 'taskAssigned', assigneeId: technician.id });
    return change(ctx, row, set, owned, isLast ? [] : [laterAssignment]);
  },

  moveTask: async (ctx) => {
    const { to, reason, approver, taskId } = ctx.body;
    const row = await openTask(ctx.hospital, taskId);
    const planned = row.movedFrom ?? row.dueOn ?? row.taskDate;
    const { from, days } = daysAfterMove(await datedTask(ctx, row), { at: ctx.time.at.toISOString(), to });
    const { dueOn } = row;
    const said = { from, to, reason, ...(approver && { approver }), ...(dueOn && { dueOn }) };
    const set = days === null ? {} : { ...days, movedFrom: to === planned ? null : planned };
    return change(ctx, row, set, happened(ctx, row, 'moved', said));
  },

  attemptTask: async (ctx) => {
    const { taskId, reason, note, next } = ctx.body;
    const row = await openTask(ctx.hospital, taskId);
    const days = daysAfterAttempt(await datedTask(ctx, row), { at: ctx.time.at.toISOString(), next });
    const set = days === null ? {} : { ...days, attemptedAt: ctx.time.at, attemptReason: reason };
    return change(ctx, row, set, happened(ctx, row, 'attempted', { reason, note, next }));
  },

  cancelTask: async (ctx) => {
    const { taskId, reason } = ctx.body;
    const row = await openTask(ctx.hospital, taskId);
    const owned = happened(ctx, row, 'cancelled', { reason });
    const isLast = isCancelledByPeople([...(await eventsOf(ctx, row)), owned.event]);
    const set = row.cancelledAt === null && isLast ? { cancelledAt: ctx.time.at, cancelReason: reason } : {};
    const cancelled = await change(ctx, row, set, owned, isLast ? [] : [laterReport]);
    await makeNext(ctx, row);
    return cancelled;
  },

  dispatchTask: async (ctx) => {
    const row = await openTask(ctx.hospital, ctx.body.taskId);
    const owned = happened(ctx, row, 'dispatched', {});
    const set = isLatest(owned.event, await eventsOf(ctx, row)) ? { dispatchedAt: ctx.time.at } : {};
    return change(ctx, row, set, owned);
  },

  escalateTask: async (ctx) => {
    const row = await openTask(ctx.hospital, ctx.body.taskId);
    const priority = escalate(row.priority);
    const event = happened(ctx, row, 'escalated', { to: priority });
    return change(ctx, row, { priority, escalatedAt: ctx.time.at }, event);
  },
} satisfies Handlers<WriteCall>;

/** Completed work counts, even if the task was cancelled in the meantime. */
export const notCancelled = { cancelledAt: null, cancelReason: null };

/** Finds a task, which may be closed, and keeps others from changing it. Throws: ApiError `record.unknown`. */
export async function anyTask(scope: WriteScope, id: string): Promise<TaskRow> {
  const row = await scope.find(task, eq(task.id, id), { lock: true });
  if (!row) throw unknownRecord('task');
  return row;
}

/** Finds an open task and keeps others from changing it. Throws: ApiError `task.already_closed` with who and when. */
async function openTask(scope: WriteScope, id: string): Promise<TaskRow> {
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

/** Returns a task in the form that the rules about its days expect. */
async function datedTask(ctx: TaskWrite, row: TaskRow): Promise<DatedTask> {
  const { taskDate, dueOn, attemptedAt } = row;
  const events = await eventsOf(ctx, row);
  return { taskDate, dueOn, attemptedAt: attemptedAt?.toISOString() ?? null, events };
}

/**
 * Closes the task, or keeps it open with the required action; a closed task stays closed and gets the report. Source:
 * docs/product.md P34 and P191.
 */
async function report(ctx: TaskWrite, body: BodyOf<Calls['submitMaintenanceReport']>) {
  const { hospital, actor, now } = ctx;
  if (!body.IsActionRequired) {
    return close(ctx, await openTask(hospital, body.TaskId), { ...body, actionTaken: body.ActionsTaken });
  }
  const row = await anyTask(hospital, body.TaskId);
  await registerFiles(hospital, { kind: 'task', id: row.id }, body.files, actor.name, now);
  if (row.closedAt === null) return keepOpen(ctx, row, saidBy(body));
  const told = [
    `This task was already closed by ${row.closedByName ?? 'somebody'}. Your report is kept. ${askBreakdown}`,
  ];
  return change(ctx, row, {}, happened(ctx, row, 'action-required', saidBy(body)), told);
}

const askBreakdown = 'The task stays closed: report a breakdown if the device still needs work.';

const laterReport = 'A later report asks for action, so the task stays open. Your entry is kept.';

/**
 * Keeps a task with a report open, or reopens it if somebody had cancelled it; a task that its plan has cancelled stays
 * cancelled.
 */
export async function keepOpen(ctx: TaskWrite, row: TaskRow, said: WorkEventData['action-required']) {
  const ended = await cancelRemoved(ctx, row);
  const reported = happened(ctx, row, 'action-required', said);
  const events = [...(await eventsOf(ctx, row)), reported.event];
  const isCancelled = staysCancelled({ cancelledAt: ended.cancelledAt?.toISOString() ?? null, events });
  const set = { ...afterReports(events, row), ...(!isCancelled && notCancelled) };
  const kept = await change(ctx, ended, set, reported);
  if (row.cancelledAt !== null && !isCancelled) await makeNext(ctx, row);
  return kept;
}

/**
 * Marks a task that was removed before a report on it arrived as cancelled by its plan. Source: docs/product.md P192.
 */
async function cancelRemoved({ hospital, now }: TaskWrite, row: TaskRow): Promise<TaskRow> {
  const { id, deviceId, sourceKind, removedAt } = row;
  if (removedAt === null) return row;
  const isRetired = (await retiredMeanwhile(hospital, deviceId)).length > 0;
  const cancelReason = goneReason(sourceKind, isRetired);
  await cancelTasks(hospital, [{ id, deviceId, cancelReason }], { id: randomUUID(), at: removedAt }, now);
  return { ...row, removedAt: null, cancelledAt: removedAt, cancelReason };
}

/** Closes a task and records the work done. */
export async function close(ctx: TaskWrite, row: TaskRow, { actionTaken, files, vendorId }: ClosingWords) {
  const { hospital, actor, time, now } = ctx;
  await registerFiles(hospital, { kind: 'task', id: row.id }, files, actor.name, now);
  const set = {
    actionTaken,
    actionRequired: false,
    closedAt: time.at,
    closedOn: hospitalDay(time.at, hospital.facts.timeZone),
    closedById: actor.id,
    closedByName: actor.name,
    removedAt: null,
    ...notCancelled,
  };
  const unseen = await unseenReports(ctx, row);
  const { doneBy, notices } = await vendorOf(hospital, row, vendorId);
  const closed = await change(ctx, row, set, happened(ctx, row, 'closed', { vendorId: doneBy }), [
    ...unseen,
    ...notices,
  ]);
  await makeNext(ctx, row);
  return closed;
}

/**
 * Returns other people's reports that the server received after a closing was made, which its author cannot have seen.
 */
async function unseenReports(ctx: TaskWrite, row: TaskRow): Promise<string[]> {
  if (!row.actionRequired) return [];
  return (await eventsOf(ctx, row)).flatMap((event) => {
    const { kind, by, receivedAt } = event;
    if (kind !== 'action-required' || by === ctx.actor.name || receivedAt === null) return [];
    if (Date.parse(receivedAt) <= ctx.time.at.getTime()) return [];
    return [`Meanwhile ${by ?? 'somebody'} reported that action is required: “${event.data.details}”. ${askBreakdown}`];
  });
}

/**
 * Returns who did the work: the vendor of the closing, or else of the task's schedule. A vendor unknown to this
 * hospital, as after restoring a backup, counts as not stated: nobody could correct a value that no form shows, and the
 * work itself is done.
 */
async function vendorOf(scope: WriteScope, row: TaskRow, vendorId: ClosingWords['vendorId']) {
  const isUnknown = typeof vendorId === 'string' && !(await scope.find(vendor, eq(vendor.id, vendorId)));
  const notices = isUnknown ? ['The vendor who did this work does not exist here. Your entry is kept.'] : [];
  const source = row.sourceKind === 'schedule' ? await scope.find(schedule, eq(schedule.id, row.sourceId)) : undefined;
  return { doneBy: vendorOfWork(isUnknown ? undefined : vendorId, source?.vendorId ?? null), notices };
}

/**
 * Makes the next job of a floating schedule, counted from the day the job was done or cancelled. `row` is the task
 * before the change: a cancelled one already had its next job, which is moved or removed.
 */
export async function makeNext({ hospital, now }: TaskWrite, row: TaskRow): Promise<void> {
  const { sourceKind: kind, sourceId: id, deviceId } = row;
  if (kind !== 'schedule') return;
  if (row.cancelledAt === null) await addDeviceTasks(hospital, [deviceId], [kind], now);
  else await settleSourceOfDevice(hospital, { kind, id }, deviceId, now);
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

/** The status of a task, as writes on it answer. */
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
