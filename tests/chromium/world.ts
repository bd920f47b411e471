import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { seedWard } from '#tests/bench/ward.ts';
import type { BenchWard } from '#tests/bench/ward.ts';
import { urlOf } from '#tests/postgres/processes.ts';
import { startBuiltServer } from '#tests/support/built-server.ts';
import type { BuiltServer } from '#tests/support/built-server.ts';
import { seedPassword } from '#tests/support/seed.ts';
import { callAs } from '#tests/support/story.ts';
import { startTestDatabases } from '#tests/support/test-database.ts';
import { openReleases } from './second-build.ts';

const templates = 8;
const fewestDevices = 120;
/** Entries per device of the campaign. */
const operationsOfDevice = 8;
const tasksOfDevice = 4;
const admin = { ADMIN_EMAIL: 'admin@chromium.test', ADMIN_PASSWORD: 'admin-of-chromium' };

/** The built server on a seeded database; the judge reads the database directly. */
export interface World {
  ward: BenchWard;
  pool: pg.Pool;
  /** The server's folder for attached files. */
  filesDir: string;
  /** The folder of the tablets' profiles. */
  folder: string;
  /** The server's port, which stays the same across restarts. */
  port: number;
  /** Kills the server with SIGKILL and starts a new process on the same data. */
  killServer(): Promise<void>;
  /** Replaces the served app with a newer one; returns its number. */
  release(): Promise<number>;
  /** Ends all sessions of a user on a tablet, as an administrator can. */
  revoke(userId: string, deviceId: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts the server from `dist`, with data for about this many entries. */
export async function openWorld(operations: number): Promise<World> {
  const databases = await startTestDatabases();
  const database = await databases.create();
  const folder = await mkdtemp(join(tmpdir(), 'ward-chromium-'));
  const dataDir = join(folder, 'server');
  const filesDir = join(dataDir, 'files');
  await mkdir(filesDir, { recursive: true });
  const devicesEach = Math.ceil(Math.max(fewestDevices, operations / operationsOfDevice) / templates);
  const ward = await seedWard(database.db, 'C', { templates, devicesEach });
  // Marks the bench's tasks as wanted: the server would otherwise remove tasks without a schedule when it starts.
  await database.pool.query(
    "delete from sync_index where kind = 'task' and entity_id in (select id from task where type = 'CM')",
  );
  await database.pool.query("delete from task where type = 'CM'");
  const releases = await openReleases();
  const env = { ...admin, DATABASE_URL: urlOf(database), LOG_LEVEL: 'error' };
  let build = 'dist';
  let server: BuiltServer = await startBuiltServer(dataDir, env, 'main', build);
  const { port } = server;
  const tasks = await planTasks(server.origin, ward, database.pool);
  /** Only one tablet at a time kills the server. */
  let turn: Promise<unknown> = Promise.resolve();
  function restart(end: () => Promise<void>): Promise<void> {
    const done = turn.then(async () => {
      await end();
      server = await startBuiltServer(dataDir, { ...env, PORT: String(port) }, 'main', build);
    });
    turn = done.catch(() => undefined);
    return done;
  }
  return {
    ward: { ...ward, tasks },
    pool: database.pool,
    filesDir,
    folder,
    port,
    killServer: () => restart(() => server.kill()),
    async release() {
      const next = await releases.next();
      await restart(async () => {
        build = next.folder;
        await server.stop();
      });
      return next.number;
    },
    async revoke(userId, deviceId) {
      const text = 'update refresh_family set revoked_at = now() where user_id = $1 and device_id = $2';
      await database.pool.query(text, [userId, deviceId]);
    },
    async close() {
      await turn;
      await server.stop();
      await database.close();
      await databases.stop();
      await releases.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates a warranty over all devices of the templates through the API, which plans their tasks. */
async function planTasks(origin: string, ward: BenchWard, pool: pg.Pool): Promise<string[]> {
  const { users, equipment, makeId } = ward.hospital;
  const devices = ward.templates.flatMap((template) => template.devices);
  await callAs(origin, { email: users.hospital.email, password: seedPassword }, 'POST', '/Warranty/save', {
    warrantyNumber: 'CHROMIUM-1',
    equipmentId: equipment.monitor,
    makeId,
    pmFrequency: 'quarterly',
    pmCount: tasksOfDevice,
    warrantyStartDate: new Date().toISOString().slice(0, 10),
    warrantyDurationInYear: 1,
    selectedSerials: devices.map(({ id, serialNumber }) => ({ serialNumber, installationBaseEntityId: id })),
  });
  const ids = devices.map(({ id }) => id);
  const { rows } = await pool.query<{ id: string }>(
    'select id from task where device_id = any($1) and removed_at is null order by task_date, id',
    [ids],
  );
  return rows.map(({ id }) => id);
}
