import type { EffectView, Patch, ReplicaView, TicketRecord } from '../records/ward.ts';
import { withoutTask, withTask } from './device-record.ts';
import { hospitalDay, type LocalDay } from '../rules/hospital-day.ts';
import { isOpenTask } from '../rules/task-status.ts';
import { followUpDate, followUpTaskId } from '../rules/schedule.ts';

/**
 * The CM task that a ticket left Pending brings, with its device. A ticket has at most one: there is none if the ticket
 * is Pending already, and none on a retired device. Source: docs/product.md P32.
 */
export function followUp(ticket: TicketRecord, leftAt: string, timeZone: string, view: ReplicaView): Patch[] {
  const { deviceId } = ticket;
  const id = followUpTaskId(ticket.id);
  if (id === null || ticket.status !== 'Open' || !view.get('device', deviceId)) return [];
  const taskDate = followUpDate(hospitalDay(leftAt, timeZone));
  return [
    {
      kind: 'task',
      id,
      put: {
        id,
        deviceId,
        type: 'CM',
        taskDate,
        dueOn: null,
        attempt: null,
        cancelledAt: null,
        actionRequired: false,
        actionRequiredDetails: '',
        actionTaken: '',
        priority: 'Medium',
        escalatedAt: null,
        technicianId: null,
        technicianName: null,
        dispatchedAt: null,
        closedAt: null,
        closedBy: null,
        warrantyNumber: null,
        events: [],
        files: [],
      },
    },
    { kind: 'device', id: deviceId, change: (device) => withTask(device, taskDate) },
  ];
}

/** Closing a ticket removes its open follow-up task, as far as the replica holds it. Source: docs/product.md P36. */
export function withoutFollowUp(
  { followUpTaskId: id, deviceId }: TicketRecord,
  view: EffectView,
  today: LocalDay,
): Patch[] {
  const task = id === null ? undefined : view.get('task', id);
  // One that somebody has tried to do stays, as the server keeps it.
  if (!task || !isOpenTask(task) || task.attempt !== null) return [];
  const tasks = view.tasksOf(deviceId);
  return [
    { kind: 'task', id: task.id, remove: true },
    { kind: 'device', id: deviceId, change: (device) => withoutTask(device, task.id, tasks, today) },
  ];
}
