import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hospital, installation, jobRun, task, warrantySerial } from '#server/db/schema.ts';
import { checkTasks } from '#server/jobs/check-tasks.ts';
import { runTaskCheck, slotOf, type JobParts } from '#server/jobs/nightly.ts';
import { databaseOn } from '#server/db/database.ts';
import { publishChanges } from '#server/db/publish-changes.ts';
import { startTestServer, type TestClient, type TestServer } from '#tests/support/test-server.ts';
import { openPool } from '#tests/support/test-database.ts';

const dayMs = 24 * 60 * 60 * 1000;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

let server: TestServer;
let bme: TestClient;
beforeEach(async () => {
  server = await startTestServer();
  bme = await server.as(server.city.users.bme);
  // The seeded tasks are around today, not on the days that their sources require.
  await checkTasks(server.database.db, server.clock.now);
});
afterEach(() => server.close());

const check = () => checkTasks(server.database.db, server.clock.now);
const head = async (): Promise<number> => (await bme.call('syncChanges')).answer.head;
const parts = (db = server.database.db): JobParts => ({
  db,
  files: {
    discard: () => Promise.reject(new Error('The check of tasks has no files')),
  } as unknown as JobParts['files'],
  now: () => server.clock.now,
  log: quiet,
});

/** Returns all remaining tasks as `serial type date`. */
async function standing(): Promise<string[]> {
  const rows = await server.database.db
    .select({ serial: installation.serialNumber, task })
    .from(task)
    .innerJoin(installation, eq(installation.id, task.deviceId))
    .where(and(eq(task.hospitalId, server.city.id), isNull(task.removedAt)))
    .orderBy(asc(installation.serialNumber), asc(task.taskDate), asc(task.type));
  return rows.map(
    ({ serial, task: each }) => `${serial} ${each.type} ${each.taskDate}${each.closedAt ? ' closed' : ''}`,
  );
}

/** Creates a device with an Ins task, two calibrations, and a follow-up of a breakdown. */
async function installDevice(): Promise<string> {
  const { city } = server;
  const made = await bme.call('createDevices', {
    body: [
      {
        serialNumber: 'NEW-1',
        modelId: city.models.monitor,
        vendorId: city.vendorId,
        price: 1,
        purchaseDate: '2026-07-01',
        installationDate: '2026-07-31',
        departmentId: city.departments.icu,
        calibrationRequired: true,
        calibrationFrequency: 'monthly',
        calibrationCount: 2,
      },
    ],
  });
  const [id = ''] = made.answer.ids;
  const reported = await bme.call('reportTicket', {
    body: {
      installationBaseId: id,
      serialNumber: 'NEW-1',
      issueType: 'Software',
      problemReported: 'Hangs',
      priority: 'Low',
      machineStatus: 'Restrictive Use',
      reportedDate: '2026-07-01',
    },
    key: randomUUID(),
  });
  await bme.call('closeTicket', {
    body: { id: reported.answer.id, actionTaken: 'Restarted', isFollowUpRequired: true },
    key: randomUUID(),
  });
  return id;
}

const planned = ['NEW-1 CM 2026-07-08', 'NEW-1 Ins 2026-07-31', 'NEW-1 Cal 2026-08-31', 'NEW-1 Cal 2026-09-30'];

test('a correct register is only read: nothing changes, no version is used', async () => {
  const id = await installDevice();
  expect((await standing()).filter((each) => each.startsWith('NEW-1'))).toEqual(planned);
  const before = await head();
  expect(await check()).toBe(0);
  expect(await head()).toBe(before);
  expect(await server.database.db.select().from(task).where(eq(task.deviceId, id))).toHaveLength(4);
});

test('missing tasks are created, wrong ones moved, excess ones removed, closed ones kept; a second run changes nothing', async () => {
  const id = await installDevice();
  const { db } = server.database;
  const right = await standing();
  const closed = 'VENT-0001 PM 2026-04-01';
  expect(right).toContain(closed);
  const [pm] = await db
    .select()
    .from(task)
    .where(and(eq(task.taskDate, '2026-04-01'), eq(task.type, 'PM')));
  const closedTask = { closedAt: server.clock.now, closedOn: '2026-07-01', taskDate: '2026-03-30' };
  await db
    .update(task)
    .set(closedTask)
    .where(eq(task.id, pm?.id ?? ''));
  const expected = (await standing()).toSorted();

  await db.delete(task).where(and(eq(task.deviceId, id), eq(task.type, 'Ins')));
  await db
    .update(task)
    .set({ taskDate: '2020-01-01' })
    .where(and(eq(task.deviceId, id), eq(task.type, 'Cal')));
  await db.update(task).set({ removedAt: server.clock.now }).where(eq(task.type, 'CM'));
  await db.delete(task).where(and(eq(task.type, 'PM'), isNull(task.closedAt), sql`occurrence = 4`));
  await db.insert(task).values({
    hospitalId: server.city.id,
    id: randomUUID(),
    deviceId: id,
    type: 'PM',
    taskDate: '2026-12-24',
    sourceKind: 'warranty',
    sourceId: 'nobody',
    occurrence: 1,
  });
  const before = await head();
  expect(await check()).toBeGreaterThan(0);
  expect((await standing()).toSorted()).toEqual(expected);
  const { rows, tombstones } = (await bme.call('syncChanges', { query: { cursor: before } })).answer;
  expect(rows.map(({ kind }) => kind)).toEqual(['device', 'task']);
  expect(tombstones).toHaveLength(1);
  const after = await head();
  expect(await check()).toBe(0);
  expect(await head()).toBe(after);
});

test('a device out of warranty and a retired one lose their open tasks and stay off tablets', async () => {
  const { devices, warrantyId } = server.city;
  const { db } = server.database;
  const id = await installDevice();
  await db
    .delete(warrantySerial)
    .where(and(eq(warrantySerial.warrantyId, warrantyId), eq(warrantySerial.deviceId, devices['VENT-0002'] ?? '')));
  await db.update(installation).set({ retiredAt: server.clock.now }).where(eq(installation.id, id));
  const before = await head();
  expect(await check()).toBeGreaterThan(0);
  expect((await standing()).filter((each) => !each.startsWith('VENT-0001'))).toEqual([]);
  const { rows } = (await bme.call('syncChanges', { query: { cursor: before } })).answer;
  expect(JSON.stringify(rows)).not.toContain(id);
});

test('one of two concurrent servers checks a night, and the next night is checked again', async () => {
  const id = await installDevice();
  const { db, connection } = server.database;
  const pools = [1, 2].map(() => openPool(connection));
  const servers = pools.map((pool) => parts(databaseOn(pool)));
  for (const night of [1, 2, 3]) {
    await db.delete(task).where(eq(task.deviceId, id));
    await publishChanges(db, server.city.id, [{ kind: 'device', id, deleted: false }], server.clock.now);
    const outcomes = await Promise.all(servers.map((each) => runTaskCheck(each)));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(await runTaskCheck(servers[night % 2] ?? parts())).toBe('done-before');
    expect((await standing()).filter((each) => each.startsWith('NEW-1'))).toEqual(planned);
    server.clock.advance(dayMs);
  }
  await Promise.all(pools.map((pool) => pool.end()));
  expect(await db.select().from(jobRun).where(eq(jobRun.job, 'tasks'))).toHaveLength(3);
});

test('two concurrent checks without a lock create each task once', async () => {
  const id = await installDevice();
  await server.database.db.delete(task).where(eq(task.deviceId, id));
  const mended = await Promise.all([check(), check(), check()]);
  expect(mended.filter((count) => count > 0)).toHaveLength(1);
  expect((await standing()).filter((each) => each.startsWith('NEW-1'))).toEqual(planned);
});

test('a check stops with the server, and the next run completes it', async () => {
  const id = await installDevice();
  const { db } = server.database;
  await db.delete(task).where(eq(task.deviceId, id));
  await expect(runTaskCheck({ ...parts(), isStopping: () => true })).rejects.toThrow('The server stops');
  expect(await db.select().from(jobRun)).toEqual([]);
  expect(await runTaskCheck(parts())).toBe('done');
  expect((await standing()).filter((each) => each.startsWith('NEW-1'))).toEqual(planned);
});

test('an interrupted check leaves the night open, and its repairs stay', async () => {
  const { db } = server.database;
  const id = await installDevice();
  await db.delete(task).where(eq(task.deviceId, id));
  await db.update(hospital).set({ timeZone: 'Nowhere/Land' }).where(eq(hospital.id, server.city.id));
  await expect(runTaskCheck(parts())).rejects.toThrow('Nowhere/Land');
  expect(await db.select().from(jobRun)).toEqual([]);
  await db.update(hospital).set({ timeZone: 'Asia/Kolkata' }).where(eq(hospital.id, server.city.id));
  expect(await runTaskCheck(parts())).toBe('done');
  const slot = slotOf(server.clock.now);
  expect(await db.select().from(jobRun)).toMatchObject([{ job: 'tasks', slot }]);
});
