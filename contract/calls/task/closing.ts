import * as z from '../../zod.ts';
import { defineCall, offlineWrite } from '../../define.ts';
import type { EffectContext, NoteEntry } from '../../define.ts';
import type { FileRef } from '../../records/values.ts';
import { fileRef, id, optionalNote, requiredNote } from '../../fields.ts';
import { hospitalRoles } from '../../permissions.ts';
import type { TaskRecord } from '../../records/ward.ts';
import type { Patch } from '../../records/replica.ts';
import { afterMaintenance, withTask } from '../../effects/device-record.ts';
import { hospitalDay } from '../../rules/hospital-day.ts';
import { afterReports, staysCancelled } from '../../rules/task-reports.ts';
import { vendorOfWork } from '../../rules/work-events.ts';
import { chance, pick, someFiles } from '../../sample.ts';
import { eventOf } from '../../effects/event-of.ts';
import { filesWith } from '../../effects/work-files.ts';
import {
  changeTask,
  doneByVendor,
  nameOfTask,
  onTask,
  openTask,
  streamOf,
  taskStatusAnswer,
  withVendor,
} from './write.ts';

const files = z._default(z.array(fileRef).check(z.maxLength(10)), []);

/** Close a task. Source: docs/product.md P34. */
export const closeTaskBody = z.object({
  taskId: id(),
  actionTaken: requiredNote('Actions Taken is required.'),
  files,
  vendorId: doneByVendor(),
});

/** A flag as JSON or as a multipart form writes it. */
const flag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false', 'on', ''])]),
  z.transform((value) => value === true || value === 'true' || value === 'on'),
);

/** The Outstanding Task Report. Source: docs/product.md P34. */
export const maintenanceReportBody = z
  .object({
    TaskId: id(),
    ActionsTaken: requiredNote('Actions Taken is required.'),
    IsActionRequired: z._default(flag, false),
    ActionRequiredDetails: optionalNote(),
    files,
    vendorId: doneByVendor(),
  })
  .check(
    z.refine((report) => !report.IsActionRequired || report.ActionRequiredDetails !== '', {
      error: 'Please provide details for the required action.',
      path: ['ActionRequiredDetails'],
    }),
  );

type Report = z.output<typeof maintenanceReportBody>;

/** A note on a task, as its form holds it; its files are kept separately. */
export const taskNoteForm = z.object({ taskId: id(), note: requiredNote('Please write a note.') });

/** A note on a task, open or not; the second of two closings becomes one too (docs/product.md P52). */
const taskNoteBody = z.extend(taskNoteForm, { files });

/** Fields of a closing. */
export interface ClosingWords {
  actionTaken: string;
  files: readonly FileRef[];
  vendorId?: string | null | undefined;
}

/** Applies the closing of a task to the task and to the last and next maintenance of its device. */
export function closing(
  taskId: string,
  { actionTaken, files: refs, vendorId }: ClosingWords,
  context: EffectContext,
): Patch[] {
  const { at, user, timeZone, view } = context;
  const doneBy = vendorOfWork(vendorId, view.get('task', taskId)?.vendorId ?? null);
  const patches = changeTask(taskId, eventOf(context, 'closed', { vendorId: doneBy }), (task) => ({
    actionTaken,
    closedAt: at,
    closedBy: user.name,
    actionRequired: false,
    // Completed work counts, even if the task was cancelled in the meantime.
    cancelledAt: null,
    files: filesWith(task, refs),
    ...(doneBy !== (task.vendorId ?? null) && { vendorId: doneBy ?? undefined }),
  }));
  const deviceId = view.get('task', taskId)?.deviceId;
  if (deviceId === undefined) return patches;
  const tasks = view.tasksOf(deviceId);
  const closedOn = hospitalDay(at, timeZone);
  patches.push({
    kind: 'device',
    id: deviceId,
    change: (device) => afterMaintenance(device, taskId, closedOn, tasks),
  });
  return patches;
}

/** The event of a report that keeps its task open. */
export const saidBy = (report: Pick<Report, 'ActionsTaken' | 'ActionRequiredDetails'>) => ({
  details: report.ActionRequiredDetails,
  actionTaken: report.ActionsTaken,
});

/**
 * Applies a report that keeps its task open; a cancelled task is reopened. A closed task stays closed and stores the
 * report as an event. Source: docs/product.md P191.
 */
export function reporting(report: Omit<Report, 'vendorId'>, context: EffectContext): Patch[] {
  const event = eventOf(context, 'action-required', saidBy(report));
  const isCancelledWith = (task: TaskRecord) => staysCancelled({ ...task, events: [...task.events, event] });
  const patches = changeTask(report.TaskId, event, (task) => ({
    ...(task.closedAt === null && {
      ...afterReports([...task.events, event], task),
      cancelledAt: isCancelledWith(task) ? task.cancelledAt : null,
    }),
    files: filesWith(task, report.files),
  }));
  const task = context.view.get('task', report.TaskId);
  if (!task || task.closedAt !== null || task.cancelledAt === null || isCancelledWith(task)) return patches;
  const { deviceId, taskDate } = task;
  return [...patches, { kind: 'device', id: deviceId, change: (device) => withTask(device, taskDate) }];
}

/** A note on a task: written by a colleague, or made of a closing that somebody else was faster with. */
export const taskNote = offlineWrite(taskNoteBody, {
  ...onTask,
  kind: 'task.note',
  title: (body, view) => `Note on ${nameOfTask(view, body.taskId)}`,
  files: (body) => body.files,
  effect: (body, context) =>
    changeTask(body.taskId, eventOf(context, 'note', { text: body.note }), (task) => ({
      files: filesWith(task, body.files),
    })),
  correctIn: () => null,
  asNote: () => null,
  sample(source, view) {
    const task = pick(source, view.all('task'));
    return task ? { taskId: task.id, note: source.text(), files: someFiles(source) } : null;
  },
});

/** Returns everything in the second of two closings as a note with its files, so that no fact is lost. */
function closingNote(taskId: string, lines: string[], refs: z.output<typeof files>, code: string): NoteEntry | null {
  if (code !== 'task.already_closed') return null;
  return { write: taskNote, body: { taskId, note: lines.join('\n'), files: refs } };
}

/** Writes that end a task: closing, reports, and the notes after that. */
export const taskClosingCalls = {
  closeTask: defineCall({
    method: 'POST',
    path: '/BMEDashboard/task/close',
    summary: 'Close a maintenance task',
    activity: 'Close a task',
    access: hospitalRoles,
    body: closeTaskBody,
    multipart: true,
    answer: taskStatusAnswer,
    errors: ['task.already_closed', 'record.unknown', 'file.too_large', 'file.wrong_type', 'storage.full'],
    offline: offlineWrite(closeTaskBody, {
      ...onTask,
      kind: 'task.close',
      title: (body, view) => `Close ${nameOfTask(view, body.taskId)}`,
      files: (body) => body.files,
      complete: (body, view) => withVendor(body, view, body.taskId),
      effect: (body, context) => closing(body.taskId, body, context),
      correctIn: ({ taskId }) => ({ screen: 'taskClose', taskId }),
      asNote: (body, code) => closingNote(body.taskId, [body.actionTaken], body.files, code),
      sample(source, view) {
        const task = openTask(source, view);
        return task ? { taskId: task.id, actionTaken: source.text(), files: someFiles(source) } : null;
      },
    }),
  }),
  submitMaintenanceReport: defineCall({
    method: 'POST',
    path: '/Maintenance/submit-report',
    summary: 'Submit an outstanding task report: closes the task, or keeps it open with an action required',
    activity: 'Submit a task report',
    access: hospitalRoles,
    body: maintenanceReportBody,
    multipart: true,
    answer: taskStatusAnswer,
    errors: ['task.already_closed', 'record.unknown', 'file.too_large', 'file.wrong_type', 'storage.full'],
    offline: offlineWrite(maintenanceReportBody, {
      version: 1,
      kind: 'task.report',
      stream: (body) => streamOf(body.TaskId),
      about: (body) => body.TaskId,
      deviceIds: () => [],
      complete: (body, view) => withVendor(body, view, body.TaskId),
      title: (body, view) => `Report on ${nameOfTask(view, body.TaskId)}`,
      files: (body) => body.files,
      effect: (body, context) =>
        body.IsActionRequired
          ? reporting(body, context)
          : closing(body.TaskId, { ...body, actionTaken: body.ActionsTaken }, context),
      correctIn: ({ TaskId }) => ({ screen: 'taskClose', taskId: TaskId }),
      asNote({ TaskId, ActionsTaken, ActionRequiredDetails: details, files: refs }, code) {
        const lines = details === '' ? [ActionsTaken] : [ActionsTaken, `Action required: ${details}`];
        return closingNote(TaskId, lines, refs, code);
      },
      sample(source, view) {
        const task = openTask(source, view);
        if (!task) return null;
        const IsActionRequired = chance(source, 0.5);
        return {
          TaskId: task.id,
          ActionsTaken: source.text(),
          IsActionRequired,
          ActionRequiredDetails: IsActionRequired ? source.text() : '',
          files: someFiles(source),
        };
      },
    }),
  }),
  /** The same report under its second path; the documents define it, but no screen uses it. */
  submitMaintenanceClose: defineCall({
    method: 'POST',
    path: '/BMEDashboard/maintenance/submit-close',
    summary: 'Submit an outstanding task report under its second path; the app uses Maintenance/submit-report',
    activity: 'Submit a task report',
    access: hospitalRoles,
    body: maintenanceReportBody,
    answer: taskStatusAnswer,
    errors: ['task.already_closed', 'record.unknown'],
  }),
  addTaskNote: defineCall({
    method: 'POST',
    path: '/BMEDashboard/task/note',
    summary: 'Add a note with its files to a task, open or closed',
    activity: 'Add a note to a task',
    access: hospitalRoles,
    body: taskNoteBody,
    answer: taskStatusAnswer,
    errors: ['record.unknown'],
    offline: taskNote,
  }),
};
