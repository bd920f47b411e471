import type { EffectContext } from '../define.ts';
import type { TicketRecord } from '../records/ward.ts';
import type { Patch, ReplicaView } from '../records/replica.ts';
import { withoutTask, withTask } from './device-record.ts';
import { hospitalDay } from '../rules/hospital-day.ts';
import { goneReason } from '../rules/task-reports.ts';
import { isOpenTask } from '../rules/task-status.ts';
import { followUpDate, followUpTaskId } from '../rules/schedule.ts';
import { furtherEventId, withEvent, workEvent } from '../rules/work-events.ts';

/**
 * Creates the CM task of a ticket left Pending, and updates its device. A ticket has at most one: none is created if
 * the ticket is already Pending or its device is retired. Source: docs/product.md P32.
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

/**
 * Removes the open follow-up task of a closed ticket from the replica; one with a report is cancelled instead. Source:
 * docs/product.md P36 and P192.
 */
export function withoutFollowUp({ followUpTaskId: id, deviceId }: TicketRecord, context: EffectContext): Patch[] {
  const { at, commandId, timeZone, view } = context;
  const task = id === null ? undefined : view.get('task', id);
  // A task with an attempt stays, as on the server.
  if (!task || !isOpenTask(task) || task.attempt !== null) return [];
  const tasks = view.tasksOf(deviceId);
  const device: Patch = {
    kind: 'device',
    id: deviceId,
    change: (record) => withoutTask(record, task.id, tasks, hospitalDay(at, timeZone)),
  };
  if (!task.actionRequired) return [{ kind: 'task', id: task.id, remove: true }, device];
  const facts = { id: furtherEventId(commandId, 'cancelled'), at, receivedAt: null, by: null, byRole: null };
  const event = workEvent('cancelled', { reason: goneReason('ticket', false) }, facts);
  return [
    { kind: 'task', id: task.id, change: (record) => withEvent(record, event, () => ({ cancelledAt: at })) },
    device,
  ];
}
