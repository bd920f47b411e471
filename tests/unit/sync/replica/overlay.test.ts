import { expect, it, vi } from 'vitest';
import { offlineWrites } from '#contract/index.ts';
import type { OfflineCallName } from '#contract/index.ts';
import type { TaskRecord, TemplateRecord } from '#contract/records/ward.ts';
import { vendorAtClosing } from '#contract/rules/work-events.ts';
import { layOver } from '#sync/replica/overlay.ts';
import { openReplica } from '#sync/replica/replica.ts';
import type { Command } from '#sync/outbox/command.ts';
import { outboxCommand, roundTemplateId, submitRoundCommand } from '#tests/support/commands.ts';
import { deviceIdAt, deviceRows } from '#tests/support/device-rows.ts';
import { createChangeServer, createDeviceWorld } from '#tests/support/replica-world.ts';
import { ticketRecord } from '#tests/support/ward-records.ts';

const context = { timeZone: 'Asia/Kolkata' };
const taskId = '10000000-0000-4000-8000-000000000001';
const technicianId = '30000000-0000-4000-8000-000000000001';

const task: TaskRecord = {
  id: taskId,
  deviceId: deviceIdAt(0),
  type: 'PM',
  taskDate: '2026-01-05',
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
};
const template: TemplateRecord = {
  id: roundTemplateId,
  name: 'ICU morning',
  departmentId: null,
  deviceIds: [deviceIdAt(0), deviceIdAt(1)],
  completedRoundsCount: 3,
  lastRoundAt: null,
  lastRoundOn: null,
  revision: 'r1',
};

let made = 0;

/** Builds an entry made after all previous ones. */
function command(name: OfflineCallName, body: unknown, facts: Partial<Command> = {}): Command {
  made += 1;
  return outboxCommand(made, name, body, facts);
}

const answered = (version: number | null): Pick<Command, 'state' | 'answer'> => ({
  state: 'acked',
  answer: { status: 200, body: {}, version, replayed: false, at: '2026-01-05T09:01:00.000Z' },
});

const closing = (facts: Partial<Command> = {}) =>
  command('closeTask', { taskId, actionTaken: 'Filter changed' }, facts);
const escalating = () => command('escalateTask', { taskId });
const round = (facts: Partial<Command> = {}) => {
  made += 1;
  return submitRoundCommand(made, 'h1', [deviceIdAt(0), deviceIdAt(1)], facts);
};

async function ward() {
  const server = createChangeServer();
  server.put('device', ...deviceRows(10));
  server.put('task', task);
  server.put('template', template);
  const replica = await openReplica({ ports: createDeviceWorld().tab(), hospitalId: 'h1' });
  const pull = () => replica.applyPage(server.page(replica.cursor, 1000));
  await pull();
  return { server, replica, pull };
}

it('A task closed offline is shown as closed and pending', async () => {
  const { replica } = await ward();
  const view = layOver(replica, [closing()], context);
  expect(view.get('task', taskId)).toMatchObject({ closedBy: 'A. Rao', actionTaken: 'Filter changed' });
  expect(view.isPending('task', taskId)).toBe(true);
  expect(view.isPending('device', deviceIdAt(1))).toBe(false);
  expect(replica.get('task', taskId)?.closedAt).toBeNull();
  expect(view.all('task')).toEqual([view.get('task', taskId)]);
});

it('A closing keeps the vendor its author saw, even if a pull brings another vendor of the schedule', async () => {
  const { replica, server, pull } = await ward();
  const shownOf = (body: object) => {
    const view = layOver(replica, [command('closeTask', { taskId, actionTaken: 'Cleaned', ...body })], context);
    return [view.get('task', taskId)?.vendorId, vendorAtClosing(view.get('task', taskId)?.events ?? [])];
  };
  server.put('task', { ...task, vendorId: 'v-1' });
  await pull();
  expect(shownOf({})).toEqual(['v-1', 'v-1']);
  server.put('task', { ...task, vendorId: 'v-2' });
  await pull();
  expect([shownOf({ vendorId: 'v-1' }), shownOf({ vendorId: null }), shownOf({})]).toEqual([
    ['v-1', 'v-1'],
    [undefined, null],
    ['v-2', 'v-2'],
  ]);
});

it("A closing shows the device's next due date, even if a pull brings another task", async () => {
  const { replica, server, pull } = await ward();
  const entries = [closing()];
  const deviceOf = () => layOver(replica, entries, context).get('device', task.deviceId);
  expect(deviceOf()).toMatchObject({ lastMaintenanceOn: '2026-01-05', nextMaintenanceOn: null });
  server.put('task', { ...task, id: 'other', taskDate: '2026-05-01' });
  await pull();
  expect(deviceOf()?.nextMaintenanceOn).toBe('2026-05-01');
});

it('A round is shown on its devices, its template and the list of rounds', async () => {
  const { replica } = await ward();
  const entry = round();
  const view = layOver(replica, [entry], context);
  expect(view.get('device', deviceIdAt(1))?.latest?.status).toBe('Not Working');
  expect(view.get('template', roundTemplateId)?.completedRoundsCount).toBe(4);
  expect(view.all('round').map(({ id }) => id)).toEqual([entry.id]);
  expect(view.count('round')).toBe(1);
  expect(view.all('device')).toHaveLength(10);
  expect(view.searchDevices(deviceRows(2)[1]?.serialNumber ?? '', 1)[0]?.latest?.status).toBe('Not Working');
  expect(view.deviceBySerial(deviceRows(2)[1]?.serialNumber ?? '')?.latest?.status).toBe('Not Working');
});

it('Effects apply in the order of the entries, in whatever order they are given', async () => {
  const { replica } = await ward();
  const entries = [escalating(), escalating()];
  expect(layOver(replica, entries.toReversed(), context).get('task', taskId)?.priority).toBe('Critical');
});

it('A follow-up task appears with the ticket left Pending, disappears with its closing, and returns without it', async () => {
  const { replica, server, pull } = await ward();
  const left = { id: 'ticket-1', actionTaken: 'Looked at', isFollowUpRequired: true };
  const done = { id: 'ticket-1', actionTaken: 'Board changed' };
  server.put('ticket', ticketRecord({ id: 'ticket-1', deviceId: task.deviceId, reportedDate: '2026-01-05T08:00:00Z' }));
  await pull();
  const leaving = command('closeTicket', left);
  const pending = layOver(replica, [leaving], context);
  expect(pending.get('ticket', 'ticket-1')).toMatchObject({ status: 'Pending', followUpTaskId: 'ticket-1.cm' });
  expect(pending.get('task', 'ticket-1.cm')).toMatchObject({ type: 'CM', taskDate: '2026-01-12' });
  const closed = layOver(replica, [leaving, command('closeTicket', done)], context);
  expect(closed.get('task', 'ticket-1.cm')).toBeUndefined();
  expect(closed.all('task').map(({ id }) => id)).toEqual([taskId]);
  expect(closed.get('ticket', 'ticket-1')?.events.map(({ kind }) => kind)).toEqual(['left-pending', 'closed']);

  server.put('task', { ...task, id: 'old-follow-up', taskDate: '2026-01-04' });
  server.put('ticket', { ...pending.get('ticket', 'ticket-1')!, followUpTaskId: 'old-follow-up' });
  await pull();
  const secondClosing = command('closeTicket', done);
  const view = layOver(replica, [secondClosing], context);
  expect([view.get('task', 'old-follow-up'), view.count('task')]).toEqual([undefined, 1]);
  expect(view.get('device', task.deviceId)?.nextMaintenanceOn).toBe('2026-01-05');
  expect(view.get('ticket', 'ticket-1')?.status).toBe('Closed');
  const refused = layOver(replica, [{ ...secondClosing, state: 'attention' }], context);
  expect([refused.get('task', 'old-follow-up')?.closedAt, refused.count('task')]).toEqual([null, 2]);
});

it('An escalation that arrived but lost its response raises the priority once', async () => {
  const { replica, server, pull } = await ward();
  const entry = escalating();
  const raised = layOver(replica, [entry], context).get('task', taskId)!;
  expect(raised).toMatchObject({ priority: 'High', events: [{ id: entry.id, kind: 'escalated', receivedAt: null }] });
  const received = raised.events.map((event) => ({ ...event, receivedAt: '2026-01-05T09:00:30.000Z' }));
  server.put('task', { ...raised, events: received });
  await pull();
  expect(layOver(replica, [entry], context).get('task', taskId)).toEqual({ ...raised, events: received });
});

it('CF1 An effect stays after the response until the replica has reached its version', async () => {
  const { replica, server, pull } = await ward();
  const entry = closing();
  layOver(replica, [entry], context);
  const version = server.state.head + 1;
  const acked = { ...entry, ...answered(version) };
  const between = layOver(replica, [acked], context);
  expect(between.get('task', taskId)?.closedBy).toBe('A. Rao');
  expect(between.isPending('task', taskId)).toBe(false);
  server.put('task', { ...task, closedAt: '2026-01-05T09:00:30.000Z', closedBy: 'A. Rao (server)' });
  await pull();
  expect(layOver(replica, [acked], context).get('task', taskId)?.closedBy).toBe('A. Rao (server)');
});

it('CF1 Refused work is not shown as saved', async () => {
  const { replica } = await ward();
  const entry = closing();
  layOver(replica, [entry], context);
  const view = layOver(replica, [{ ...entry, state: 'attention' }], context);
  expect(view.get('task', taskId)?.closedAt).toBeNull();
  expect(view.isPending('task', taskId)).toBe(false);
});

it('A round that arrived but lost its response is not counted twice', async () => {
  const { replica, server, pull } = await ward();
  const entry = round({ state: 'sending' });
  server.put('template', { ...template, completedRoundsCount: 4 });
  const own = layOver(replica, [entry], context).get('round', entry.id);
  server.put('round', { ...own!, by: 'A. Rao (server)' });
  await pull();
  const view = layOver(replica, [entry], context);
  expect(view.get('template', roundTemplateId)?.completedRoundsCount).toBe(4);
  expect(view.all('round')).toEqual([{ ...own, by: 'A. Rao (server)' }]);
});

it('Entries of another hospital, of an unknown kind or with an unreadable body change nothing', async () => {
  const { replica } = await ward();
  const view = layOver(
    replica,
    [closing({ hospitalId: 'h2' }), closing({ version: 99 }), command('closeTask', { taskId: 5 })],
    context,
  );
  expect(view.get('task', taskId)).toBe(replica.get('task', taskId));
});

it('An effect with an unknown technician gets the name when it arrives', async () => {
  const { replica, server, pull } = await ward();
  const entry = command('assignTask', { taskId, technicianId });
  expect(layOver(replica, [entry], context).get('task', taskId)?.technicianName).toBeNull();
  server.put('technician', { id: technicianId, name: 'S. Iyer' });
  await pull();
  expect(layOver(replica, [entry], context).get('task', taskId)?.technicianName).toBe('S. Iyer');
});

it('A view is the same object until outbox or replica changes, and its revision only grows', async () => {
  const { replica, server, pull } = await ward();
  const entry = closing();
  const first = layOver(replica, [entry], context);
  expect(layOver(replica, [{ ...entry, state: 'sending', attempts: 1 }], context)).toBe(first);
  server.put('department', { id: 'd1', name: 'ICU', location: 'A' });
  await pull();
  const second = layOver(replica, [entry], context);
  expect(second.revision).toBeGreaterThan(first.revision);
  expect(layOver(replica, [], context).revision).toBeGreaterThan(second.revision);
});

it('The list of a kind stays the same array while nothing of the kind changes', async () => {
  const { replica, server, pull } = await ward();
  const entries = [round()];
  const first = layOver(replica, entries, context);
  const devices = first.all('device');
  const rounds = first.all('round');
  const tasks = first.all('task');
  const second = layOver(replica, [...entries, escalating()], context);
  expect(second.all('device')).toBe(devices);
  expect(second.all('round')).toBe(rounds);
  expect(second.all('task')).not.toBe(tasks);
  server.put('department', { id: 'd1', name: 'ICU', location: 'A' });
  await pull();
  const third = layOver(replica, entries, context);
  expect(third.all('device')).toBe(devices);
  expect(third.all('task')).toBe(tasks);
  expect(first.all('task')).toBe(tasks);
});

it('An additional entry computes only its own effect', async () => {
  const { replica } = await ward();
  const entries = Array.from({ length: 200 }, () => round());
  const write = offlineWrites.get('daily-round.submit@1')?.write;
  if (!write) throw new Error('no such write');
  const effect = vi.spyOn(write, 'effect');
  layOver(replica, entries, context);
  expect(effect).toHaveBeenCalledTimes(200);
  layOver(replica, [...entries, round()], context);
  expect(effect).toHaveBeenCalledTimes(201);
  layOver(replica, entries.slice(1), context);
  expect(effect).toHaveBeenCalledTimes(201);
  effect.mockRestore();
});
