import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clockOffsetHeader, madeAtHeader } from '#contract/calls/sync.ts';
import type { TaskRecord } from '#contract/records/ward.ts';
import { followUpTaskId } from '#contract/rules/schedule.ts';
import { eventSentence } from '#contract/rules/work-events.ts';
import { checkTasks } from '#server/jobs/check-tasks.ts';
import { addOpenTasks } from '#tests/support/open-tasks.ts';
import { runMigration } from '#tests/support/run-migration.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

const minuteMs = 60_000;
let server: TestServer;
let asha: TestClient;
let binu: TestClient;
let office: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  await addOpenTasks(server.database.db, server.city, server.clock.now);
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

const timelineOf = (task: TaskRecord | undefined) =>
  task?.events.map((event) => [event.by, eventSentence(event, 'staff')]);
const told = async (id: string) => timelineOf(await taskOf(id));
/** Creates an open task that no other test uses. */
const newTask = async (): Promise<string> =>
  (await tasks()).find(({ closedAt, events }) => closedAt === null && events.length === 0)?.id ?? expect.fail();
const reported = ['A. Rao', 'Action required: Order a hose (actions taken: a hose checked)'];
const reportOf = (TaskId: string, what = 'a hose') => ({
  TaskId,
  ActionsTaken: `${what} checked`,
  IsActionRequired: true,
  ActionRequiredDetails: `Order ${what}`,
});
const before = (minutes: number): string => new Date(server.clock.now.getTime() - minutes * minuteMs).toISOString();
const madeBefore = (minutes: number) => ({ [madeAtHeader]: before(minutes), [clockOffsetHeader]: '0' });
const reportOn = (id: string, minutes = 0) =>
  asha.call('submitMaintenanceReport', { body: reportOf(id), headers: madeBefore(minutes) });

/** Leaves a ticket Pending and returns its follow-up task. */
async function leftPending(serial: string) {
  const body = {
    installationBaseId: server.city.devices[serial] ?? '',
    issueType: 'Electrical' as const,
    problemReported: 'No display',
    priority: 'High' as const,
    reportedDate: before(300),
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

test('P192 a report on a removed follow-up task restores it as cancelled', async () => {
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

test('P191 the migration keeps the values of old task columns, and restores tasks removed with their source', async () => {
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
  expect(await taskOf(open)).toMatchObject({ cancelledAt: null, actionTaken: 'a hose checked' });
  // The ticket is still Pending, so the nightly check reopens the task.
  await checkTasks(db, server.clock.now);
  expect(await taskOf(taskId)).toMatchObject({ cancelledAt: null, actionRequired: true });
  await asha.call('closeTicket', { body: { id, actionTaken: 'Hose replaced' } });
  await checkTasks(db, server.clock.now);
  expect(await taskOf(taskId)).toMatchObject({ cancelledAt: server.clock.now.toISOString() });
});

test.each([
  ['the earlier report arrives first', [90, 10]],
  ['the later report arrives first', [10, 90]],
] as const)(
  'P191 two authors report on one task, %s: both reports are kept, the later one is shown',
  async (_name, order) => {
    const taskId = await newTask();
    const made = { 90: { user: asha, text: 'a cell' }, 10: { user: binu, text: 'a filter' } };
    for (const minutes of order) {
      const { user, text } = made[minutes];
      const body = reportOf(taskId, text);
      const { answer } = await user.call('submitMaintenanceReport', { body, headers: madeBefore(minutes) });
      expect(answer).toEqual({ id: taskId, status: 'Action Required' });
    }
    const task = await taskOf(taskId);
    expect(timelineOf(task)).toEqual([
      ['A. Rao', 'Action required: Order a cell (actions taken: a cell checked)'],
      ['B. Nair', 'Action required: Order a filter (actions taken: a filter checked)'],
    ]);
    expect(task).toMatchObject({
      actionRequired: true,
      actionRequiredDetails: 'Order a filter',
      actionTaken: 'a filter checked',
    });
  },
);

test.each([
  ['the closing arrives first', ['close', 'report']],
  ['the report arrives first', ['report', 'close']],
] as const)(
  'P191 one author closes a task and another reports on it, %s: both are kept and shown',
  async (_name, order) => {
    const taskId = await newTask();
    const notices = [];
    for (const act of order) {
      const { answer } =
        act === 'close'
          ? await asha.call('closeTask', { body: { taskId, actionTaken: 'Cleaned' }, headers: madeBefore(90) })
          : await binu.call('submitMaintenanceReport', { body: reportOf(taskId, 'a cell'), headers: madeBefore(10) });
      notices.push(answer.notices);
    }
    const ask = 'The task stays closed: report a breakdown if the device still needs work.';
    expect(notices).toEqual([
      undefined,
      [
        order[0] === 'close'
          ? `This task was already closed by A. Rao. Your report is kept. ${ask}`
          : `Meanwhile B. Nair reported that action is required: “Order a cell”. ${ask}`,
      ],
    ]);
    const task = await taskOf(taskId);
    expect(task).toMatchObject({
      closedBy: 'A. Rao',
      closedAt: before(90),
      actionTaken: 'Cleaned',
      actionRequired: false,
    });
    expect(timelineOf(task)).toEqual([
      ['A. Rao', 'Closed'],
      ['B. Nair', 'Action required: Order a cell (actions taken: a cell checked)'],
    ]);
  },
);
