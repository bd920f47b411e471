import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clockOffsetHeader, madeAtHeader } from '#contract/calls/sync.ts';
import type { ReplicaKind, ReplicaRecords, TaskRecord } from '#contract/records/ward.ts';
import { eventSentence } from '#contract/rules/work-events.ts';
import { addOpenTasks } from '#tests/support/open-tasks.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

const minuteMs = 60_000;
let server: TestServer;
let asha: TestClient;
let binu: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  await addOpenTasks(server.database.db, server.city, server.clock.now);
  asha = await server.as(server.city.users.bme);
  binu = await server.as(server.city.users.secondBme);
});
afterAll(() => server.close());

async function replica<K extends ReplicaKind>(kind: K, id: string): Promise<ReplicaRecords[K] | undefined> {
  const { answer } = await asha.call('syncChanges', { query: { limit: 10_000 } });
  const rows = answer.rows.find((group) => group.kind === kind)?.rows ?? [];
  return rows.find((row) => row['id'] === id) as ReplicaRecords[K] | undefined;
}
const read = async (id: string) => (await asha.call('readTicket', { params: { id } })).answer;
const before = (minutes: number): string => new Date(server.clock.now.getTime() - minutes * minuteMs).toISOString();
const madeBefore = (minutes: number) => ({ [madeAtHeader]: before(minutes), [clockOffsetHeader]: '0' });

async function report(): Promise<string> {
  const body = {
    installationBaseId: server.city.devices['VENT-0001'] ?? '',
    issueType: 'Electrical' as const,
    problemReported: 'No display',
    priority: 'High' as const,
    machineStatus: 'System Down' as const,
    reportedDate: before(300),
  };
  return (await asha.call('reportTicket', { body, key: randomUUID() })).answer.id;
}
/** An open task that no other test has touched. */
async function newTask(): Promise<string> {
  const { answer } = await asha.call('syncChanges', { query: { limit: 10_000 } });
  const tasks = (answer.rows.find(({ kind }) => kind === 'task')?.rows ?? []) as unknown as TaskRecord[];
  return tasks.find(({ closedAt, events }) => closedAt === null && events.length === 0)?.id ?? expect.fail();
}
const withPart = (part: string, partCost: number) => ({
  actionTaken: `${part} changed`,
  partRequired: true,
  partDetails: part,
  partCost,
});

test.each([
  ['the earlier closing arrives first', [90, 10]],
  ['the later closing arrives first', [10, 90]],
] as const)('P190 two authors close one ticket, %s: both are kept and the earlier one counts', async (_name, order) => {
  const id = await report();
  const forms = { 90: { user: asha, ...withPart('Fuse', 100) }, 10: { user: binu, ...withPart('Board', 5000) } };
  const answers = [];
  for (const minutes of order) {
    const { user, ...form } = forms[minutes];
    answers.push((await user.call('closeTicket', { body: { id, ...form }, headers: madeBefore(minutes) })).answer);
  }
  const [other, whose] = order[0] === 90 ? ['A. Rao', 'the earlier closing counts'] : ['B. Nair', ''];
  expect(answers).toEqual([
    { id, status: 'Closed' },
    {
      id,
      status: 'Closed',
      notices: [
        `This ticket was already closed by ${other}. Your visit is kept; ${whose || 'it was earlier, so its closing counts'}.`,
      ],
    },
  ]);
  const page = await read(id);
  expect(page.visits.map(({ by, actionTaken }) => [by, actionTaken])).toEqual([
    ['A. Rao', 'Fuse changed'],
    ['B. Nair', 'Board changed'],
  ]);
  expect(page).toMatchObject({ status: 'Closed', closedDate: before(90), partCost: 5100 });
  expect(page.timeline.map(({ text }) => text)).toEqual([
    'Reported by A. Rao',
    'Closed',
    'Closed again by B. Nair, kept as a visit; the first closing counts',
  ]);
  expect(await replica('ticket', id)).toMatchObject({ closedBy: 'A. Rao', isFollowUpRequired: false });
  const device = await replica('device', server.city.devices['VENT-0001'] ?? '');
  expect(device?.openTicketIds).not.toContain(id);
  expect(device?.downtimes).toContainEqual([before(300), before(90)]);
});

test('P190 a follow-up asked for after another author closed the ticket is kept, and work on it is not refused', async () => {
  const id = await report();
  await asha.call('closeTicket', { body: { id, actionTaken: 'Reset' }, headers: madeBefore(90) });
  const form = { id, ...withPart('Hose', 40), followUpAction: 'Order a hose', isFollowUpRequired: true };
  const late = await binu.call('closeTicket', { body: form, headers: madeBefore(10) });
  expect(late.answer).toEqual({
    id,
    status: 'Closed',
    notices: [
      'This ticket was already closed by A. Rao. Your visit is kept, and the ticket stays closed. Report a new breakdown if the device still needs work.',
    ],
  });
  const page = await read(id);
  expect(page.visits.at(-1)).toMatchObject({ by: 'B. Nair', followUpAction: 'Order a hose', partCost: 40 });
  expect(page.timeline.at(-1)?.text).toBe('Visit by B. Nair after the closing; the ticket stays closed');
  const taskId = (await replica('ticket', id))?.followUpTaskId ?? expect.fail();
  expect(await replica('task', taskId)).toBeUndefined();
  const done = await binu.call('closeTask', { body: { taskId, actionTaken: 'Hose fitted' } });
  expect(done.answer.status).toBe('Closed');
  expect((await replica('task', taskId))?.actionTaken).toBe('Hose fitted');
});

const reportOf = (taskId: string, text: string) => ({
  TaskId: taskId,
  ActionsTaken: `${text} checked`,
  IsActionRequired: true,
  ActionRequiredDetails: `Order ${text}`,
});
const timelineOf = (task: TaskRecord | undefined) =>
  task?.events.map((event) => [event.by, eventSentence(event, 'staff')]);

test.each([
  ['the earlier report arrives first', [90, 10]],
  ['the later report arrives first', [10, 90]],
] as const)(
  'P191 two authors report on one task, %s: both reports are kept, the later one shows',
  async (_name, order) => {
    const taskId = await newTask();
    const made = { 90: { user: asha, text: 'a cell' }, 10: { user: binu, text: 'a filter' } };
    for (const minutes of order) {
      const { user, text } = made[minutes];
      const body = reportOf(taskId, text);
      const { answer } = await user.call('submitMaintenanceReport', { body, headers: madeBefore(minutes) });
      expect(answer).toEqual({ id: taskId, status: 'Action Required' });
    }
    const task = await replica('task', taskId);
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
  'P191 one author closes a task and another reports on it, %s: both are kept and told',
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
    const task = await replica('task', taskId);
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
