import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startBuiltServer } from '#tests/support/built-server.ts';
import { noOtherPostgres } from '#tests/support/other-postgres.ts';
import { processMemoryMb } from '#tests/support/process-memory.ts';
import { createLightClient, type LightClient, type Tally } from './client.ts';
import { openOtherDatabase, type LoadDatabase } from './databases.ts';
import { compare } from './judge.ts';
import { saveWork, sendWork } from './tablet.ts';
import { openHospital, tokenOf, type LoadHospital } from './ward.ts';

const { values: options } = parseArgs({
  options: {
    tablets: { type: 'string', default: '40' },
    commands: { type: 'string', default: '20' },
    hospitals: { type: 'string', default: '4' },
    /** Also run on another PostgreSQL of this machine. */
    other: { type: 'boolean', default: false },
  },
});
const tabletCount = Number(options.tablets);
const commandCount = Number(options.commands);
const hospitalCount = Number(options.hospitals);
/** Share of first requests whose answer is lost. */
const dropRate = 0.05;
const engineersEach = 4;
/** All tablets regain the network within this time. Units: ms. */
const returnWithinMs = 1000;
const readEachMs = 100;

if (!existsSync('dist/server/main.js')) throw new Error('There is no build: npm run build comes first.');

/** Measures an outage and its end on a database; returns the number of broken promises. */
async function measure(database: LoadDatabase): Promise<number> {
  const tally: Tally = { requests: 0, retries: new Map(), unhealed: [], droppedAnswers: 0 };
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wr-load-'));
  const admin = { ADMIN_EMAIL: 'admin@load.test', ADMIN_PASSWORD: 'load-admin-1' };
  const server = await startBuiltServer(dataDir, { ...admin, ...database.env });
  const client = createLightClient(server.origin, tally, Math.random, dropRate);
  const quietTally: Tally = { requests: 0, retries: new Map(), unhealed: [], droppedAnswers: 0 };
  const beside = createLightClient(server.origin, quietTally, Math.random, 0);
  try {
    const session = await tokenOf(client, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD);
    const hospitals: LoadHospital[] = [];
    for (let at = 0; at < hospitalCount + 1; at += 1) {
      hospitals.push(await openHospital(client, server.origin, session, engineersEach));
    }
    const reader = hospitals.pop();
    if (!reader) throw new Error('There is no hospital beside the load.');
    const work = Array.from({ length: tabletCount }, (_, at) => {
      const hospital = hospitals[at % hospitals.length] ?? reader;
      const engineer = hospital.engineers[Math.floor(at / hospitals.length) % engineersEach] ?? '';
      return saveWork(hospital, engineer, commandCount, at);
    });
    tally.requests = 0;
    const startRss = processMemoryMb(server.pid, 'VmRSS');
    const watch = watchReads(beside, reader.office);
    const startedAt = performance.now();
    await Promise.all(
      work.map(async (tablet) => {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * returnWithinMs));
        await sendWork(client, tablet);
      }),
    );
    const tookS = (performance.now() - startedAt) / 1000;
    const reads = await watch.stop();
    const found = await compare(beside, hospitals, work);
    const endRss = processMemoryMb(server.pid, 'VmRSS');
    print({
      Tablets: `${tabletCount} in ${hospitalCount} hospitals, back within ${returnWithinMs / 1000} s; ${availableParallelism()} cores`,
      Database: database.name,
      Entries: `${tabletCount * commandCount} and ${tabletCount} photos of 300 kB, in ${tookS.toFixed(1)} s (${((tabletCount * commandCount) / tookS).toFixed(0)} entries/s)`,
      Requests: `${tally.requests}, of which ${tally.droppedAnswers} lost their answer`,
      'Sent again': [...tally.retries].map(([code, times]) => `${code} ${times}`).join(', ') || 'none',
      'Not healed by a client': `${tally.unhealed.length} ${[...new Set(tally.unhealed)].slice(0, 5).join('; ')}`,
      Lost: String(found.lost),
      Duplicated: String(found.duplicated),
      'Reads of another hospital': `${reads.count}, p50 ${reads.p50} ms, p95 ${reads.p95} ms, p99 ${reads.p99} ms, longest ${reads.max} ms, refused ${reads.refused}`,
      'Memory of the server': `${startRss} MB before, ${processMemoryMb(server.pid, 'VmHWM')} MB at most, ${endRss} MB after`,
    });
    return tally.unhealed.length + found.lost + found.duplicated;
  } finally {
    client.close();
    beside.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

let broken = await measure({ name: process.env['DATABASE_URL'] ? 'DATABASE_URL' : 'built-in', env: {} });
if (options.other) {
  const other = await openOtherDatabase();
  console.log(other ? '' : noOtherPostgres);
  if (other) broken += await measure(other).finally(() => other.close());
}
process.exitCode = broken > 0 ? 1 : 0;

/** Reads a list of another hospital at a fixed rate, however long answers take. */
function watchReads(reader: LightClient, session: string) {
  const tookMs: number[] = [];
  let refused = 0;
  const under = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const startedAt = performance.now();
    const asked = reader
      .once(session, { method: 'GET', path: '/InstallationBase/paged?page=1' })
      .then(({ status }) => {
        if (status === 200) tookMs.push(performance.now() - startedAt);
        else refused += 1;
      })
      .catch(() => {
        refused += 1;
      })
      .finally(() => under.delete(asked));
    under.add(asked);
  }, readEachMs);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(under);
      tookMs.sort((a, b) => a - b);
      const at = (share: number): number => Math.round(tookMs[Math.floor(share * (tookMs.length - 1))] ?? 0);
      return { count: tookMs.length + refused, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1), refused };
    },
  };
}

function print(lines: Record<string, string>): void {
  const width = Math.max(...Object.keys(lines).map((key) => key.length));
  for (const [key, value] of Object.entries(lines)) console.log(`${key.padEnd(width)}  ${value}`);
}
