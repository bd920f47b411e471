import { expect, test } from 'vitest';
import type { OfflineCallName } from '#contract/index.ts';
import type { ReplicaView } from '#contract/records/replica.ts';
import { commandOf, prepare } from '#sync/engine/writes/outbox-write.ts';
import { taskRecord } from '#tests/support/ward-records.ts';

const given = taskRecord({ id: 'given', vendorId: 'v-1' });
const own = taskRecord({ id: 'own' });
const view: ReplicaView = {
  get: ((kind: string, id: string) =>
    kind === 'task' ? [given, own].find((task) => task.id === id) : undefined) as ReplicaView['get'],
};
const session = { userId: 'asha', userName: 'A. Rao', hospital: null } as never;

const bodyOf = (name: OfflineCallName, body: object) =>
  commandOf(prepare(name, body), {
    session,
    tabletId: 'tablet',
    now: Date.parse('2026-07-01T06:30:00Z'),
    clockOffsetMs: 0,
    id: 'entry-1',
    view,
    replaces: null,
  }).call.body as { vendorId?: string | null };

const tested = { deviceId: 'd-1', procedureId: 'p-1', version: 1, answers: [], told: 'Pass' };
const closings: [OfflineCallName, (taskId: string) => object][] = [
  ['closeTask', (taskId) => ({ taskId, actionTaken: 'Cleaned' })],
  ['submitMaintenanceReport', (TaskId) => ({ TaskId, ActionsTaken: 'Cleaned' })],
  ['submitTestRecord', (taskId) => ({ ...tested, taskId })],
];

test.each(closings)('an entry of %s records which vendor its author saw on the task', (name, of) => {
  expect(bodyOf(name, of('given')).vendorId).toBe('v-1');
  expect(bodyOf(name, of('own')).vendorId).toBeNull();
  expect(bodyOf(name, of('never heard of'))).not.toHaveProperty('vendorId');
});

test.each(closings)('a corrected entry of %s keeps the vendor it recorded', (name, of) => {
  expect(bodyOf(name, { ...of('given'), vendorId: 'v-0' }).vendorId).toBe('v-0');
  expect(bodyOf(name, { ...of('given'), vendorId: null }).vendorId).toBeNull();
});
