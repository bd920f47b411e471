import { and, eq, isNull } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hospital, installation, task } from '#server/db/schema.ts';
import { writeScope } from '#server/db/scope.ts';
import { publishChanges } from '#server/db/publish-changes.ts';
import { createDevices } from '#server/import/create-devices.ts';
import { checkTasks } from '#server/jobs/check-tasks.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';

// The test server's clock shows 2026-07-01.
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

/** Returns a device's open tasks, by day. */
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

test('a register creates no tasks before its day, nor does the nightly check, an edit or a warranty later', async () => {
  const id = await register('REG-1', today);
  // Tasks are created 13 months ahead; later ones follow in time.
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

test('past tasks of an earlier import are cleared at once, except done or started ones, and do not return', async () => {
  const id = await register('REG-2', null);
  expect((await openDays(id)).filter((day) => day < today)).toHaveLength(pastDays);
  expect(await past()).toEqual({ tasks: pastDays, devices: 1, oldest: '2021-03-14', cleared: null });
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
  expect([stale.status, stale.problem.message]).toEqual([
    409,
    `The number has changed to ${left} tasks. Please check again.`,
  ]);
  const before = (await bme.call('syncChanges')).answer.head;
  const cleared = await admin.call('clearPastWork', { params: params(), body: { tasks: left } });
  const at = server.clock.now.toISOString();
  expect([cleared.status, cleared.answer]).toEqual([200, { tasks: left, devices: 1, oldest: '2023-03-14', at }]);
  expect((await openDays(id)).filter((day) => day < today)).toEqual(['2022-03-14']);
  const undo = { at, on: today, tasks: left, devices: 1 };
  expect(await past()).toEqual({ tasks: 0, devices: 0, oldest: null, cleared: undo });
  const pulled = (await bme.call('syncChanges', { query: { cursor: before } })).answer;
  expect(JSON.stringify(pulled)).toContain(on('2024-03-14'));
  await checkTasks(server.database.db, server.clock.now);
  expect((await openDays(id)).filter((day) => day < today)).toEqual(['2022-03-14']);
});

/** Returns a device's open tasks with their ids. */
async function openTasks(deviceId: string) {
  const rows = await server.database.db
    .select({ id: task.id, day: task.taskDate })
    .from(task)
    .where(and(eq(task.deviceId, deviceId), isNull(task.closedAt), isNull(task.removedAt)));
  return rows.toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

/** Clears the open tasks a minute after the last action, and returns the clearing. */
async function clearAll() {
  server.clock.advance(60_000);
  const { tasks } = await past();
  const { status, answer } = await admin.call('clearPastWork', { params: params(), body: { tasks } });
  expect(status).toBe(200);
  return { at: answer.at, tasks };
}
/** Undoes a clearing, a minute after the last action. */
async function restore(body: { at: string; tasks: number }, hospitalId = server.city.id) {
  server.clock.advance(60_000);
  return admin.call('restorePastWork', { params: { hospitalId }, body });
}

describe('undo of a clearing', () => {
  test('restores the same tasks on tablets, once, and the next clearing removes them again', async () => {
    const id = await register('REG-4', null);
    const other = await register('REG-5', null);
    const owned = await register('REG-6', today);
    const before = [await openTasks(id), await openTasks(other)];
    const act = await clearAll();
    expect(act.tasks).toBe(2 * pastDays);
    const wrong = await restore({ ...act, tasks: 1 });
    expect([wrong.status, wrong.problem.message]).toEqual([
      409,
      `The number has changed to ${act.tasks} tasks. Please check again.`,
    ]);
    expect((await openTasks(id)).filter(({ day }) => day < today)).toEqual([]);

    const { head } = (await bme.call('syncChanges')).answer;
    const back = await restore(act);
    const nothing = { tasks: 0, devices: 0 };
    expect([back.status, back.answer]).toEqual([200, { tasks: act.tasks, devices: 2, kept: nothing }]);
    expect([await openTasks(id), await openTasks(other)]).toEqual(before);
    expect(await past()).toEqual({ tasks: act.tasks, devices: 2, oldest: '2021-03-14', cleared: null });
    const { rows } = (await bme.call('syncChanges', { query: { cursor: head } })).answer;
    const pulled = rows.flatMap((group) => (group.kind === 'task' ? group.rows.map((row) => row.id) : []));
    expect(pulled.toSorted()).toEqual(
      before
        .flat()
        .flatMap((one) => (one.day < today ? [one.id] : []))
        .toSorted(),
    );
    const devices = await server.database.db.select().from(installation);
    const records = new Map(devices.map((device) => [device.id, device.recordFrom]));
    expect([id, other, owned].map((each) => records.get(each))).toEqual([null, null, today]);

    const twice = await restore(act);
    expect([twice.status, twice.problem.message]).toEqual([409, 'These tasks are back already. Please look again.']);
    const log = await (
      await server.as(server.city.users.hospital)
    ).call('auditPage', { query: { search: 'restore tasks' } });
    expect(log.answer.items.map(({ what }) => what)).toEqual([
      'Restore tasks that were due before their devices were imported',
    ]);

    const again = await clearAll();
    expect(again.tasks).toBe(act.tasks);
    expect((await past()).cleared).toEqual({ ...again, on: today, devices: 2 });
  });

  test('a double press with one key is one undo', async () => {
    await register('REG-4', null);
    const act = await clearAll();
    const ask = { params: params(), body: act, key: 'one-press' };
    const both = await Promise.all([admin.call('restorePastWork', ask), admin.call('restorePastWork', ask)]);
    expect(both.map(({ status, answer }) => [status, answer.tasks])).toEqual([
      [200, pastDays],
      [200, pastDays],
    ]);
  });

  test('each clearing is undone separately, the last one first', async () => {
    const first = await register('REG-4', null);
    const one = await clearAll();
    const second = await register('REG-5', null);
    const two = await clearAll();
    expect((await past()).cleared?.at).toBe(two.at);
    await restore(two);
    expect((await past()).cleared?.at).toBe(one.at);
    await checkTasks(server.database.db, server.clock.now);
    expect((await openTasks(second)).filter(({ day }) => day < today)).toHaveLength(pastDays);
    expect((await openTasks(first)).filter(({ day }) => day < today)).toEqual([]);
  });

  test('work done or started since is unchanged, and a deleted device gets nothing back', async () => {
    const gone = await register('REG-4', null);
    const kept = await register('REG-5', null);
    const [done] = await openTasks(kept);
    const act = await clearAll();
    await bme.call('closeTask', { body: { taskId: done?.id ?? '', actionTaken: 'Done on paper.' } });
    await bme.call('deleteDevice', { params: { id: gone } });
    const { cleared } = await past();
    expect(cleared).toEqual({ at: act.at, on: today, tasks: pastDays - 1, devices: 1 });
    expect((await restore(act)).status).toBe(409);
    await restore({ at: act.at, tasks: pastDays - 1 });
    expect(await openTasks(gone)).toEqual([]);
    expect((await openTasks(kept)).filter(({ day }) => day < today)).toHaveLength(pastDays - 1);

    await bme.call('restoreDevice', { params: { id: gone } });
    expect((await past()).cleared).toEqual({ at: act.at, on: today, tasks: pastDays, devices: 1 });
  });

  test('a device whose plan has changed stays cleared, and only cleared tasks are restored', async () => {
    const changed = await register('REG-4', null);
    const same = await register('REG-5', null);
    const act = await clearAll();
    await server.database.db
      .update(installation)
      .set({ calibrationFrequency: 'half-yearly' })
      .where(eq(installation.id, changed));
    await checkTasks(server.database.db, server.clock.now);
    const before = await openTasks(changed);
    const { answer } = await restore(act);
    expect(answer).toEqual({ tasks: pastDays, devices: 1, kept: { tasks: pastDays, devices: 1 } });
    expect((await openTasks(same)).filter(({ day }) => day < today)).toHaveLength(pastDays);
    expect(await openTasks(changed)).toEqual(before);
    expect((await past()).cleared).toBeNull();
  });

  test('works only within its hospital', async () => {
    const id = await register('REG-4', null);
    const act = await clearAll();
    expect((await restore(act, server.lake.id)).status).toBe(409);
    const unknown = await restore(act, 'nobody');
    expect([unknown.status, unknown.problem.message]).toEqual([404, 'This hospital does not exist.']);
    expect((await bme.call('restorePastWork', { params: params(), body: act })).status).toBe(403);
    expect((await openTasks(id)).filter(({ day }) => day < today)).toEqual([]);
  });
});

test('a clearing affects no other hospital, and an unknown hospital is not found', async () => {
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

test('a register with the days of last calibration and last PM counts from these: one task at most is overdue', async () => {
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
      warrantyDuration: 48,
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
