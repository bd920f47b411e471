import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { totalHeader } from '#contract/calls/dashboard.ts';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { publishChanges } from '#server/db/publish-changes.ts';
import { appUser, round, roundTemplateDevice, task } from '#server/db/schema.ts';
import type { ReplicaChange } from '#server/db/scope.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

let server: TestServer;
let bme: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
});
afterAll(() => server.close());

const today = '2026-07-01';
const dayMs = 86_400_000;
type Report = BodyInput<Calls['reportTicket']>;

/** Gives a new version to a record that a test has written directly. */
function publish(kind: ReplicaChange['kind'], id: string): Promise<number> {
  return publishChanges(server.database.db, server.city.id, [{ kind, id, deleted: false }], server.clock.now);
}

async function report(serialNumber: string, more: Partial<Report> = {}): Promise<string> {
  const { status, answer } = await bme.call('reportTicket', {
    key: randomUUID(),
    body: {
      installationBaseId: server.city.devices[serialNumber] ?? '',
      serialNumber,
      issueType: 'Electrical',
      problemReported: `No power on ${serialNumber}`,
      priority: 'High',
      machineStatus: 'Restrictive Use',
      reportedDate: server.clock.now.toISOString(),
      ...more,
    },
  });
  expect(status).toBe(201);
  return answer.id;
}

test('the cards of a quiet hospital: its devices, full uptime, no costs', async () => {
  expect((await bme.call('dashboardUserInfo')).answer).toEqual({ name: 'A. Rao' });
  expect((await bme.call('dashboardSummary')).answer).toEqual({
    totalEquipment: 5,
    averageUptimePercentage: 100,
    totalMaintenanceCost: 0,
  });
});

test('a round is pending until every template has one for today', async () => {
  const { templateId, devices } = server.city;
  const before = await bme.call('dashboardRoundStatus');
  expect(before.answer).toEqual({ isRoundPending: true, pending: [{ templateId, templateName: 'ICU round' }] });
  await bme.call('submitRound', {
    key: randomUUID(),
    body: Object.entries(devices)
      .slice(0, 3)
      .map(([serialNumber, installationBaseId]) => ({
        serialNumber,
        installationBaseId,
        status: 'Operational' as const,
        date: today,
        dailyRoundTemplateId: templateId,
      })),
  });
  expect((await bme.call('dashboardRoundStatus')).answer).toEqual({ isRoundPending: false, pending: [] });
});

test('upcoming tasks: escalated first, then most overdue; closed and later ones are hidden', async () => {
  const { tasks } = server.city;
  const idsNow = async () => (await bme.call('dashboardUpcomingTasks')).answer.map(({ id }) => id);
  expect(await idsNow()).toEqual([tasks.overdue, tasks.upcoming, tasks.calibration]);
  expect((await bme.call('dashboardUpcomingTasks')).header(totalHeader)).toBe('3');
  await bme.call('escalateTask', { body: { taskId: tasks.calibration }, key: randomUUID() });
  expect(await idsNow()).toEqual([tasks.calibration, tasks.overdue, tasks.upcoming]);
  const { db } = server.database;
  await db.update(task).set({ taskDate: '2026-08-01' }).where(eq(task.id, tasks.upcoming));
  await publish('task', tasks.upcoming);
  expect(await idsNow()).toEqual([tasks.calibration, tasks.overdue]);
  await db.update(task).set({ taskDate: '2026-07-31' }).where(eq(task.id, tasks.upcoming));
  await publish('task', tasks.upcoming);
  expect((await bme.call('dashboardUpcomingTasks')).answer.at(-1)).toEqual({
    id: tasks.upcoming,
    name: 'Ventilator',
    serialNumber: 'VENT-0002',
    taskDate: '2026-07-31',
    type: 'PM',
    status: 'Upcoming',
  });
});

test('open tickets: escalated first, then newest; a closed one disappears and its cost stays', async () => {
  const first = await report('MON-0001');
  server.clock.advance(60_000);
  const second = await report('MON-0002');
  server.clock.advance(60_000);
  const third = await report('MON-0003');
  const idsNow = async () => (await bme.call('dashboardOpenTickets')).answer.map(({ id }) => id);
  expect(await idsNow()).toEqual([third, second, first]);
  await bme.call('escalateTicket', { body: { ticketId: first }, key: randomUUID() });
  expect(await idsNow()).toEqual([first, third, second]);
  await bme.call('closeTicket', {
    key: randomUUID(),
    body: { id: third, actionTaken: 'Fuse', partRequired: true, partDetails: 'Fuse', partCost: 99.95 },
  });
  const { answer } = await bme.call('dashboardOpenTickets');
  expect(answer.map(({ serialNumber, escalated }) => [serialNumber, escalated])).toEqual([
    ['MON-0001', true],
    ['MON-0002', false],
  ]);
  expect((await bme.call('dashboardSummary')).answer.totalMaintenanceCost).toBe(99.95);
});

test('suggestions name the device and the figure, rule by rule', async () => {
  const { db } = server.database;
  const { devices, templateId } = server.city;
  await db.delete(roundTemplateDevice).where(eq(roundTemplateDevice.deviceId, devices['MON-0001'] ?? ''));
  for (const reportedDaysAgo of [1, 2, 3]) {
    await report('MON-0002', {
      reportedDate: new Date(server.clock.now.getTime() - reportedDaysAgo * dayMs).toISOString(),
    });
  }
  await report('VENT-0002', {
    machineStatus: 'System Down',
    reportedDate: new Date(server.clock.now.getTime() - 36.5 * dayMs).toISOString(),
  });
  for (let round = 1; round <= 3; round += 1) {
    server.clock.advance(60_000);
    await bme.call('submitRound', {
      key: randomUUID(),
      body: [
        {
          serialNumber: 'VENT-0001',
          installationBaseId: devices['VENT-0001'] ?? '',
          status: 'Needs Attention',
          description: 'Alarm volume low',
          date: today,
          dailyRoundTemplateId: templateId,
        },
      ],
    });
  }
  const { answer } = await bme.call('dashboardSuggestions');
  expect(answer).toEqual([
    'Ventilator (VENT-0001): PM overdue by 5 days.',
    'Patient Monitor (MON-0002): 4 breakdown tickets in the last 90 days.',
    'Ventilator (VENT-0002): uptime is 90.00 %, below 95 %.',
    'Patient Monitor (MON-0001): in 0 daily round templates.',
    'Patient Monitor (MON-0002): in 0 daily round templates.',
    'Patient Monitor (MON-0003): in 0 daily round templates.',
    'Ventilator (VENT-0001): Needs Attention for 3 rounds running.',
  ]);
  expect((await bme.call('dashboardSummary')).answer.averageUptimePercentage).toBe(98);
});

test('the combined response equals the separate panels, and the office of the hospital gets the same', async () => {
  const office = await server.as(server.city.users.hospital);
  const { answer } = await office.call('dashboardData');
  expect(answer).toEqual({
    userInfo: { name: 'City Hospital Office' },
    summary: (await bme.call('dashboardSummary')).answer,
    roundStatus: (await bme.call('dashboardRoundStatus')).answer,
    upcomingTasks: (await bme.call('dashboardUpcomingTasks')).answer,
    smartSuggestions: (await bme.call('dashboardSuggestions')).answer,
    openTickets: (await bme.call('dashboardOpenTickets')).answer,
  });
});

test('5.4: the costs of a deleted device still count', async () => {
  const costNow = async () => (await bme.call('dashboardSummary')).answer;
  const before = await costNow();
  expect(before.totalMaintenanceCost).toBe(99.95);
  expect((await bme.call('deleteDevice', { params: { id: server.city.devices['MON-0003'] ?? '' } })).status).toBe(204);
  expect(await costNow()).toMatchObject({ totalEquipment: 4, totalMaintenanceCost: 99.95 });
});

test("5.1: a round dated tomorrow by a fast clock does not count as today's", async () => {
  const { db } = server.database;
  const { templateId } = server.city;
  await db.update(round).set({ onDay: '2026-07-02' }).where(eq(round.templateId, templateId));
  await publish('template', templateId);
  const { answer } = await bme.call('dashboardRoundStatus');
  expect(answer.pending).toEqual([{ templateId, templateName: 'ICU round' }]);
  expect((await bme.call('roundTemplates')).answer).toMatchObject([{ templateId, isDoneToday: false }]);
});

test('5.9: the welcome line has the current name of the user', async () => {
  const { db } = server.database;
  await db.update(appUser).set({ name: 'Asha Iyer' }).where(eq(appUser.id, server.city.users.bme.id));
  expect((await bme.call('dashboardUserInfo')).answer).toEqual({ name: 'Asha Iyer' });
});

test('the dashboard contains nothing of another hospital', async () => {
  const lake = await server.as(server.lake.users.bme);
  const { answer } = await lake.call('dashboardData');
  expect(answer.openTickets).toEqual([]);
  expect(answer.summary).toEqual({ totalEquipment: 5, averageUptimePercentage: 100, totalMaintenanceCost: 0 });
  expect(JSON.stringify(answer)).not.toContain('(VENT-');
});
