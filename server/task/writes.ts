import { daysAfterAttempt, daysAfterMove, type DatedTask } from '#contract/rules/task-days.ts';
import { isCancelledByPeople } from '#contract/rules/task-reports.ts';
import { escalate } from '#contract/rules/ticket.ts';
import { isLatest } from '#contract/rules/work-events.ts';
import { registerFiles } from '../attachment/register.ts';
import type { Handlers } from '../context.ts';
import { tellMentioned } from '../notice/mentions.ts';
import { tell } from '../records/tell.ts';
import { anyTask, change, eventsOf, happened, openTask, type TaskRow, type TaskWrite } from './change.ts';
import { close, makeNext, report } from './closing.ts';
import { laterAssignment, requireTechnician } from './technician.ts';

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

const laterReport = 'A later report asks for action, so the task stays open. Your entry is kept.';

/** Returns the facts that every notice about a write on a task has. */
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

/** Returns a task in the form that the rules about its days expect. */
async function datedTask(ctx: TaskWrite, row: TaskRow): Promise<DatedTask> {
  const { taskDate, dueOn, attemptedAt } = row;
  const events = await eventsOf(ctx, row);
  return { taskDate, dueOn, attemptedAt: attemptedAt?.toISOString() ?? null, events };
}
