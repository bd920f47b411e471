import { and, asc, eq, isNull } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clockOffsetHeader, madeAtHeader } from '#contract/calls/sync.ts';
import { installation, roundEntry, task, workEvent } from '#server/db/schema.ts';
import { checkTasks } from '#server/jobs/check-tasks.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

/*
 * A parent is edited at a desk while somebody fills in a child of it on a tablet; the entry arrives afterwards. The test of a
 * procedure that got another version is in test-record.test.ts.
 */
const minuteMs = 60_000;
let server: TestServer;
let desk: TestClient;
let tablet: TestClient;
let deviceId: string;
beforeEach(async () => {
  server = await startTestServer();
  desk = await server.as(server.city.users.hospital);
  tablet = await server.as(server.city.users.bme);
  // Their rows were written by the wall's clock, which is later than the test's.
  await server.database.db.update(installation).set({ createdAt: new Date('2026-01-01T06:30:00.000Z') });
  await checkTasks(server.database.db, server.clock.now);
  deviceId = server.city.devices['VENT-0001'] ?? '';
});
afterEach(() => server.close());

/** Filled in before the desktop user saved, and sent afterwards. */
const filledIn = () => ({
  [madeAtHeader]: new Date(server.clock.now.getTime() - 10 * minuteMs).toISOString(),
  [clockOffsetHeader]: '0',
});
const plan = {
  kind: 'Safety' as const,
  title: 'Earth and leakage',
  every: 3,
  unit: 'month' as const,
  basis: 'fixed' as const,
  firstDueOn: '2026-07-31',
};
const jobsOf = (scheduleId: string, device = deviceId) =>
  server.database.db
    .select()
    .from(task)
    .where(and(eq(task.sourceId, scheduleId), eq(task.deviceId, device), isNull(task.removedAt)))
    .orderBy(asc(task.taskDate));
const rowOf = async (id: string) =>
  (await server.database.db.select().from(task).where(eq(task.id, id)))[0] ?? expect.fail('The task is gone.');

test('P171 a schedule changed during a closing: both the closing and the new plan are kept', async () => {
  const target = { target: 'device' as const, targetId: deviceId };
  const made = await desk.call('createSchedule', {
    body: { ...plan, ...target, doneBy: 'vendor', vendorId: server.city.vendorId },
  });
  const { id, revision } = made.answer;
  const [first, second] = await jobsOf(id);
  const closing = { taskId: first!.id, actionTaken: 'Leakage 40 µA', vendorId: server.city.vendorId };
  const edited = { ...plan, ...target, every: 6, title: 'Leakage', doneBy: 'in-house' as const, revision };
  expect((await desk.call('updateSchedule', { params: { id }, body: edited })).status).toBe(200);
  server.clock.advance(minuteMs);
  expect((await tablet.call('closeTask', { body: closing, headers: filledIn() })).status).toBe(200);
  expect(await rowOf(first!.id)).toMatchObject({
    actionTaken: 'Leakage 40 µA',
    closedOn: '2026-07-01',
    removedAt: null,
  });
  const events = await server.database.db.select().from(workEvent).where(eq(workEvent.ownerId, first!.id));
  expect(events.find(({ kind }) => kind === 'closed')?.data).toEqual({ vendorId: server.city.vendorId });
  const { answer } = await desk.call('schedule', { params: { id } });
  expect(answer).toMatchObject({ every: 6, title: 'Leakage', doneBy: 'in-house', vendorId: null });
  const open = (await jobsOf(id)).filter(({ closedAt }) => closedAt === null);
  expect(open.map(({ taskDate }) => taskDate)).toEqual(['2027-01-31', '2027-07-31']);
  expect(second!.taskDate).toBe('2026-10-31');
});

test('P171 a schedule deleted during a closing: the work counts, and its author is notified', async () => {
  const body = { ...plan, target: 'device' as const, targetId: deviceId };
  const { id } = (await desk.call('createSchedule', { body })).answer;
  const [first] = await jobsOf(id);
  await desk.call('deleteSchedule', { params: { id } });
  server.clock.advance(minuteMs);
  const closed = await tablet.call('closeTask', {
    body: { taskId: first!.id, actionTaken: 'Tested' },
    headers: filledIn(),
  });
  expect([closed.status, closed.answer.notices]).toEqual([
    200,
    ['This task was removed in the meantime. Your entry is kept.'],
  ]);
  expect(await rowOf(first!.id)).toMatchObject({ actionTaken: 'Tested', removedAt: null });
});

test('P171 a template changed during a round: the round keeps every device, and the template its edit', async () => {
  const { db } = server.database;
  const template = { id: server.city.templateId };
  const before = (await desk.call('roundTemplates')).answer.find(({ templateId }) => templateId === template.id);
  const { devices = [], departmentId = null, isOrdered = false, revision = '' } = before ?? {};
  const [gone, ...kept] = devices;
  const edited = { templateName: 'Evening round', departmentId, serials: kept, isOrdered, revision };
  expect((await desk.call('updateRoundTemplate', { params: template, body: edited })).status).toBe(200);
  server.clock.advance(minuteMs);
  const entries = devices.map((one) => ({
    ...one,
    installationBaseId: one.installationBaseEntityId,
    status: one === gone ? ('Not Working' as const) : ('Operational' as const),
    description: one === gone ? 'Dark' : '',
    date: '2026-07-01',
    dailyRoundTemplateId: template.id,
  }));
  const { status, answer } = await tablet.call('submitRound', { body: entries, headers: filledIn() });
  expect(status).toBe(201);
  const rows = await db.select().from(roundEntry).where(eq(roundEntry.roundId, answer.roundId));
  expect(rows.map(({ deviceId: of, status: seen }) => [of, seen]).toSorted()).toEqual(
    entries.map((entry) => [entry.installationBaseId, entry.status]).toSorted(),
  );
  const after = (await desk.call('roundTemplates')).answer.find(({ templateId }) => templateId === template.id);
  expect([after?.templateName, after?.devices]).toEqual(['Evening round', kept]);
});

test("P171 a model's interval changed while its tasks are worked on: each task keeps that work", async () => {
  const { models, users } = server.city;
  const target = { target: 'model' as const, targetId: models.ventilator };
  const { id, revision } = (await desk.call('createSchedule', { body: { ...plan, ...target } })).answer;
  const [closing, assigned, attempted, noted] = await jobsOf(id);
  const edited = { ...plan, ...target, every: 2, firstDueOn: '2026-08-15', revision };
  expect((await desk.call('updateSchedule', { params: { id }, body: edited })).status).toBe(200);
  server.clock.advance(minuteMs);
  const headers = filledIn();
  const sent = [
    await tablet.call('closeTask', { body: { taskId: closing!.id, actionTaken: 'Tested' }, headers }),
    await tablet.call('assignTask', { body: { taskId: assigned!.id, technicianId: users.secondBme.id }, headers }),
    await tablet.call('attemptTask', {
      body: { taskId: attempted!.id, reason: 'in-use', note: 'On a patient', next: '2026-09-02' },
      headers,
    }),
    await tablet.call('addTaskNote', { body: { taskId: noted!.id, note: 'Needs the long cable' }, headers }),
  ];
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await checkTasks(server.database.db, server.clock.now);
  expect(await rowOf(closing!.id)).toMatchObject({ actionTaken: 'Tested', closedOn: '2026-07-01' });
  expect(await rowOf(assigned!.id)).toMatchObject({ technicianId: users.secondBme.id });
  expect(await rowOf(attempted!.id)).toMatchObject({ taskDate: '2026-09-02', attemptReason: 'in-use' });
  const events = await server.database.db.select().from(workEvent).where(eq(workEvent.ownerId, noted!.id));
  expect(events.find(({ kind }) => kind === 'note')?.data).toEqual({ text: 'Needs the long cable' });
  const { answer } = await desk.call('schedule', { params: { id } });
  expect(answer).toMatchObject({ every: 2, firstDueOn: '2026-08-15' });
});
