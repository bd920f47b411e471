import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type CallName, callList } from '#contract/index.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { startBuiltServer } from '#tests/support/built-server.ts';
import { dayOfRun } from '#tests/support/day.ts';
import { processMemoryMb } from '#tests/support/process-memory.ts';
import { runCampaign } from './campaign.ts';
import type { Exchange } from './keep-alive-proxy.ts';
import { weaknesses, type Tally } from './tally.ts';

const { values: options } = parseArgs({
  options: {
    /** Beyond one of every call for each hospital. */
    requests: { type: 'string', default: '100' },
    /** Derived from the day of the run by default. */
    seed: { type: 'string' },
    /** The number of a single request to repeat. */
    only: { type: 'string' },
  },
});
const requests = Number(options.requests);
const seed = options.seed === undefined ? dayOfRun() : Number(options.seed);
const only = options.only === undefined ? undefined : Number(options.only);
/** Calls that are only granted with what a mail to somebody else contains. */
const byMailOnly: ReadonlySet<CallName> = new Set<CallName>(['passwordByLink']);
/** Default time zone of hospitals. */
const timeZone = 'Asia/Kolkata';

if (!existsSync('dist/server/main.js')) throw new Error('There is no build: npm run build comes first.');

const dataDir = await mkdtemp(path.join(tmpdir(), 'wr-fuzz-'));
const admin = { email: 'admin@fuzz.test', password: 'fuzz-admin-of-ward' };
const server = await startBuiltServer(dataDir, {
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  TRUST_PROXY: '1',
});
try {
  const startedAt = performance.now();
  const today = hospitalDay(new Date(), timeZone);
  const seen = only === undefined ? undefined : show;
  const tally = await runCampaign({ port: server.port, admin, seed, requests, only, today, ...(seen ? { seen } : {}) });
  const seconds = (performance.now() - startedAt) / 1000;
  report(tally, seconds);
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Prints a request and its outcome, both truncated. */
function show(request: Buffer, exchange: Exchange): void {
  console.log(`${request.toString('utf8').slice(0, 4000)}\n`);
  if (exchange.kind !== 'answer') return console.log(`${exchange.kind} after ${Math.round(exchange.ms)} ms\n`);
  const { status, headers, body } = exchange.answer;
  const head = headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  console.log(`${status} after ${Math.round(exchange.ms)} ms\n${head}\n\n${body.toString('utf8').slice(0, 2000)}\n`);
}

function report(tally: Tally, seconds: number): void {
  const sorted = <K>(counts: ReadonlyMap<K, number>): string =>
    [...counts]
      .toSorted(([, a], [, b]) => b - a)
      .map(([key, count]) => `${String(key)}: ${count}`)
      .join(', ');
  const { slowest, findings } = tally;
  print({
    Seed: String(seed),
    Requests: `${tally.requests} over ${tally.connections} connections in ${seconds.toFixed(1)} s, ${tally.forSetup} of them to make what others speak of`,
    'Answers by status': sorted(tally.statuses),
    'Refusals by code': sorted(tally.codes),
    'Slowest answer': `${Math.round(slowest.ms)} ms (${slowest.call ?? 'no call'}); slow once, not again: ${tally.slowOnce}`,
    'Calls covered': `${tally.asked.size} of ${callList.length} asked, ${tally.granted.size} granted something, ${byMailOnly.size} only by mail${ungranted(tally)}`,
    'Cut off': `${tally.cutOff} requests that break HTTP, without an answer`,
    'Sessions ended and begun again': String(tally.renewed),
    'Memory of the server': `${processMemoryMb(server.pid, 'VmHWM')} MB at most`,
    Findings: String(findings.length),
  });
  for (const { rule, what, at, call, line, times } of findings) {
    console.log(`\nFOUND  ${rule} (${call ?? 'no call'}, ${times} times): ${what}`);
    console.log(`       ${line}`);
    console.log(
      `       npm run test:security -- --seed ${seed}${at === 'setup' ? ` --requests ${requests}` : ` --only ${at}`}`,
    );
  }
  const weak = only === undefined ? weaknesses(tally, callList.length, callList.length - byMailOnly.size) : [];
  for (const weakness of weak) console.log(`\nTOO LITTLE TRIED  ${weakness}`);
  const failures = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{"level":50'));
  if (failures.length > 0) console.log(`\nFailures in the server's log:\n${failures.slice(-3).join('\n')}`);
  process.exitCode = findings.length > 0 || weak.length > 0 ? 1 : 0;
}

function ungranted({ granted }: Tally): string {
  const names = callList.map(({ name }) => name).filter((name) => !granted.has(name) && !byMailOnly.has(name));
  return names.length > 0 && names.length < 20 ? `; not: ${names.join(', ')}` : '';
}

function print(lines: Record<string, string>): void {
  const width = Math.max(...Object.keys(lines).map((key) => key.length));
  for (const [key, value] of Object.entries(lines)) console.log(`${key.padEnd(width)}  ${value}`);
}
