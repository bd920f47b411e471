import * as z from 'zod/mini';
import { defineCall, offlineWrite } from '../define.ts';
import type { EffectContext, FileRef, NoteEntry } from '../define.ts';
import { fileRef, id, localDate, optionalNote, requiredNote } from '../fields.ts';
import { hospitalRoles } from '../permissions.ts';
import type { Patch } from '../replica.ts';
import { afterMaintenance, afterMove } from '../effects/device-record.ts';
import { addDays, hospitalDay } from '../rules/hospital-day.ts';
import { escalate } from '../rules/ticket.ts';
import { withEvent } from '../rules/work-events.ts';
import { chance, pick, someFiles } from '../sample.ts';
import { eventOf } from '../effects/event-of.ts';
import { filesWith } from '../effects/work-files.ts';
import { byButton, changeTask, nameOfTask, onTask, openTask, sampleTarget, streamOf } from './task-write.ts';

const files = z._default(z.array(fileRef).check(z.maxLength(10)), []);

/** Close a task. Source: docs/product.md P34. */
export const closeTaskBody = z.object({
  taskId: id(),
  actionTaken: requiredNote('Actions Taken is required.'),
  files,
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
  })
  .check(
    z.refine((report) => !report.IsActionRequired || report.ActionRequiredDetails !== '', {
      error: 'Please provide details for the required action.',
      path: ['ActionRequiredDetails'],
    }),
  );

/** A further note on a closed task or ticket: the second of two closings (docs/product.md P52). */
const taskNoteBody = z.object({ taskId: id(), note: requiredNote('Please write a note.'), files });
const assignBody = z.object({ taskId: id(), technicianId: id('Please choose a technician.') });

/** Another day for planned work. Source: docs/decisions/253-bulk-work.md. */
export const moveTaskBody = z.object({
  taskId: id(),
  to: localDate('Please choose a date.'),
  reason: requiredNote('Please give the reason.'),
});

const dispatchBody = z.object({ taskId: id() });

const taskStatusAnswer = z.object({ id: z.string(), status: z.string(), notices: z.optional(z.array(z.string())) });

/** What the closing of a task changes: the task, and when its device was and will be looked after. */
function closing(taskId: string, actionTaken: string, refs: FileRef[], context: EffectContext): Patch[] {
  const { at, user, timeZone, view } = context;
  const patches = changeTask(taskId, eventOf(context, 'closed', {}), (task) => ({
    actionTaken,
    closedAt: at,
    closedBy: user.name,
    actionRequired: false,
    files: filesWith(task, refs),
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

const taskNote = offlineWrite(taskNoteBody, {
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

/** Everything the second of two closings says, as a note with its files, so that no fact is lost. */
function closingNote(taskId: string, lines: string[], refs: z.output<typeof files>, code: string): NoteEntry | null {
  if (code !== 'task.already_closed') return null;
  return { write: taskNote, body: { taskId, note: lines.join('\n'), files: refs } };
}

/** What is done on a task until it is closed, and the notes after that. */
export const taskWorkCalls = {
  closeTask: defineCall({
    method: 'POST',
    path: '/BMEDashboard/task/close',
    summary: 'Close a maintenance task',
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
      effect: (body, context) => closing(body.taskId, body.actionTaken, body.files, context),
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
      title: (body, view) => `Report on ${nameOfTask(view, body.TaskId)}`,
      files: (body) => body.files,
      effect: (body, context) =>
        body.IsActionRequired
          ? changeTask(
              body.TaskId,
              eventOf(context, 'action-required', { details: body.ActionRequiredDetails }),
              (task) => ({
                actionRequired: true,
                actionRequiredDetails: body.ActionRequiredDetails,
                actionTaken: body.ActionsTaken,
                files: filesWith(task, body.files),
              }),
            )
          : closing(body.TaskId, body.ActionsTaken, body.files, context),
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
  /** The documents define it and no screen uses it: the report under its second path. */
  submitMaintenanceClose: defineCall({
    method: 'POST',
    path: '/BMEDashboard/maintenance/submit-close',
    summary: 'Submit an outstanding task report by its second path; the app uses Maintenance/submit-report',
    access: hospitalRoles,
    body: maintenanceReportBody,
    answer: taskStatusAnswer,
    errors: ['task.already_closed', 'record.unknown'],
  }),
  addTaskNote: defineCall({
    method: 'POST',
    path: '/BMEDashboard/task/note',
    summary: 'Add a note, with its files, to a task that is closed already',
    access: hospitalRoles,
    body: taskNoteBody,
    answer: taskStatusAnswer,
    errors: ['record.unknown'],
    offline: taskNote,
  }),
  assignTask: defineCall({
    method: 'POST',
    path: '/BMEDashboard/task/assign',
    summary: 'Set the technician of a task',
    access: hospitalRoles,
    body: assignBody,
    answer: taskStatusAnswer,
    errors: ['task.already_closed', 'record.unknown'],
    offline: offlineWrite(assignBody, {
      ...onTask,
      ...byButton,
      kind: 'task.assign',
      title: (body, view) =>
        `Assign ${view.get('technician', body.technicianId)?.name ?? 'technician'} to ${nameOfTask(view, body.taskId)}`,
      effect(body, context) {
        const technicianName = context.view.get('technician', body.technicianId)?.name ?? null;
        const chosen = { technicianId: body.technicianId, technicianName };
        return changeTask(body.taskId, eventOf(context, 'assigned', chosen), () => chosen);
      },
      sample(source, view) {
        const task = openTask(source, view);
        const technician = pick(source, view.all('technician'));
        return task && technician ? { taskId: task.id, technicianId: technician.id } : null;
      },
    }),
  }),
  moveTask: defineCall({
    method: 'POST',
    path: '/BMEDashboard/task/move',
    summary: 'Move a task to another day, with the reason; it stays there until its plan asks for a different day',
    access: hospitalRoles,
    body: moveTaskBody,
    answer: taskStatusAnswer,
    errors: ['task.already_closed', 'record.unknown'],
    offline: offlineWrite(moveTaskBody, {
      ...onTask,
      ...byButton,
      kind: 'task.move',
      title: (body, view) => `Move ${nameOfTask(view, body.taskId)}`,
      effect({ taskId, to, reason }, context) {
        const patches: Patch[] = [
          {
            kind: 'task',
            id: taskId,
            change(task) {
              const event = eventOf(context, 'moved', { from: task.taskDate, to, reason });
              return withEvent(task, event, () => ({ taskDate: to }));
            },
          },
        ];
        const deviceId = context.view.get('task', taskId)?.deviceId;
        if (deviceId === undefined) return patches;
        const tasks = context.view.tasksOf(deviceId);
        patches.push({ kind: 'device', id: deviceId, change: (device) => afterMove(device, taskId, to, tasks) });
        return patches;
      },
      sample(source, view) {
        const task = openTask(source, view);
        if (!task) return null;
        const days = 1 + Math.floor(source.next() * 40);
        return { taskId: task.id, to: addDays(task.taskDate, days), reason: source.text() };
      },
    }),
  }),
  dispatchTask: defineCall({
    method: 'POST',
    path: '/BMEDashboard/task/dispatch',
    summary: 'Write down when the technician left',
    access: hospitalRoles,
    body: dispatchBody,
    answer: taskStatusAnswer,
    errors: ['task.already_closed', 'record.unknown'],
    offline: offlineWrite(dispatchBody, {
      ...onTask,
      ...byButton,
      kind: 'task.dispatch',
      title: (body, view) => `Dispatch technician to ${nameOfTask(view, body.taskId)}`,
      effect: (body, context) =>
        changeTask(body.taskId, eventOf(context, 'dispatched', {}), () => ({ dispatchedAt: context.at })),
      sample: sampleTarget,
    }),
  }),
  escalateTask: defineCall({
    method: 'POST',
    path: '/BMEDashboard/task/escalate',
    summary: 'Raise the priority of a task one step',
    access: hospitalRoles,
    body: dispatchBody,
    answer: taskStatusAnswer,
    errors: ['task.already_closed', 'record.unknown'],
    offline: offlineWrite(dispatchBody, {
      ...onTask,
      ...byButton,
      kind: 'task.escalate',
      title: (body, view) => `Escalate ${nameOfTask(view, body.taskId)}`,
      effect: (body, context) => [
        {
          kind: 'task',
          id: body.taskId,
          change(task) {
            const priority = escalate(task.priority);
            const event = eventOf(context, 'escalated', { to: priority });
            return withEvent(task, event, () => ({ priority, escalatedAt: context.at }));
          },
        },
      ],
      sample: sampleTarget,
    }),
  }),
};
