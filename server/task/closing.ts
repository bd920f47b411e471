import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type ClosingWords, saidBy } from '#contract/calls/task/closing.ts';
import type { BodyOf } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { afterReports, goneReason, staysCancelled } from '#contract/rules/task-reports.ts';
import { vendorOfWork } from '#contract/rules/work-events.ts';
import type { WorkEventData } from '#contract/records/work-event.ts';
import { registerFiles } from '../attachment/register.ts';
import { schedule, vendor } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { anyTask, change, eventsOf, happened, openTask, type TaskRow, type TaskWrite } from './change.ts';
import { addDeviceTasks, settleSourceOfDevice } from './plan.ts';
import { retiredMeanwhile } from './retired-device.ts';
import { cancelTasks } from './settle.ts';

const askBreakdown = 'The task stays closed: report a breakdown if the device still needs work.';

/** Completed work counts, even if the task was cancelled in the meantime. */
export const notCancelled = { cancelledAt: null, cancelReason: null };

/**
 * Closes the task, or keeps it open with the required action; a closed task stays closed and gets the report. Source:
 * docs/product.md P34 and P191.
 */
export async function report(ctx: TaskWrite, body: BodyOf<Calls['submitMaintenanceReport']>) {
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
