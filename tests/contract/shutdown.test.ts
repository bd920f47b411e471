import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startChild } from '#tests/postgres/child-server.ts';
import { urlOf } from '#tests/postgres/processes.ts';
import { askOver, reportOnce, signIn, type Ledger } from '#tests/postgres/writer.ts';
import { createHungFolder } from '#tests/support/hung-folder.ts';
import { seedHospital } from '#tests/support/seed.ts';
import { startTestDatabases } from '#tests/support/test-database.ts';

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const outcome = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return outcome;
}

/** Starts a server with a hospital, and a separate connection that locks the hospital against all writers. */
async function startHeld({ isHeldAtStart }: { isHeldAtStart: boolean }) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wr-shutdown-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const databases = await startTestDatabases();
  onTestFinished(() => databases.stop());
  const database = await databases.create();
  onTestFinished(() => database.close());
  const hospital = await seedHospital(database.db, { name: 'City Hospital', prefix: '', now: new Date() });
  const holder = new pg.Client(database.connection);
  onTestFinished(() => holder.end());
  await holder.connect();
  const hold = async () => {
    await holder.query('begin');
    await holder.query('select from hospital_head for update');
  };
  if (isHeldAtStart) await hold();
  const server = await startChild({ DATABASE_URL: urlOf(database), DATA_DIR: dataDir, LOG_LEVEL: 'debug' }, 'source');
  onTestFinished(() => {
    server.process.kill('SIGKILL');
  });
  await server.ready();
  const ask = askOver(() => server.port);
  const headers = await signIn(ask, hospital.users.bme);
  const events = await fetch(`http://127.0.0.1:${server.port}/api/Sync/events`, { headers });
  if (!isHeldAtStart) await hold();
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  return {
    server,
    hospital,
    dataDir,
    ask,
    headers,
    events,
    /** Resolves once another connection waits for the lock. */
    async isAwaited() {
      while ((await holder.query(waiting)).rowCount === 0) await isOpen(server.port);
    },
    release: () => holder.query('rollback'),
  };
}

test('a stop completes the current request, ends live events, accepts no new requests, and exits', async () => {
  const { server, hospital, ask, headers, events, isAwaited, release } = await startHeld({ isHeldAtStart: false });
  const ledger: Ledger = { acknowledged: new Set(), attempts: 0, replays: 0 };
  const slow = reportOnce(ask, headers, hospital, ledger);
  await isAwaited();
  server.process.kill('SIGTERM');
  expect(await events.text()).toMatch(/^event: version\n/);
  while (await isOpen(server.port));
  expect(ledger.acknowledged.size).toBe(0);
  await release();

  const key = await slow;
  expect([ledger.acknowledged.has(key), ledger.attempts]).toEqual([true, 1]);
  expect(await server.ended).toBe('0');
  expect(server.output()).not.toContain('/api/Sync/events');
}, 120_000);

test('a stop ends live events and accepts no new requests while a nightly job waits for a hospital', async () => {
  const { server, events, isAwaited, release } = await startHeld({ isHeldAtStart: true });
  await isAwaited();
  server.process.kill('SIGTERM');
  expect(await events.text()).toMatch(/^event: version\n/);
  while (await isOpen(server.port));
  await release();
  expect(await server.ended).toBe('0');
}, 120_000);

test("a hung file folder does not delay the server's stop", async () => {
  const { server, hospital, headers, dataDir, release } = await startHeld({ isHeldAtStart: false });
  await release();
  const folder = createHungFolder(dataDir);
  onTestFinished(() => folder.letGo());
  const uploads: Promise<number>[] = [];
  const url = `http://127.0.0.1:${server.port}/api`;
  for (const number of [1, 2]) {
    const bytes = Buffer.concat([Buffer.from(`%PDF-1.7 ${number}`), Buffer.alloc(2_000)]);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const file = { sha256, size: bytes.length, mime: 'application/pdf', name: 'report.pdf' };
    const noted = await fetch(`${url}/BMEDashboard/task/note`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ taskId: hospital.tasks.overdue, note: 'See the file', files: [file] }),
    });
    expect(noted.status).toBe(200);
    await folder.hang(hospital.id, sha256);
    const upload = fetch(`${url}/Attachments/${sha256}?offset=0`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: bytes,
    });
    uploads.push(upload.then(({ status }) => status));
  }
  await vi.waitFor(() => folder.expectRead(), 30_000);
  server.process.kill('SIGTERM');
  expect(await Promise.all(uploads)).toEqual([503, 503]);
  expect(await server.ended).toBe('SIGTERM');
}, 120_000);
