import * as z from '../../zod.ts';
import { defineCall, offlineWrite } from '../../define.ts';
import { id, localDate, optionalText, requiredNote } from '../../fields.ts';
import { hospitalRoles } from '../../permissions.ts';
import type { TaskRecord } from '../../records/ward.ts';
import type { Patch } from '../../records/replica.ts';
import { afterMove } from '../../effects/device-record.ts';
import { addDays, hospitalDay } from '../../rules/hospital-day.ts';
import { daysAfterMove } from '../../rules/task-days.ts';
import { escalate } from '../../rules/ticket.ts';
import { isLatest, withEvent } from '../../rules/work-events.ts';
import { pick, someText } from '../../sample.ts';
import { eventOf } from '../../effects/event-of.ts';
import {
  byButton,
  changeTask,
  datedTask,
  nameOfTask,
  onTask,
  openTask,
  sampleTarget,
  taskStatusAnswer,
} from './write.ts';

const assignBody = z.object({ taskId: id(), technicianId: id('Please choose a technician.') });

/** Another day for planned work. Source: docs/decisions/253-bulk-work.md. */
export const moveTaskBody = z.object({
  taskId: id(),
  to: localDate('Please choose a date.'),
  reason: requiredNote('Please give the reason.'),
  /** Who agreed to the move; without a name, it is recorded as a move without approval. */
  approver: optionalText(),
});

const dispatchBody = z.object({ taskId: id() });

/** Writes on a task before it is closed. */
export const taskWorkCalls = {
  assignTask: defineCall({
    method: 'POST',
    path: '/BMEDashboard/task/assign',
    summary: 'Set the technician of a task',
    activity: 'Assign a task',
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
        const event = eventOf(context, 'assigned', chosen);
        return changeTask(body.taskId, event, ({ events }) => (isLatest(event, events) ? chosen : {}));
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
    activity: 'Move a task',
    access: hospitalRoles,
    body: moveTaskBody,
    answer: taskStatusAnswer,
    errors: ['task.already_closed', 'record.unknown'],
    offline: offlineWrite(moveTaskBody, {
      ...onTask,
      ...byButton,
      kind: 'task.move',
      title: (body, view) => `Move ${nameOfTask(view, body.taskId)}`,
      effect({ taskId, to, reason, approver }, context) {
        const { at, view } = context;
        const moveOf = (task: TaskRecord) => daysAfterMove(datedTask(task), { at, to });
        const patches: Patch[] = [
          {
            kind: 'task',
            id: taskId,
            change(task) {
              const { from, days } = moveOf(task);
              const { dueOn } = task;
              const said = { from, to, reason, ...(approver && { approver }), ...(dueOn && { dueOn }) };
              return withEvent(task, eventOf(context, 'moved', said), () => days ?? {});
            },
          },
        ];
        const task = view.get('task', taskId);
        const days = task && moveOf(task).days;
        if (!task || !days) return patches;
        const today = hospitalDay(context.at, context.timeZone);
        const tasks = view.tasksOf(task.deviceId);
        patches.push({
          kind: 'device',
          id: task.deviceId,
          change: (device) => afterMove(device, taskId, days.taskDate, tasks, today),
        });
        return patches;
      },
      sample(source, view) {
        const task = openTask(source, view);
        if (!task) return null;
        const days = 1 + Math.floor(source.next() * 40);
        return { taskId: task.id, to: addDays(task.taskDate, days), reason: source.text(), approver: someText(source) };
      },
    }),
  }),
  dispatchTask: defineCall({
    method: 'POST',
    path: '/BMEDashboard/task/dispatch',
    summary: 'Write down when the technician left',
    activity: 'Dispatch the technician of a task',
    access: hospitalRoles,
    body: dispatchBody,
    answer: taskStatusAnswer,
    errors: ['task.already_closed', 'record.unknown'],
    offline: offlineWrite(dispatchBody, {
      ...onTask,
      ...byButton,
      kind: 'task.dispatch',
      title: (body, view) => `Dispatch technician to ${nameOfTask(view, body.taskId)}`,
      effect(body, context) {
        const event = eventOf(context, 'dispatched', {});
        const left = { dispatchedAt: context.at };
        return changeTask(body.taskId, event, ({ events }) => (isLatest(event, events) ? left : {}));
      },
      sample: sampleTarget,
    }),
  }),
  escalateTask: defineCall({
    method: 'POST',
    path: '/BMEDashboard/task/escalate',
    summary: 'Raise the priority of a task one step',
    activity: 'Escalate a task',
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
