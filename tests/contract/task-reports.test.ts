import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clockOffsetHeader, madeAtHeader } from '#contract/calls/sync.ts';
import type { TaskRecord } from '#contract/records/ward.ts';
import { followUpTaskId } from '#contract/rules/schedule.ts';
import { eventSentence } from '#contract/rules/work-events.ts';
import { checkTasks } from '#server/jobs/check-tasks.ts';
import { runMigration } from '#tests/support/run-migration.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

const minuteMs = 60_000;
let server: TestServer;
let asha: TestClient;
let binu: TestClient;
let office: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  asha = await server.as(server.city.users.bme);
  binu = await server.as(server.city.users.secondBme);
  office = await server.as(server.city.users.hospital);
});
afterAll(() => server.close());

async function tasks(): Promise<TaskRecord[]> {
  const { answer } = await asha.call('syncChanges', { query: { limit: 10_000 } });
  return (answer.rows.find(({ kind }) => kind === 'task')?.rows ?? []) as unknown as TaskRecord[];
}
const taskOf = async (id: string) => (await tasks()).find((task) => task.id === id);
const told = async (id: string) => (await taskOf(id))?.events.map((event) => [event.by, eventSentence(event, 'staff')]);
const reported = ['A. Rao', 'Action required: Order a hose (actions taken: Hose taped)'];
const reportOf = (TaskId: string) => ({
  TaskId,
  ActionsTaken: 'Hose taped',
  IsActionRequired: true,
  ActionRequiredDetails: 'Order a hose',
});
const reportOn = (id: string, minutes = 0) =>
  asha.call('submitMaintenanceReport', {
    body: reportOf(id),
    headers: {
      [madeAtHeader]: new Date(server.clock.now.getTime() - minutes * minuteMs).toISOString(),
      [clockOffsetHeader]: '0',
    },
  });

/** A ticket left Pending, whose follow-up task is returned. */
async function leftPending(serial: string) {
  const body = {
    installationBaseId: server.city.devices[serial] ?? '',
    issueType: 'Electrical' as const,
    problemReported: 'No display',
    priority: 'High' as const,
    reportedDate: new Date(server.clock.now.getTime() - 300 * minuteMs).toISOString(),
  };
  const { id } = (await asha.call('reportTicket', { body, key: randomUUID() })).answer;
  await asha.call('closeTicket', { body: { id, actionTaken: 'Taped', isFollowUpRequired: true } });
  return { id, taskId: followUpTaskId(id) ?? expect.fail() };
}

test('P192 a follow-up task with a report is cancelled, not removed, when another author closes the ticket', async () => {
  const { id, taskId } = await leftPending('VENT-0001');
  await reportOn(taskId);
  await binu.call('closeTicket', { body: { id, actionTaken: 'Hose replaced' } });
  expect(await taskOf(taskId)).toMatchObject({ cancelledAt: server.clock.now.toISOString(), closedAt: null });
  expect(await told(taskId)).toEqual([[null, 'Cancelled: The ticket was closed without a follow-up.'], reported]);
  expect((await asha.call('upcomingTasks', {})).answer.map((task) => task.id)).not.toContain(taskId);
  const late = await reportOn(taskId);
  expect(late.answer).toEqual({
    id: taskId,
    status: 'Cancelled',
    notices: ['This task was cancelled in the meantime. Your entry is kept.'],
  });
});

test('P192 a report on a follow-up task that is gone already brings it back as a cancelled one', async () => {
  const { id, taskId } = await leftPending('VENT-0002');
  await binu.call('closeTicket', { body: { id, actionTaken: 'Hose replaced' } });
  expect(await taskOf(taskId)).toBeUndefined();
  const { answer } = await reportOn(taskId, 30);
  expect(answer).toEqual({
    id: taskId,
    status: 'Cancelled',
    notices: ['This task was cancelled in the meantime. Your entry is kept.'],
  });
  expect(await told(taskId)).toEqual([reported, [null, 'Cancelled: The ticket was closed without a follow-up.']]);
});

test('P192 a reported task of a deleted schedule is cancelled, and open again after Undo', async () => {
  const deviceId = server.city.devices['MON-0002'] ?? '';
  const made = await office.call('createSchedule', {
    body: {
      target: 'device',
      targetId: deviceId,
      kind: 'Inspection',
      title: 'Look at the hose',
      every: 1,
      unit: 'month',
      basis: 'fixed',
      firstDueOn: '2026-07-20',
    },
    key: randomUUID(),
  });
  const id = made.answer.id;
  const task = (await tasks()).find((one) => one.deviceId === deviceId && one.title === 'Look at the hose');
  const taskId = task?.id ?? expect.fail();
  await reportOn(taskId);
  server.clock.advance(minuteMs);
  await office.call('deleteSchedule', { params: { id } });
  expect(await told(taskId)).toEqual([reported, [null, 'Cancelled: Its schedule no longer plans this task.']]);
  server.clock.advance(minuteMs);
  await office.call('restoreSchedule', { params: { id } });
  expect(await taskOf(taskId)).toMatchObject({ cancelledAt: null, actionRequired: true });
  expect((await told(taskId))?.at(-1)).toEqual([null, 'Planned again, so it is open again.']);
  server.clock.advance(minuteMs);
  await office.call('deleteDevice', { params: { id: deviceId } });
  expect((await told(taskId))?.at(-1)).toEqual([null, 'Cancelled: The device was retired.']);
  const { answer } = await reportOn(taskId);
  expect(answer.status).toBe('Cancelled');
  server.clock.advance(minuteMs);
  await office.call('restoreDevice', { params: { id: deviceId } });
  expect(await taskOf(taskId)).toMatchObject({ cancelledAt: null, actionRequired: true });
});

test('P191 the migration keeps what the columns of old tasks still say, and brings back what went with its source', async () => {
  const { id, taskId } = await leftPending('MON-0001');
  const open = server.city.tasks.upcoming;
  for (const each of [taskId, open]) await reportOn(each, 1);
  const { db } = server.database;
  await db.execute(sql`update work_event set data = data - 'actionTaken' where owner_id in (${taskId}, ${open})`);
  await db.execute(sql`update task set removed_at = ${server.clock.now.toISOString()} where id = ${taskId}`);
  await db.execute(sql`update sync_index set deleted = true where entity_id = ${taskId}`);
  expect(await taskOf(taskId)).toBeUndefined();
  await runMigration(db, 'task-reports');
  expect(await told(taskId)).toEqual([reported, [null, 'Cancelled: The ticket was closed without a follow-up.']]);
  expect(await told(open)).toEqual([reported]);
  expect(await taskOf(open)).toMatchObject({ cancelledAt: null, actionTaken: 'Hose taped' });
  // Its ticket is still Pending here, so the nightly check opens it again.
  await checkTasks(db, server.clock.now);
  expect(await taskOf(taskId)).toMatchObject({ cancelledAt: null, actionRequired: true });
  await asha.call('closeTicket', { body: { id, actionTaken: 'Hose replaced' } });
  await checkTasks(db, server.clock.now);
  expect(await taskOf(taskId)).toMatchObject({ cancelledAt: server.clock.now.toISOString() });
});
