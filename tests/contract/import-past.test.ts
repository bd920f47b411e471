import { and, eq, isNull } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hospital, installation, task } from '#server/db/schema.ts';
import { writeScope } from '#server/db/scope.ts';
import { publishChanges } from '#server/db/publish-changes.ts';
import { createDevices } from '#server/import/create-devices.ts';
import { checkTasks } from '#server/jobs/check-tasks.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

// The clock of the test server stands at 2026-07-01.
const today = '2026-07-01';
const old = {
  equipmentName: 'Syringe Pump',
  makeName: 'B. Braun',
  modelName: 'Perfusor',
  installationDate: '2020-03-14',
  calibrationRequired: true,
  calibrationFrequency: 'yearly' as const,
  calibrationCount: 10,
};
/** 14 March of 2021 to 2026. */
const pastDays = 6;

let server: TestServer;
let admin: TestClient;
let bme: TestClient;
beforeEach(async () => {
  server = await startTestServer();
  admin = await server.as(server.admin);
  bme = await server.as(server.city.users.bme);
  await server.database.db.delete(task).where(eq(task.hospitalId, server.city.id));
});
afterEach(() => server.close());

async function register(serialNumber: string, recordFrom: string | null): Promise<string> {
  const { db } = server.database;
  return db.transaction(async (tx) => {
    const [facts] = await tx.select().from(hospital).where(eq(hospital.id, server.city.id));
    const scope = writeScope(tx, facts!);
    const [id = ''] = await createDevices(scope, [{ ...old, serialNumber, recordFrom }], server.clock.now);
    await publishChanges(tx, server.city.id, scope.changes(), server.clock.now);
    return id;
  });
}

/** Open tasks of a device, by day. */
async function openDays(deviceId: string, type = 'Cal'): Promise<string[]> {
  const rows = await server.database.db
    .select()
    .from(task)
    .where(and(eq(task.deviceId, deviceId), isNull(task.closedAt), isNull(task.removedAt)));
  return rows
    .filter((row) => row.type === type)
    .map((row) => row.taskDate)
    .sort();
}

const params = () => ({ hospitalId: server.city.id });
const past = async () => (await admin.call('pastWork', { params: params() })).answer;

test('a register brings no work from before its day: not then, not by the nightly check, not by an edit or a warranty', async () => {
  const id = await register('REG-1', today);
  // Jobs are made 13 months ahead; the later ones of the plan follow in time.
  const next = ['2027-03-14'];
  expect(await openDays(id)).toEqual(next);
  await checkTasks(server.database.db, server.clock.now);
  expect(await openDays(id)).toEqual(next);

  const [device] = await server.database.db.select().from(installation).where(eq(installation.id, id));
  const warranty = await bme.call('saveWarranty', {
    body: {
      warrantyNumber: 'AMC-PAST',
      equipmentId: device!.equipmentId,
      makeId: device!.makeId,
      pmFrequency: 'yearly',
      pmCount: 9,
      warrantyStartDate: '2022-05-01',
      warrantyDurationInYear: 8,
      selectedSerials: [{ serialNumber: 'REG-1', installationBaseEntityId: id }],
    },
  });
  expect(warranty.status).toBe(201);
  expect(await openDays(id, 'PM')).toEqual(['2027-05-01']);
});

test('what an earlier import brought goes in one act, but for what was done or begun, and does not come back', async () => {
  const id = await register('REG-2', null);
  expect((await openDays(id)).filter((day) => day < today)).toHaveLength(pastDays);
  expect(await past()).toEqual({ tasks: pastDays, devices: 1, oldest: '2021-03-14' });
  const rows = await server.database.db.select().from(task).where(eq(task.deviceId, id));
  const on = (day: string) => rows.find((row) => row.taskDate === day)?.id ?? '';
  await bme.call('closeTask', { body: { taskId: on('2021-03-14'), actionTaken: 'Done.' } });
  await bme.call('submitMaintenanceReport', {
    body: {
      TaskId: on('2022-03-14'),
      ActionsTaken: 'Begun.',
      IsActionRequired: true,
      ActionRequiredDetails: 'A part.',
    },
  });
  const left = pastDays - 2;

  const stale = await admin.call('clearPastWork', { params: params(), body: { tasks: pastDays } });
  expect([stale.status, stale.problem.message]).toEqual([409, `It is ${left} tasks by now. Please look again.`]);
  const before = (await bme.call('syncChanges')).answer.head;
  const cleared = await admin.call('clearPastWork', { params: params(), body: { tasks: left } });
  expect([cleared.status, cleared.answer]).toEqual([200, { tasks: left, devices: 1, oldest: '2023-03-14' }]);
  expect((await openDays(id)).filter((day) => day < today)).toEqual(['2022-03-14']);
  expect(await past()).toEqual({ tasks: 0, devices: 0, oldest: null });
  const pulled = (await bme.call('syncChanges', { query: { cursor: before } })).answer;
  expect(JSON.stringify(pulled)).toContain(on('2024-03-14'));
  await checkTasks(server.database.db, server.clock.now);
  expect((await openDays(id)).filter((day) => day < today)).toEqual(['2022-03-14']);
});

test('no other hospital is touched, and an unknown one does not exist', async () => {
  const id = await register('REG-3', null);
  const lake = { hospitalId: server.lake.id };
  const { answer } = await admin.call('pastWork', { params: lake });
  await admin.call('clearPastWork', { params: lake, body: { tasks: answer.tasks } });
  expect((await openDays(id)).filter((day) => day < today)).toHaveLength(pastDays);
  for (const call of ['pastWork', 'clearPastWork'] as const) {
    const unknown = await admin.call(call, { params: { hospitalId: 'nobody' }, body: { tasks: 0 } });
    expect([unknown.status, unknown.problem.message]).toEqual([404, 'This hospital does not exist.']);
  }
});

test('a register with the days of last calibration and last PM counts from those: one is overdue at most', async () => {
  const { db } = server.database;
  const id = await db.transaction(async (tx) => {
    const [facts] = await tx.select().from(hospital).where(eq(hospital.id, server.city.id));
    const scope = writeScope(tx, facts!);
    const device = {
      ...old,
      calibrationFrequency: 'half-yearly' as const,
      serialNumber: 'REG-9',
      recordFrom: today,
      lastCalibrationOn: '2025-05-10',
      lastPmOn: '2026-06-20',
      warrantyNumber: 'AMC-9',
      warrantyStart: '2024-01-31',
      warrantyDuration: 4,
      pmFrequency: 'quarterly' as const,
      pmCount: 16,
    };
    const [added = ''] = await createDevices(scope, [device], server.clock.now);
    await publishChanges(tx, server.city.id, scope.changes(), server.clock.now);
    return added;
  });
  expect(await openDays(id)).toEqual(['2026-05-10', '2026-11-10', '2027-05-10']);
  expect((await openDays(id, 'PM')).slice(0, 2)).toEqual(['2026-09-20', '2026-12-20']);
  await checkTasks(db, server.clock.now);
  expect(await openDays(id)).toEqual(['2026-05-10', '2026-11-10', '2027-05-10']);
});
