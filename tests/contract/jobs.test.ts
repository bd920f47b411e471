import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFileStore } from '#server/files/file-store.ts';
import { attachment, attachmentUse, hospitalHead, jobRun, refreshFamily, syncIndex } from '#server/db/schema.ts';
import { runNightly, runRemovals, slotOf, startJobs, type JobParts } from '#server/jobs/nightly.ts';
import { databaseOn } from '#server/db/database.ts';
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

test('of several processes one does a night, once, and the next night again', async () => {
  const pools = Array.from({ length: 3 }, () => openPool(server.database.connection));
  const processes = pools.map((pool) => parts(databaseOn(pool)));
  const outcomes: string[] = [];
  const nights = 12;
  for (let night = 0; night < nights; night += 1) {
    const atOnce = await Promise.all(processes.map((each) => runNightly(each)));
    outcomes.push(...atOnce.filter((outcome) => outcome === 'done'));
    for (const each of processes) expect(await runNightly(each)).toBe('done-before');
    server.clock.advance(dayMs);
  }
  await Promise.all(pools.map((pool) => pool.end()));
  expect(outcomes).toHaveLength(nights);
  expect(await server.database.db.select().from(jobRun)).toHaveLength(nights);
});

test('a deletion that the file store refused is done by a later run', async () => {
  const broken = {
    ...parts(),
    files: { ...createFileStore(filesDir), discard: () => Promise.reject(new Error('off')) },
  };
  await orphan('a'.repeat(64), -31);
  expect(await runNightly(broken)).toBe('done');
  await expect(runRemovals(broken)).rejects.toThrow('off');
  const left = () => readdir(path.join(filesDir, server.city.id, 'aa'));
  expect(await left()).toHaveLength(1);
  server.clock.advance(10 * 60_000);
  await runRemovals(parts());
  expect(await left()).toEqual([]);
});

test('a missed night is done at the start', async () => {
  const jobs = startJobs(parts());
  const slot = slotOf(server.clock.now);
  await vi.waitFor(async () => {
    const runs = await server.database.db.select().from(jobRun).orderBy(jobRun.job);
    expect(runs).toMatchObject([
      { job: 'nightly', slot },
      { job: 'tasks', slot },
    ]);
  });
  await jobs.stop();
});

test('a stop waits for the work that has begun, and long work breaks off without a word in the log', async () => {
  const told: object[] = [];
  const error = (details: object): void => void told.push(details);
  const jobs = startJobs({ ...parts(), log: { ...quiet, error } });
  await jobs.stop();
  expect(told).toEqual([]);
  expect((await server.database.db.select().from(jobRun)).map(({ job }) => job)).toEqual(['nightly']);
});

test('the slot of a night begins when the run is due', () => {
  expect(slotOf(new Date('2026-07-01T20:29:59Z'))).toBe('2026-06-30');
  expect(slotOf(new Date('2026-07-01T20:30:00Z'))).toBe('2026-07-01');
});

test('deletions are forgotten after 180 days: an older cursor starts over, a download in progress does not', async () => {
  const { db } = server.database;
  const asha = await server.as(server.city.users.bme);
  const { tasks, templateId, id } = server.city;
  await asha.call('deleteRoundTemplate', { params: { id: templateId } });
  const deletedAt = (await asha.call('syncChanges', {})).answer.head;
  await asha.call('assignTask', { body: { taskId: tasks.overdue, technicianId: server.city.users.bme.id } });
  const { head, epoch } = (await asha.call('syncChanges', {})).answer;
  expect(head).toBeGreaterThan(deletedAt);

  server.clock.advance(180 * dayMs - 1);
  await runNightly(parts());
  expect(await deletions(id)).toBe(1);
  server.clock.advance(dayMs);
  await runNightly(parts());
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

test('sessions are forgotten 90 days after their end, living ones stay', async () => {
  const { db } = server.database;
  const { bme, secondBme } = server.city.users;
  const leaving = await server.as(bme);
  await server.as(secondBme);
  await leaving.call('logout', { params: { userId: bme.id }, body: {} });
  const left = async () => (await db.select().from(refreshFamily)).map(({ userId }) => userId);
  const alive = { expiresAt: new Date(server.clock.now.getTime() + 100 * dayMs) };
  await db.update(refreshFamily).set(alive).where(eq(refreshFamily.userId, secondBme.id));

  server.clock.advance(90 * dayMs - 1);
  await runNightly(parts());
  expect(await left()).toContain(bme.id);
  server.clock.advance(dayMs);
  await runNightly(parts());
  expect(await left()).toEqual([secondBme.id]);
  server.clock.advance(100 * dayMs);
  await runNightly(parts());
  expect(await left()).toEqual([]);
});

test('files that nothing names go after 30 days with their bytes, whether they came whole or not', async () => {
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
  expect(await runNightly(parts())).toBe('done');
  await runRemovals(parts());
  const left = await db.select().from(attachment).orderBy(attachment.sha256);
  expect(left.map(({ sha256 }) => sha256)).toEqual([young, named]);
  const files = await readdir(path.join(filesDir, server.city.id), { recursive: true });
  expect(files.filter((file) => file.endsWith('.part')).sort()).toEqual(
    [young, named].map((sha256) => `${sha256.slice(0, 2)}/${sha256}.part`),
  );
});

/** A file of which one piece arrived, this many days ago. */
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

async function deletions(hospitalId: string): Promise<number> {
  const rows = await server.database.db
    .select({ count: sql<string>`count(*)` })
    .from(syncIndex)
    .where(sql`${syncIndex.hospitalId} = ${hospitalId} and ${syncIndex.deleted}`);
  return Number(rows[0]?.count);
}
