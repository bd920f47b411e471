import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startChild } from '#tests/postgres/child-server.ts';
import { urlOf } from '#tests/postgres/processes.ts';
import { askOver, reportOnce, signIn, type Ledger } from '#tests/postgres/writer.ts';
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

test('a server that is told to stop answers the current request, ends its live events, accepts no new one, and exits', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wr-shutdown-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const databases = await startTestDatabases();
  onTestFinished(() => databases.stop());
  const database = await databases.create();
  onTestFinished(() => database.close());
  const hospital = await seedHospital(database.db, { name: 'City Hospital', prefix: '', now: new Date() });
  const server = await startChild({ DATABASE_URL: urlOf(database), DATA_DIR: dataDir, LOG_LEVEL: 'debug' }, 'source');
  onTestFinished(() => {
    server.process.kill('SIGKILL');
  });
  await server.ready();
  const ask = askOver(() => server.port);
  const headers = await signIn(ask, hospital.users.bme);
  const events = await fetch(`http://127.0.0.1:${server.port}/api/Sync/events`, { headers });

  const holder = new pg.Client(database.connection);
  onTestFinished(() => holder.end());
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from hospital_head for update');
  const ledger: Ledger = { acknowledged: new Set(), attempts: 0, replays: 0 };
  const slow = reportOnce(ask, headers, hospital, ledger);
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  while ((await holder.query(waiting)).rowCount === 0) await isOpen(server.port);
  server.process.kill('SIGTERM');
  expect(await events.text()).toMatch(/^event: version\n/);
  while (await isOpen(server.port));
  expect(ledger.acknowledged.size).toBe(0);
  await holder.query('rollback');

  const key = await slow;
  expect([ledger.acknowledged.has(key), ledger.attempts]).toEqual([true, 1]);
  expect(await server.ended).toBe('0');
  expect(server.output()).not.toContain('/api/Sync/events');
}, 120_000);
