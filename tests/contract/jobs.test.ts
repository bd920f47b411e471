import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFileStore } from '#server/files/file-store.ts';
import {
  attachment,
  attachmentUse,
  hospital,
  hospitalHead,
  jobRun,
  refreshFamily,
  syncIndex,
} from '#server/db/schema.ts';
import { runClearing, runRemovals, slotOf, startJobs, type JobParts } from '#server/jobs/nightly.ts';
import { databaseOn } from '#server/db/database.ts';
import { clearHospitals, nightOf } from '#server/jobs/clearing.ts';
import { rowsPerBatch } from '#server/jobs/clearing-step.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { openPool } from '#tests/support/test-database.ts';

const dayMs = 24 * 60 * 60 * 1000;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

let server: TestServer;
let filesDir: string;
beforeEach(async () => {
  server = await startTestServer();
  filesDir = await mkdtemp(path.join(tmpdir(), 'wr-jobs-'));
});
afterEach(async () => {
  await server.close();
  await rm(filesDir, { recursive: true, force: true });
});

const parts = (db = server.database.db): JobParts => ({
  db,
  files: createFileStore(filesDir),
  now: () => server.clock.now,
  log: quiet,
});

test("one of several processes does a hospital's nightly run, once per night", async () => {
  const pools = Array.from({ length: 3 }, () => openPool(server.database.connection));
  const processes = pools.map((pool) => parts(databaseOn(pool)));
  const hospitals = (await server.database.db.select().from(hospital)).map(({ id }) => id).toSorted();
  for (let night = 0; night < 12; night += 1) {
    const atOnce = await Promise.all(processes.map((each) => clearHospitals(each)));
    expect(atOnce.flat().toSorted()).toEqual(hospitals);
    for (const each of processes) expect(await runClearing(each)).toBe('done-before');
    server.clock.advance(dayMs);
  }
  await Promise.all(pools.map((pool) => pool.end()));
});

test('the nightly run of a hospital begins at two by its own clock', async () => {
  const { db } = server.database;
  const night = (instant: string, zone: string) => nightOf(new Date(instant), zone);
  expect(night('2026-07-01T20:29:59Z', 'Asia/Kolkata')).toBe('2026-07-01');
  expect(night('2026-07-01T20:30:00Z', 'Asia/Kolkata')).toBe('2026-07-02');
  expect(night('2026-07-01T08:59:59Z', 'America/Los_Angeles')).toBe('2026-06-30');
  expect(night('2026-07-01T09:00:00Z', 'America/Los_Angeles')).toBe('2026-07-01');
  // On this day 02:00 does not exist in New York.
  expect(night('2026-03-08T06:59:59Z', 'America/New_York')).toBe('2026-03-07');
  expect(night('2026-03-08T07:00:00Z', 'America/New_York')).toBe('2026-03-08');

  const { city, lake } = server;
  await db.update(hospital).set({ timeZone: 'America/Los_Angeles' }).where(eq(hospital.id, lake.id));
  server.clock.now = new Date('2026-12-01T12:00:00Z');
  expect(await clearHospitals(parts())).toHaveLength(2);
  server.clock.now = new Date('2026-12-01T20:30:00Z');
  expect(await clearHospitals(parts())).toEqual([city.id]);
  server.clock.now = new Date('2026-12-02T09:59:59Z');
  expect(await clearHospitals(parts())).toEqual([]);
  server.clock.now = new Date('2026-12-02T10:00:00Z');
  expect(await clearHospitals(parts())).toEqual([lake.id]);
});

test('a lock or an error in one hospital does not stop the cleanup of others', async () => {
  const { city, lake } = server;
  const pool = openPool(server.database.connection);
  const first = city.id < lake.id ? city : lake;
  const second = first === city ? lake : city;
  for (const each of [first, second]) await addTombstones(each.id, 1);
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select from hospital_head where hospital_id = $1 for update', [first.id]);
  const errors: object[] = [];
  const told = { ...quiet, error: (details: object) => void errors.push(details) };
  expect(await clearHospitals({ ...parts(), log: told })).toEqual([second.id]);
  expect(errors).toEqual([]);
  await holder.query('rollback');
  holder.release();
  await pool.end();
  expect(await clearHospitals(parts())).toEqual([first.id]);

  server.clock.advance(dayMs);
  await server.database.db.update(hospital).set({ timeZone: 'Nowhere/Land' }).where(eq(hospital.id, first.id));
  expect(await clearHospitals({ ...parts(), log: told })).toEqual([second.id]);
  expect(errors).toMatchObject([{ hospitalId: first.id }]);
});

test('cleanup works in small batches, holds no locks between them and resumes where it was interrupted', async () => {
  const { db } = server.database;
  const { city } = server;
  const count = 2 * rowsPerBatch + 50;
  await addTombstones(city.id, count);
  await addOldRounds(city.id, count);
  const sizes: number[] = [];
  const left = { tombstones: count, rounds: count };
  let batches = 0;
  /** Called between two batches: nothing may be locked, and the previous batch changed few rows. */
  const observed: typeof db = Object.create(db);
  observed.transaction = async (work, config) => {
    const done = await db.transaction(work, config);
    batches += 1;
    const now = { tombstones: await deletions(city.id), rounds: await keptRounds(city.id) };
    sizes.push(left.tombstones - now.tombstones + left.rounds - now.rounds);
    Object.assign(left, now);
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '1ms'`);
      await tx.execute(sql`select from hospital_head for update nowait`);
      await tx.execute(sql`select from round for update nowait`);
      await tx.execute(sql`select from sync_index for update nowait`);
    });
    return done;
  };
  const stopped = { ...parts(), db: observed, isStopping: () => left.rounds < count };
  expect(await clearHospitals(stopped)).not.toContain(city.id);
  expect(left).toEqual({ tombstones: 0, rounds: count - rowsPerBatch });

  const before = batches;
  expect(await clearHospitals({ ...parts(), db: observed })).toContain(city.id);
  expect(left).toEqual({ tombstones: 0, rounds: 0 });
  expect(batches).toBeGreaterThan(before);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(rowsPerBatch);
});

test('a deletion that the file store refused is done by a later run', async () => {
  const broken = {
    ...parts(),
    files: { ...createFileStore(filesDir), discard: () => Promise.reject(new Error('off')) },
  };
  await orphan('a'.repeat(64), -31);
  expect(await runClearing(broken)).toBe('done');
  await expect(runRemovals(broken)).rejects.toThrow('off');
  const left = () => readdir(path.join(filesDir, server.city.id, 'aa'));
  expect(await left()).toHaveLength(1);
  server.clock.advance(10 * 60_000);
  await runRemovals(parts());
  expect(await left()).toEqual([]);
});

test('a missed nightly run is done at startup', async () => {
  const jobs = startJobs(parts());
  const slot = slotOf(server.clock.now);
  await vi.waitFor(async () => {
    const runs = await server.database.db.select().from(jobRun).orderBy(jobRun.job);
    expect(runs).toMatchObject([{ job: 'tasks', slot }]);
    const heads = await server.database.db.select().from(hospitalHead);
    expect(heads.filter(({ clearedOn }) => clearedOn !== null)).toHaveLength(2);
  });
  await jobs.stop();
});

test('a stop waits for work in progress, and long work is aborted without an error in the log', async () => {
  const told: object[] = [];
  const error = (details: object): void => void told.push(details);
  const jobs = startJobs({ ...parts(), log: { ...quiet, error } });
  await jobs.stop();
  expect(told).toEqual([]);
  expect(await server.database.db.select().from(jobRun)).toEqual([]);
});

test("a night's slot begins when the run is due", () => {
  expect(slotOf(new Date('2026-07-01T20:29:59Z'))).toBe('2026-06-30');
  expect(slotOf(new Date('2026-07-01T20:30:00Z'))).toBe('2026-07-01');
});

test('tombstones are deleted after 180 days: an older cursor starts over, a download in progress does not', async () => {
  const { db } = server.database;
  const asha = await server.as(server.city.users.bme);
  const { tasks, templateId, id } = server.city;
  await asha.call('deleteRoundTemplate', { params: { id: templateId } });
  const deletedAt = (await asha.call('syncChanges', {})).answer.head;
  await asha.call('assignTask', { body: { taskId: tasks.overdue, technicianId: server.city.users.bme.id } });
  const { head, epoch } = (await asha.call('syncChanges', {})).answer;
  expect(head).toBeGreaterThan(deletedAt);

  server.clock.advance(180 * dayMs - 1);
  await runClearing(parts());
  expect(await deletions(id)).toBe(1);
  server.clock.advance(dayMs);
  await runClearing(parts());
  expect(await deletions(id)).toBe(0);
  const heads = await db.select().from(hospitalHead).orderBy(hospitalHead.hospitalId);
  expect(heads.find(({ hospitalId }) => hospitalId === id)?.prunedVersion).toBe(deletedAt);
  expect(heads.find(({ hospitalId }) => hospitalId !== id)?.prunedVersion).toBe(0);

  const again = await server.as(server.city.users.bme);
  const pull = async (query: { cursor: number; began?: number }) =>
    (await again.call('syncChanges', { query: { ...query, epoch } })).status;
  expect(await pull({ cursor: deletedAt - 1 })).toBe(410);
  expect(await pull({ cursor: deletedAt })).toBe(200);
  expect(await pull({ cursor: deletedAt - 1, began: head })).toBe(200);
  expect(await pull({ cursor: deletedAt - 1, began: deletedAt - 1 })).toBe(410);
});

test('sessions are deleted 90 days after their end; live ones stay', async () => {
  const { db } = server.database;
  const { bme, secondBme } = server.city.users;
  const leaving = await server.as(bme);
  await server.as(secondBme);
  await leaving.call('logout', { params: { userId: bme.id }, body: {} });
  const left = async () => (await db.select().from(refreshFamily)).map(({ userId }) => userId);
  const alive = { expiresAt: new Date(server.clock.now.getTime() + 100 * dayMs) };
  await db.update(refreshFamily).set(alive).where(eq(refreshFamily.userId, secondBme.id));

  server.clock.advance(90 * dayMs - 1);
  await runClearing(parts());
  expect(await left()).toContain(bme.id);
  server.clock.advance(dayMs);
  await runClearing(parts());
  expect(await left()).toEqual([secondBme.id]);
  server.clock.advance(100 * dayMs);
  await runClearing(parts());
  expect(await left()).toEqual([]);
});

test('unreferenced files are deleted after 30 days with their bytes, whether complete or partial', async () => {
  const { db } = server.database;
  const [old, young, named, whole] = ['a', 'b', 'c', 'd'].map((sign) => sign.repeat(64)) as [
    string,
    string,
    string,
    string,
  ];
  await orphan(old, -31);
  await orphan(young, -29);
  await orphan(named, -31);
  await orphan(whole, -31);
  await db.update(attachment).set({ receivedAt: server.clock.now }).where(eq(attachment.sha256, whole));
  await db.insert(attachmentUse).values({
    hospitalId: server.city.id,
    sha256: named,
    ownerKind: 'task',
    ownerId: server.city.tasks.overdue,
    name: 'photo.jpg',
  });
  expect(await runClearing(parts())).toBe('done');
  await runRemovals(parts());
  const left = await db.select().from(attachment).orderBy(attachment.sha256);
  expect(left.map(({ sha256 }) => sha256)).toEqual([young, named]);
  const files = await readdir(path.join(filesDir, server.city.id), { recursive: true });
  expect(files.filter((file) => file.endsWith('.part')).sort()).toEqual(
    [young, named].map((sha256) => `${sha256.slice(0, 2)}/${sha256}.part`),
  );
});

/** Creates a file of which one chunk arrived, this many days ago. */
async function orphan(sha256: string, days: number): Promise<void> {
  const createdAt = new Date(server.clock.now.getTime() + days * dayMs);
  const hospitalId = server.city.id;
  await server.database.db
    .insert(attachment)
    .values({ hospitalId, sha256, sizeBytes: 10, mime: 'image/jpeg', receivedBytes: 4, createdAt });
  const folder = path.join(filesDir, hospitalId, sha256.slice(0, 2));
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${sha256}.part`), 'part');
}

async function addTombstones(hospitalId: string, count: number): Promise<void> {
  await server.database.db.execute(sql`
    insert into sync_index (hospital_id, kind, entity_id, version, deleted, changed_at)
    select ${hospitalId}, 'task', 'gone-' || n, 1, true, ${daysAgo(181)}::timestamptz from generate_series(1, ${count}::int) n`);
}

/** Adds rounds whose entries tablets still keep, although their retention is over. */
async function addOldRounds(hospitalId: string, count: number): Promise<void> {
  const { db } = server.database;
  await db.execute(sql`
    insert into round (hospital_id, id, template_id, on_day, user_id, user_name, submitted_at, received_at,
      operational, needs_attention, not_working, not_seen)
    select ${hospitalId}, 'old-' || n, ${server.city.templateId}, ${daysAgo(40).slice(0, 10)}::date, 'u', 'U',
      ${daysAgo(40)}::timestamptz, ${daysAgo(40)}::timestamptz, 0, 0, 0, 0 from generate_series(1, ${count}::int) n`);
  await db.execute(sql`
    insert into sync_index (hospital_id, kind, entity_id, version, changed_at)
    select ${hospitalId}, 'round', 'old-' || n, 1, ${daysAgo(40)}::timestamptz from generate_series(1, ${count}::int) n`);
}

const daysAgo = (days: number): string => new Date(server.clock.now.getTime() - days * dayMs).toISOString();

async function keptRounds(hospitalId: string): Promise<number> {
  const rows = await server.database.db
    .select({ count: sql<string>`count(*)` })
    .from(syncIndex)
    .where(
      sql`${syncIndex.hospitalId} = ${hospitalId} and ${syncIndex.kind} = 'round' and ${syncIndex.changedAt} < ${daysAgo(1)}`,
    );
  return Number(rows[0]?.count);
}

async function deletions(hospitalId: string): Promise<number> {
  const rows = await server.database.db
    .select({ count: sql<string>`count(*)` })
    .from(syncIndex)
    .where(sql`${syncIndex.hospitalId} = ${hospitalId} and ${syncIndex.deleted}`);
  return Number(rows[0]?.count);
}
