import * as z from '../../zod.ts';
import { defineCall, offlineWrite } from '../../define.ts';
import { id, localDate, optionalNote, requiredNote } from '../../fields.ts';
import { hospitalRoles } from '../../permissions.ts';
import { afterMove, withoutTask } from '../../effects/device-record.ts';
import { eventOf } from '../../effects/event-of.ts';
import type { TaskRecord } from '../../records/ward.ts';
import { formatShortDay } from '../../rules/dates-format.ts';
import { addDays, hospitalDay } from '../../rules/hospital-day.ts';
import { daysAfterAttempt } from '../../rules/task-days.ts';
import { isCancelledByPeople } from '../../rules/task-reports.ts';
import { attemptLabels } from '../../rules/work-events.ts';
import { attemptReasons } from '../../records/work-event.ts';
import { pickOf, someText } from '../../sample.ts';
import { taskNote } from './closing.ts';
import { byButton, changeTask, datedTask, nameOfTask, onTask, openTask, taskStatusAnswer } from './write.ts';

/** Reports work that was attempted and could not be done. Source: docs/product.md P74. */
export const attemptTaskBody = z.object({
  taskId: id(),
  reason: z.enum(attemptReasons, { error: 'Please choose the reason.' }),
  note: optionalNote(),
  next: localDate('Please choose the date of the next try.'),
});

/** Work that will not be done. Source: docs/product.md P76. */
export const cancelTaskBody = z.object({ taskId: id(), reason: requiredNote('Please give the reason.') });

/** Writes on a task that is not done: attempted or cancelled. */
export const taskAttemptCalls = {
  attemptTask: defineCall({
    method: 'POST',
    path: '/BMEDashboard/task/attempt',
    summary: 'Record that a task could not be done, why, and when it will be tried again; it stays open',
    activity: 'Report that a task could not be done',
    access: hospitalRoles,
    body: attemptTaskBody,
    answer: taskStatusAnswer,
    errors: ['task.already_closed', 'record.unknown'],
    offline: offlineWrite(attemptTaskBody, {
      ...onTask,
      ...byButton,
      kind: 'task.attempt',
      title: (body, view) => `Attempt of ${nameOfTask(view, body.taskId)}`,
      effect({ taskId, reason, note, next }, context) {
        const { at, view, timeZone } = context;
        const daysOf = (task: TaskRecord) => daysAfterAttempt(datedTask(task), { at, next });
        const patches = changeTask(taskId, eventOf(context, 'attempted', { reason, note, next }), (task) => {
          const days = daysOf(task);
          return days === null ? {} : { ...days, attempt: { at, reason } };
        });
        const task = view.get('task', taskId);
        const days = task && daysOf(task);
        if (!task || !days) return patches;
        const tasks = view.tasksOf(task.deviceId);
        patches.push({
          kind: 'device',
          id: task.deviceId,
          change: (device) => afterMove(device, taskId, days.taskDate, tasks, hospitalDay(at, timeZone)),
        });
        return patches;
      },
      /** An attempt before the closing is a fact that the task can keep. */
      asNote({ taskId, reason, note, next }, code) {
        if (code !== 'task.already_closed') return null;
        const words = `Attempted: ${attemptLabels[reason]}, next try ${formatShortDay(next)}`;
        return { write: taskNote, body: { taskId, note: note === '' ? words : `${words}\n${note}`, files: [] } };
      },
      sample(source, view) {
        const task = openTask(source, view);
        if (!task) return null;
        const next = addDays(hospitalDay(source.now, source.timeZone), 1 + Math.floor(source.next() * 20));
        return { taskId: task.id, reason: pickOf(source, attemptReasons), note: someText(source), next };
      },
    }),
  }),
  cancelTask: defineCall({
    method: 'POST',
    path: '/BMEDashboard/task/cancel',
    summary: 'Cancel a task, with the reason; it is not created again',
    activity: 'Cancel a task',
    access: hospitalRoles,
    body: cancelTaskBody,
    answer: taskStatusAnswer,
    errors: ['task.already_closed', 'record.unknown'],
    offline: offlineWrite(cancelTaskBody, {
      ...onTask,
      ...byButton,
      kind: 'task.cancel',
      title: (body, view) => `Cancel ${nameOfTask(view, body.taskId)}`,
      effect({ taskId, reason }, context) {
        const { at, view, timeZone } = context;
        const event = eventOf(context, 'cancelled', { reason });
        const cancels = ({ events }: TaskRecord) => isCancelledByPeople([...events, event]);
        const patches = changeTask(taskId, event, (task) =>
          cancels(task) ? { cancelledAt: task.cancelledAt ?? at } : {},
        );
        const known = view.get('task', taskId);
        if (!known || !cancels(known)) return patches;
        const { deviceId } = known;
        const tasks = view.tasksOf(deviceId);
        const today = hospitalDay(at, timeZone);
        patches.push({ kind: 'device', id: deviceId, change: (device) => withoutTask(device, taskId, tasks, today) });
        return patches;
      },
      sample(source, view) {
        const task = openTask(source, view);
        return task ? { taskId: task.id, reason: source.text() } : null;
      },
    }),
  }),
};
