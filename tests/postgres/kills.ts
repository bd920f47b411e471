import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { migrate } from '#server/db/connect.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { databaseOn } from '#server/db/database.ts';
import { freePort } from '#tests/support/built-server.ts';
import { seedHospital, type SeededHospital } from '#tests/support/seed.ts';
import { startChild, type ChildServer } from './child-server.ts';
import { judge } from './judge.ts';
import { askOver, reportOnce, signIn, type Ledger } from './writer.ts';
import { openPool } from '#tests/support/test-database.ts';

const migrations = fileURLToPath(new URL('../../server/db/migrations', import.meta.url));
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const writers = 8;
/** Least number of acknowledged writes between two kills, so that each kill hits different ones. */
const writesEachKill = 10;

/** The effects of kills on a server with its built-in database. */
export interface KillReport {
  faults: string[];
  kills: number;
  acknowledged: number;
  attempts: number;
  replays: number;
  /** Times from a kill to the next acknowledged write. Units: milliseconds, sorted. */
  healMs: number[];
}

/**
 * Repeatedly kills the server, or PostgreSQL under it, while tablets write, and checks that everything acknowledged is
 * stored once. A killed server leaves PostgreSQL running, which the next one must adopt.
 */
export async function killDuringWrites(
  victim: 'server' | 'postgres',
  dataDir: string,
  kills: number,
): Promise<KillReport> {
  const hospital = await prepare(dataDir);
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  const ledger: Ledger = { acknowledged: new Set(), attempts: 0, replays: 0 };
  const faults: string[] = [];
  const healMs: number[] = [];
  const done = new AbortController();
  let server = await startChild(env);
  await server.ready();
  const ask = askOver(() => server.port);
  const headers = await signIn(ask, hospital.users.bme);
  const writing = Array.from({ length: writers }, async () => {
    while (!done.signal.aborted) await reportOnce(ask, headers, hospital, ledger);
  });
  const failed = Promise.all(writing).then(
    () => undefined,
    (error: unknown) => void faults.push(String(error)),
  );
  try {
    for (let kill = 0; kill < kills && faults.length === 0; kill += 1) {
      await reached(ledger, ledger.acknowledged.size + writesEachKill, faults);
      // A campaign may last longer than a token.
      Object.assign(headers, await signIn(ask, hospital.users.bme));
      const postgres = await postmasterPid(dataDir);
      const killedAt = performance.now();
      if (victim === 'server') {
        await server.end('SIGKILL');
        if (!isAlive(postgres)) faults.push('PostgreSQL ended with the killed server');
        server = await startAgain(env);
        if ((await postmasterPid(dataDir)) !== postgres) faults.push('PostgreSQL was not adopted');
      } else {
        process.kill(postgres, 'SIGKILL');
      }
      await reached(ledger, ledger.acknowledged.size + 1, faults);
      healMs.push(Math.round(performance.now() - killedAt));
    }
    if (victim === 'server') faults.push(...(await secondServer(dataDir)));
  } finally {
    done.abort();
    await failed;
    await server.end('SIGTERM');
  }
  faults.push(...(await lookInside(dataDir, ledger)));
  const { acknowledged, attempts, replays } = ledger;
  healMs.sort((a, b) => a - b);
  return { faults, kills: healMs.length, acknowledged: acknowledged.size, attempts, replays, healMs };
}

async function prepare(dataDir: string): Promise<SeededHospital> {
  const database = await startEmbedded({ dataDir, log: quiet });
  const pool = openPool(database.connection);
  await migrate(pool, migrations);
  const db = databaseOn(pool);
  const hospital = await seedHospital(db, { name: 'City Hospital', prefix: '', now: new Date() });
  await pool.end();
  await database.stop();
  return hospital;
}

async function lookInside(dataDir: string, ledger: Ledger): Promise<string[]> {
  const database = await startEmbedded({ dataDir, log: quiet });
  const pool = openPool(database.connection);
  try {
    return await judge(pool, ledger);
  } finally {
    await pool.end();
    await database.stop();
  }
}

/** Restarts the server; the killed one may still hold its port for a moment. */
async function startAgain(env: Record<string, string>): Promise<ChildServer> {
  const server = await startChild(env);
  await server.ready();
  return server;
}

/** Starts a second server on the data folder, which must exit with a message and leave the first alone. */
async function secondServer(dataDir: string): Promise<string[]> {
  const second = await startChild({ DATA_DIR: dataDir });
  const code = await second.ended;
  const said = second.output();
  const isClear = /^Another Ward Rounds server \(process \d+\) already uses the data folder/m.test(said);
  return code === '1' && isClear ? [] : [`a second server ended with ${code} and said: ${said}`];
}

/** Longest time without an acknowledged write. Units: milliseconds. */
const stillMaxMs = 120_000;

async function reached(ledger: Ledger, count: number, faults: readonly string[]): Promise<void> {
  const deadline = performance.now() + stillMaxMs;
  while (ledger.acknowledged.size < count && faults.length === 0) {
    if (performance.now() > deadline) throw new Error(`Nothing was acknowledged for ${stillMaxMs / 1000} s`);
    await pause(2);
  }
}

async function postmasterPid(dataDir: string): Promise<number> {
  for (;;) {
    const file = path.join(dataDir, 'database/cluster/postmaster.pid');
    const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
    if (pid > 0 && isAlive(pid)) return pid;
    await pause(5);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
