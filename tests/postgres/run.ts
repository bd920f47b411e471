import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePrograms, programOf } from '#tests/engines/browsers.ts';
import { missingText } from '#tests/engines/install.ts';
import { findOtherPostgres, noOtherPostgres } from '#tests/support/other-postgres.ts';
import { startTestDatabases, type TestDatabases } from '#tests/support/test-database.ts';
import { startChild } from './child-server.ts';
import { escalateThroughKill } from './escalations.ts';
import { killDuringWrites } from './kills.ts';
import { loseConnections } from './lost-connections.ts';
import { pushThroughKill } from './pushes.ts';
import { findPooler, startPooler } from './pooler.ts';
import { raceMigrations, shareDatabase, urlOf } from './processes.ts';

const { values } = parseArgs({
  options: {
    /** Number of kills of the server, and of PostgreSQL. */
    kills: { type: 'string', default: '10' },
    /** Breakdowns that each of 32 writers reports. */
    writes: { type: 'string', default: '10' },
    /** Levels of escalation that the tickets are followed through; each takes up to 15 s. */
    levels: { type: 'string', default: '3' },
    /** `yes` runs the whole contract suite before the campaigns; `only` skips the campaigns. */
    contract: { type: 'string', default: 'no' },
    only: { type: 'string' },
  },
});

if (!existsSync('dist/server/main.js')) throw new Error('There is no build: npm run build comes first.');
const other = findOtherPostgres();
if (other) console.log(`Another PostgreSQL: ${other.name}`);
else console.log(`\n*** ${noOtherPostgres} The campaigns run on the built-in one. ***\n`);
if (other?.kind === 'programs') process.env['TEST_PG_BIN'] = other.binDir;

const root = await mkdtemp(path.join(tmpdir(), 'wr-postgres-'));
let failing = 0;

/** Runs one campaign and prints its figures and faults. */
async function campaign(name: string, act: () => Promise<{ faults: string[]; figures: string }>): Promise<void> {
  if (values.only !== undefined && !name.startsWith(values.only)) return;
  const begun = performance.now();
  const { faults, figures } = await act().catch((error: unknown) => ({
    faults: [String(error)],
    figures: 'broke off',
  }));
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${name}: ${figures}; ${seconds} s`);
  for (const fault of faults.slice(0, 20)) console.log(`         ${fault}`);
  if (faults.length > 0) failing += 1;
}

async function onDatabases(databases: TestDatabases): Promise<void> {
  await campaign('connections lost in mid-transaction, 32 writers on one hospital', async () => {
    const database = await databases.create();
    const report = await loseConnections(database, { writers: 32, each: Number(values.writes) });
    await database.close();
    const { faults, writes, attempts, replays, killed, pulls, writesPerSecond } = report;
    const figures = `${writes} writes in ${attempts} tries, ${killed} connections killed, ${replays} answered from the key, ${pulls} pulls beside them, ${writesPerSecond} writes/s`;
    return { faults, figures };
  });
  await campaign('migrations at once, 5 processes', async () => {
    const database = await databases.createEmpty();
    const { faults, seconds } = await raceMigrations(urlOf(database), path.join(root, 'race'), 5);
    await database.close();
    return { faults, figures: `all ready and ended after ${seconds.toFixed(1)} s` };
  });
  await campaign('processes, 3 behind one address', async () => {
    const database = await databases.create();
    const report = await shareDatabase(database, path.join(root, 'shared'), { processes: 3, writes: 20 });
    await database.close();
    const { faults, writes, events, slowestEventMs } = report;
    return { faults, figures: `${writes} writes, ${events} live events, the slowest after ${slowestEventMs} ms` };
  });
  ensurePrograms(['pooler']);
  const program = findPooler();
  if (program === undefined) console.log(`*** SKIPPED: ${missingText(programOf('pooler'))} ***`);
  else await campaign('pooled, 3 processes through pgbouncer in transaction mode', () => pooled(program, databases));
  await campaign('pushes, 2 processes of which one is killed', async () => {
    const database = await databases.create();
    const report = await pushThroughKill(database, path.join(root, 'pushes'));
    await database.close();
    const { faults, tickets, slowestMs, slowestAfterKillMs, again } = report;
    const figures = `${tickets} urgent tickets on a phone, the slowest after ${slowestMs} ms, at the kill ${slowestAfterKillMs} ms, ${again} came again`;
    return { faults, figures };
  });
  await campaign('escalation, 2 processes of which one is killed in a step', async () => {
    const database = await databases.create();
    const report = await escalateThroughKill(database, path.join(root, 'escalation'), Number(values.levels));
    await database.close();
    const { faults, tickets, steps, slowestPushMs, afterKillMs } = report;
    const figures = `${tickets} urgent tickets on a phone, the slowest after ${slowestPushMs} ms, ${steps} steps, the one of the killed server by the other one after ${afterKillMs} ms`;
    return { faults, figures };
  });
}

async function pooled(program: string, databases: TestDatabases): Promise<{ faults: string[]; figures: string }> {
  const database = await databases.create();
  const pooler = await startPooler(program, database);
  try {
    const refusal = await refusalOf({ DATABASE_URL: pooler.url, DATA_DIR: path.join(root, 'refused') });
    const env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: urlOf(database) };
    const report = await shareDatabase(database, path.join(root, 'pooled'), { processes: 3, writes: 20 }, env);
    const transactions = await pooler.transactions();
    const faults = [...report.faults];
    if (transactions < report.writes) faults.push('The writes did not pass the pooler.');
    if (!refusal.includes('set DATABASE_DIRECT_URL')) faults.push(`Without DATABASE_DIRECT_URL: ${refusal}`);
    const { writes, events, slowestEventMs } = report;
    return {
      faults,
      figures: `${writes} writes, ${events} live events, the slowest after ${slowestEventMs} ms, ${transactions} transactions through the pooler`,
    };
  } finally {
    await pooler.close();
    await database.close();
  }
}

/** Starts a server that should refuse its settings; returns what it says. */
async function refusalOf(env: Record<string, string>): Promise<string> {
  const server = await startChild(env);
  const outcome = await server.ready().then(
    () => 'the server started',
    () => server.output(),
  );
  await server.end('SIGTERM');
  return outcome;
}

async function kills(victim: 'server' | 'postgres'): Promise<{ faults: string[]; figures: string }> {
  const report = await killDuringWrites(victim, path.join(root, victim), Number(values.kills));
  const { faults, acknowledged, attempts, replays, healMs } = report;
  const median = healMs[Math.floor(healMs.length / 2)];
  return {
    faults,
    figures: `${report.kills} kills, ${acknowledged} writes acknowledged in ${attempts} tries, ${replays} answered from the key, next write after ${median} ms (median), ${healMs.at(-1)} ms (longest)`,
  };
}

function contractSuite(): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('npx', ['vitest', 'run', '--project', 'contract', 'tests/contract'], { stdio: 'inherit' });
    child.on('close', (code) => resolve(code === 0));
  });
}

if (other && values.contract !== 'no' && !(await contractSuite())) failing += 1;
if (values.contract !== 'only') {
  const databases = await startTestDatabases();
  await onDatabases(databases);
  await databases.stop();
  await campaign('kill -9 of the server with its built-in database', () => kills('server'));
  await campaign('kill -9 of PostgreSQL under the server', () => kills('postgres'));
}
await rm(root, { recursive: true, force: true });
process.exitCode = failing > 0 ? 1 : 0;
