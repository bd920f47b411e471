import * as z from '../../zod.ts';
import { defineCall, offlineWrite } from '../../define.ts';
import { afterMove, withTask } from '../../effects/device-record.ts';
import { eventOf } from '../../effects/event-of.ts';
import { id } from '../../fields.ts';
import { hospitalRoles } from '../../permissions.ts';
import type { WorkEventKind } from '../../records/work-event.ts';
import type { DeviceRecord } from '../../records/ward.ts';
import type { Patch } from '../../records/replica.ts';
import { hospitalDay } from '../../rules/hospital-day.ts';
import { undoOf } from '../../rules/undo.ts';
import { pick } from '../../sample.ts';
import { byButton, changeTask, nameOfTask, onTask, taskStatusAnswer } from './write.ts';

/** `act` is the entry that is undone: the event that it made has its id. */
const undoBody = z.object({ taskId: id(), act: id() });

const undoable = new Set<WorkEventKind>(['assigned', 'moved', 'cancelled']);

/** Undoing an assignment, a move or a cancellation. Source: docs/decisions/465-undo-of-acts-on-tasks.md. */
export const taskUndoCalls = {
  undoTask: defineCall({
    method: 'POST',
    path: '/BMEDashboard/task/undo',
    summary:
      'Undo what was done to a task: its assignment, move or cancellation, within an hour and unless changed since',
    activity: 'Undo an assignment, move or cancellation of a task',
    access: hospitalRoles,
    body: undoBody,
    answer: taskStatusAnswer,
    errors: ['record.unknown'],
    offline: offlineWrite(undoBody, {
      ...onTask,
      ...byButton,
      kind: 'task.undo',
      title: (body, view) => `Undo: ${nameOfTask(view, body.taskId)}`,
      effect({ taskId, act }, context) {
        const { at, user, view, timeZone } = context;
        const task = view.get('task', taskId);
        const undoing = task && undoOf(task.events, { act, by: user.name, at });
        if (!task || !undoing?.kind) return [];
        const event = eventOf(context, undoing.kind, undoing.data);
        const tasks = view.tasksOf(task.deviceId);
        const today = hospitalDay(at, timeZone);
        const onDevice = (change: (device: DeviceRecord) => DeviceRecord): Patch => ({
          kind: 'device',
          id: task.deviceId,
          change,
        });
        switch (undoing.kind) {
          case 'assigned':
            return changeTask(taskId, event, () => undoing.data);
          case 'moved': {
            const { data, dueOn } = undoing;
            return [
              ...changeTask(taskId, event, () => ({ taskDate: data.to, dueOn })),
              onDevice((device) => afterMove(device, taskId, data.to, tasks, today)),
            ];
          }
          case 'resumed':
            return [
              ...changeTask(taskId, event, () => ({ cancelledAt: null })),
              onDevice((device) => withTask(device, task.taskDate)),
            ];
        }
      },
      sample(source, view) {
        const acts = view.all('task').flatMap(({ id: taskId, events }) => {
          const last = events.at(-1);
          return last && undoable.has(last.kind) ? { taskId, act: last.id } : [];
        });
        return pick(source, acts) ?? null;
      },
    }),
  }),
};
