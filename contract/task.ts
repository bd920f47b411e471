import * as z from 'zod/mini';
import { defineCall, offlineWrite } from './define.ts';
import type { FileRef } from './define.ts';
import { fileRef, id, option, optionalNote, requiredNote } from './fields.ts';
import { hospitalRoles } from './permissions.ts';
import { deviceOf } from './replica.ts';
import type { Patch, ReplicaView, TaskRecord } from './replica.ts';
import { taskStatuses, taskTypes } from './rules/task-status.ts';
import { escalate, priorities } from './rules/ticket.ts';

const files = z._default(z.array(fileRef).check(z.maxLength(10)), []);

/** Close a task. Source: document 2, sections 3 and 5. */
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

/** The Outstanding Task Report. Source: document 2, sections 3 and 5. */
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

/** A further note on a closed task or ticket: the second of two closings (sync.md section 6). */
const taskNoteBody = z.object({ taskId: id(), note: requiredNote('Please write a note.'), files });
const assignBody = z.object({ taskId: id(), technicianId: id('Please choose a technician.') });
const dispatchBody = z.object({ taskId: id() });

const taskStatusAnswer = z.object({ id: z.string(), status: z.string(), notices: z.optional(z.array(z.string())) });

const taskItem = z.object({
  id: z.string(),
  name: z.string(),
  serialNumber: z.string(),
  warrantyNumber: z.nullable(z.string()),
  taskDate: z.string(),
  type: z.enum(taskTypes),
  status: z.enum(taskStatuses),
  priority: z.enum(priorities),
  technicianName: z.nullable(z.string()),
});

const monthQuery = {
  year: z.coerce.number().check(z.int(), z.minimum(1950), z.maximum(2100)),
  month: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(12)),
};

function nameOf(view: ReplicaView, taskId: string): string {
  const task = view.get('task', taskId);
  if (!task) return 'task';
  const serial = deviceOf(view, task)?.serialNumber;
  return serial === undefined ? task.type : `${task.type} of ${serial}`;
}

function awaited(refs: FileRef[]): TaskRecord['files'] {
  return refs.map(({ sha256, name, mime, size }) => ({ sha256, name, mime, size, received: false }));
}

function closed(task: TaskRecord, actionTaken: string, refs: FileRef[], at: string, by: string): TaskRecord {
  return {
    ...task,
    actionTaken,
    closedAt: at,
    closedBy: by,
    actionRequired: false,
    files: [...task.files, ...awaited(refs)],
  };
}

/** What every offline write on a task has in common: its stream and its device-less targets. */
const onTask = {
  version: 1,
  stream: (body: { taskId: string }) => `task:${body.taskId}`,
  deviceIds: () => [],
};

const changeTask = (taskId: string, change: (task: TaskRecord) => TaskRecord): Patch[] => [
  { kind: 'task', id: taskId, change },
];

export const taskCalls = {
  upcomingTasks: defineCall({
    method: 'GET',
    path: '/BMEDashboard/tasks/upcoming',
    summary: 'Overdue tasks and those of the next 30 days',
    access: hospitalRoles,
    answer: z.array(taskItem),
  }),
  taskDates: defineCall({
    method: 'GET',
    path: '/BMEDashboard/tasks/dates',
    summary: 'Days of a month that have tasks',
    access: hospitalRoles,
    query: z.object(monthQuery),
    answer: z.array(z.number()),
  }),
  tasksByDate: defineCall({
    method: 'GET',
    path: '/BMEDashboard/tasks/bydate',
    summary: 'The tasks of a day',
    access: hospitalRoles,
    query: z.object({ ...monthQuery, day: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(31)) }),
    answer: z.array(taskItem),
  }),
  technicians: defineCall({
    method: 'GET',
    path: '/BMEDashboard/technicians',
    summary: 'The engineers a task or ticket can be given to',
    access: hospitalRoles,
    answer: z.array(option),
  }),
  closeTask: defineCall({
    method: 'POST',
    path: '/BMEDashboard/task/close',
    summary: 'Close a maintenance task',
    access: hospitalRoles,
    body: closeTaskBody,
    multipart: true,
    answer: taskStatusAnswer,
    errors: ['task.already_closed', 'record.unknown', 'file.too_large', 'file.wrong_type'],
    offline: offlineWrite(closeTaskBody, {
      ...onTask,
      kind: 'task.close',
      title: (body, view) => `Close ${nameOf(view, body.taskId)}`,
      files: (body) => body.files,
      effect: (body, { madeAt, user }) =>
        changeTask(body.taskId, (task) => closed(task, body.actionTaken, body.files, madeAt, user.name)),
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
    errors: ['task.already_closed', 'record.unknown', 'file.too_large', 'file.wrong_type'],
    offline: offlineWrite(maintenanceReportBody, {
      version: 1,
      kind: 'task.report',
      stream: (body) => `task:${body.TaskId}`,
      deviceIds: () => [],
      title: (body, view) => `Report on ${nameOf(view, body.TaskId)}`,
      files: (body) => body.files,
      effect: (body, { madeAt, user }) =>
        changeTask(body.TaskId, (task) =>
          body.IsActionRequired
            ? {
                ...task,
                actionRequired: true,
                actionRequiredDetails: body.ActionRequiredDetails,
                actionTaken: body.ActionsTaken,
                files: [...task.files, ...awaited(body.files)],
              }
            : closed(task, body.ActionsTaken, body.files, madeAt, user.name),
        ),
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
    offline: offlineWrite(taskNoteBody, {
      ...onTask,
      kind: 'task.note',
      title: (body, view) => `Note on ${nameOf(view, body.taskId)}`,
      files: (body) => body.files,
      effect: (body, { madeAt, user }) =>
        changeTask(body.taskId, (task) => ({
          ...task,
          notes: [...task.notes, { text: body.note, by: user.name, at: madeAt }],
          files: [...task.files, ...awaited(body.files)],
        })),
    }),
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
      kind: 'task.assign',
      title: (body, view) =>
        `Assign ${view.get('technician', body.technicianId)?.name ?? 'technician'} to ${nameOf(view, body.taskId)}`,
      files: () => [],
      effect: (body, { view }) =>
        changeTask(body.taskId, (task) => ({
          ...task,
          technicianId: body.technicianId,
          technicianName: view.get('technician', body.technicianId)?.name ?? null,
        })),
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
      kind: 'task.dispatch',
      title: (body, view) => `Dispatch technician to ${nameOf(view, body.taskId)}`,
      files: () => [],
      effect: (body, { madeAt }) => changeTask(body.taskId, (task) => ({ ...task, dispatchedAt: madeAt })),
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
      kind: 'task.escalate',
      title: (body, view) => `Escalate ${nameOf(view, body.taskId)}`,
      files: () => [],
      effect: (body, { madeAt }) =>
        changeTask(body.taskId, (task) => ({ ...task, priority: escalate(task.priority), escalatedAt: madeAt })),
    }),
  }),
};

/** A task as lists show it. */
export type TaskItem = z.output<typeof taskItem>;
