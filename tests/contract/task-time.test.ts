import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clockEstimateHeader, clockOffsetHeader, madeAtHeader } from '#contract/calls/sync.ts';
import type { TaskRecord } from '#contract/records/ward.ts';
import { task } from '#server/db/schema.ts';
import { addOpenTasks } from '#tests/support/open-tasks.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

const dayMs = 24 * 3_600_000;
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

/** Headers of an entry of a tablet that is 9 days behind: its clock shows 20 June, and it assumes 29 June, 10:30. */
const estimated = {
  [madeAtHeader]: '2026-06-20T05:00:00.000Z',
  [clockOffsetHeader]: String(9 * dayMs),
  [clockEstimateHeader]: String(9 * dayMs),
};

async function tasks(): Promise<TaskRecord[]> {
  const { answer } = await asha.call('syncChanges', { query: { limit: 10_000 } });
  return (answer.rows.find(({ kind }) => kind === 'task')?.rows ?? []) as unknown as TaskRecord[];
}
const record = async (id: string): Promise<TaskRecord> => (await tasks()).find((one) => one.id === id) ?? expect.fail();
/** An open task that no other test has touched. */
const newTask = async (): Promise<string> =>
  (await tasks()).find(({ closedAt, events }) => closedAt === null && events.length === 0)?.id ?? expect.fail();
const reportOf = (TaskId: string, what: string) => ({
  TaskId,
  ActionsTaken: `${what} checked`,
  IsActionRequired: true,
  ActionRequiredDetails: `Order ${what}`,
});
const eventOf = async (id: string, kind: string) => (await record(id)).events.find((event) => event.kind === kind);
const at = (id: string, eventId: string | undefined, on: string, time: string) => ({
  body: { id, eventId: eventId ?? '', on, time },
});

test('P233 the author or the office corrects a closing time, and the task counts as closed then', async () => {
  const id = await newTask();
  await asha.call('closeTask', { body: { taskId: id, actionTaken: 'Tested.' }, headers: estimated });
  const closed = await eventOf(id, 'closed');
  expect([closed?.at, closed?.tabletTime]).toEqual(['2026-06-29T05:00:00.000Z', '2026-06-20T05:00:00.000Z']);
  expect((await binu.call('correctTaskTime', at(id, closed?.id, '2026-06-30', '16:45'))).status).toBe(403);
  expect((await asha.call('correctTaskTime', at(id, closed?.id, '2026-06-30', '16:45'))).status).toBe(200);
  const after = await record(id);
  expect([after.closedAt, after.closedBy]).toEqual(['2026-06-30T11:15:00.000Z', asha.session?.userName]);
  const [moved, note] = after.events;
  expect([moved?.kind, moved?.at, moved?.tabletTime]).toEqual(['closed', '2026-06-30T11:15:00.000Z', undefined]);
  expect([note?.by, note?.data]).toEqual([
    asha.session?.userName,
    {
      text: `Time corrected: "Closed" was on 30 Jun 2026 16:45. The tablet had estimated 29 Jun 2026 10:30, and its clock showed 20 Jun 2026 10:30.`,
    },
  ]);
});

test('P233 the next job of a floating schedule is counted from the corrected closing day', async () => {
  const { answer } = await office.call('createSchedule', {
    body: {
      target: 'device',
      targetId: server.city.devices['VENT-0001'] ?? '',
      kind: 'PM',
      title: 'Filter',
      every: 3,
      unit: 'month',
      basis: 'floating',
      firstDueOn: '2026-07-10',
    },
  });
  const jobs = () => server.database.db.select().from(task).where(eq(task.sourceId, answer.id));
  const open = async () => (await jobs()).filter(({ closedAt, removedAt }) => closedAt === null && removedAt === null);
  const [job] = await open();
  await asha.call('closeTask', { body: { taskId: job?.id ?? '', actionTaken: 'Tested.' }, headers: estimated });
  expect((await open()).map(({ taskDate }) => taskDate)).toEqual(['2026-09-29']);
  const closed = await eventOf(job?.id ?? '', 'closed');
  await office.call('correctTaskTime', at(job?.id ?? '', closed?.id, '2026-07-01', '09:00'));
  expect((await open()).map(({ taskDate }) => taskDate)).toEqual(['2026-10-01']);
});

test('P233 the report with the latest corrected time sets the state of the task', async () => {
  const id = await newTask();
  await asha.call('submitMaintenanceReport', { body: reportOf(id, 'a hose'), headers: estimated });
  const hose = await eventOf(id, 'action-required');
  const on30June = { [madeAtHeader]: '2026-06-30T05:00:00.000Z', [clockOffsetHeader]: '0' };
  await binu.call('submitMaintenanceReport', { body: reportOf(id, 'a fuse'), headers: on30June });
  expect((await record(id)).actionRequiredDetails).toBe('Order a fuse');
  await office.call('correctTaskTime', at(id, hose?.id, '2026-07-01', '09:00'));
  expect(await record(id)).toMatchObject({ actionRequiredDetails: 'Order a hose', actionTaken: 'a hose checked' });
});

test('P233 only an estimated time of a report, closing or note can be corrected, to one between it and its arrival', async () => {
  const id = await newTask();
  await asha.call('submitMaintenanceReport', { body: reportOf(id, 'a hose'), headers: estimated });
  await asha.call('attemptTask', {
    body: { taskId: id, reason: 'in-use', note: 'In theatre', next: '2026-07-03' },
    headers: estimated,
  });
  const report = await eventOf(id, 'action-required');
  for (const [on, time] of [
    ['2026-06-29', '10:28'],
    ['2026-07-01', '23:00'],
  ] as const) {
    const { status, problem } = await office.call('correctTaskTime', at(id, report?.id, on, time));
    expect([status, problem.errors]).toEqual([
      400,
      { time: ['Enter a time between 29 Jun 2026 10:30 and 1 Jul 2026 12:00.'] },
    ]);
  }
  const attempt = await eventOf(id, 'attempted');
  const refused = await office.call('correctTaskTime', at(id, attempt?.id, '2026-07-01', '09:00'));
  expect(refused.problem.errors).toEqual({ time: ['Only times of reports, closings and notes can be corrected.'] });
  await office.call('correctTaskTime', at(id, report?.id, '2026-07-01', '09:00'));
  const again = await office.call('correctTaskTime', at(id, report?.id, '2026-07-01', '09:00'));
  expect(again.problem.errors).toEqual({ time: ['This time is not an estimate.'] });
  expect((await office.call('correctTaskTime', at('unknown', report?.id, '2026-07-01', '09:00'))).status).toBe(404);
});
