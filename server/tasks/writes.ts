import { eq } from 'drizzle-orm';
import type { BodyOf, FileRef } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { taskStatus } from '#contract/rules/task-status.ts';
import { escalate } from '#contract/rules/ticket.ts';
import { registerFiles } from '../attachments/register.ts';
import type { CallContext, Handlers } from '../context.ts';
import { task } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { retiredMeanwhile } from '../installation-base/retired.ts';
import { ApiError, unknownRecord } from '../problem.ts';
import { requireTechnician } from './technician.ts';
import { touchTask } from './settle.ts';

type TaskRow = typeof task.$inferSelect;
type WriteCall =
  | 'closeTask'
  | 'submitMaintenanceReport'
  | 'submitMaintenanceClose'
  | 'addTaskNote'
  | 'assignTask'
  | 'dispatchTask'
  | 'escalateTask';
type TaskWrite = Pick<CallContext<'closeTask'>, 'hospital' | 'actor' | 'time' | 'now'>;

/** Writes on a maintenance task. One that was removed meanwhile takes them too, and comes back when it is closed: no work is lost. */
export const taskWriteHandlers = {
  closeTask: async (ctx) => {
    const row = await openTask(ctx.hospital, ctx.body.taskId);
    return close(ctx, row, ctx.body.actionTaken, ctx.body.files);
  },

  submitMaintenanceReport: (ctx) => report(ctx, ctx.body),

  submitMaintenanceClose: (ctx) => report(ctx, ctx.body),

  addTaskNote: async (ctx) => {
    const { body, hospital, actor, time, now } = ctx;
    const row = await anyTask(hospital, body.taskId);
    await registerFiles(hospital, { kind: 'task', id: row.id }, body.files, actor.name, now);
    const note = { text: body.note, by: actor.name, at: time.at.toISOString() };
    return change(ctx, row, { notes: [...row.notes, note] });
  },

  assignTask: async (ctx) => {
    const { body, hospital, time } = ctx;
    const row = await openTask(hospital, body.taskId);
    const technician = await requireTechnician(hospital, body.technicianId);
    return change(ctx, row, {
      technicianId: technician.id,
      assignedAt: time.at,
      timeline: [...row.timeline, { at: time.at.toISOString(), text: `Technician assigned: ${technician.name}` }],
    });
  },

  dispatchTask: async (ctx) => {
    const row = await openTask(ctx.hospital, ctx.body.taskId);
    return change(ctx, row, {
      dispatchedAt: ctx.time.at,
      timeline: [...row.timeline, { at: ctx.time.at.toISOString(), text: 'Technician dispatched' }],
    });
  },

  escalateTask: async (ctx) => {
    const row = await openTask(ctx.hospital, ctx.body.taskId);
    const priority = escalate(row.priority);
    return change(ctx, row, {
      priority,
      escalatedAt: ctx.time.at,
      timeline: [...row.timeline, { at: ctx.time.at.toISOString(), text: `Escalated to ${priority}` }],
    });
  },
} satisfies Handlers<WriteCall>;

async function anyTask(scope: WriteScope, id: string): Promise<TaskRow> {
  const row = await scope.find(task, eq(task.id, id), { lock: true });
  if (!row) throw unknownRecord('task');
  return row;
}

/** Finds a task and keeps others from changing it. Throws: ApiError `task.already_closed` with who and when. */
async function openTask(scope: WriteScope, id: string): Promise<TaskRow> {
  const row = await anyTask(scope, id);
  if (row.closedAt === null) return row;
  throw new ApiError('task.already_closed', `This task has been closed already by ${row.closedByName ?? 'somebody'}.`, {
    context: { closedBy: row.closedByName, closedAt: row.closedAt.toISOString() },
  });
}

/** Closes the task, or keeps it open with what has to be done. Source: document 3, rule 3.4. */
async function report(ctx: TaskWrite, body: BodyOf<Calls['submitMaintenanceReport']>) {
  const { hospital, actor, time, now } = ctx;
  const row = await openTask(hospital, body.TaskId);
  if (!body.IsActionRequired) return close(ctx, row, body.ActionsTaken, body.files);
  const text = `Action required: ${body.ActionRequiredDetails}`;
  await registerFiles(hospital, { kind: 'task', id: row.id }, body.files, actor.name, now);
  return change(ctx, row, {
    actionRequired: true,
    actionRequiredDetails: body.ActionRequiredDetails,
    actionTaken: body.ActionsTaken,
    timeline: [...row.timeline, { at: time.at.toISOString(), text }],
  });
}

async function close(ctx: TaskWrite, row: TaskRow, actionTaken: string, files: readonly FileRef[]) {
  const { hospital, actor, time, now } = ctx;
  await registerFiles(hospital, { kind: 'task', id: row.id }, files, actor.name, now);
  return change(ctx, row, {
    actionTaken,
    actionRequired: false,
    closedAt: time.at,
    closedOn: hospitalDay(time.at, hospital.facts.timeZone),
    closedById: actor.id,
    closedByName: actor.name,
    removedAt: null,
    timeline: [...row.timeline, { at: time.at.toISOString(), text: 'Closed' }],
  });
}

async function change({ hospital, now }: TaskWrite, row: TaskRow, set: Partial<TaskRow>) {
  await hospital.update(task, set, eq(task.id, row.id));
  const retired = await retiredMeanwhile(hospital, row.deviceId);
  const removed = row.removedAt === null ? [] : ['This task was removed in the meantime. Your entry is kept.'];
  const { taskDate, closedAt, actionRequired, removedAt } = { ...row, ...set };
  if (removedAt === null) touchTask(hospital, row);
  if (retired.length > 0) hospital.tombstone('device', row.deviceId);
  const notices = [...removed, ...retired];
  const status = taskStatus({
    taskDate,
    closedAt: closedAt?.toISOString() ?? null,
    actionRequired,
    today: hospitalDay(now, hospital.facts.timeZone),
  });
  return { id: row.id, status, ...(notices.length > 0 ? { notices } : {}) };
}
