import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dayNumber } from '#tests/support/day.ts';
import {
  type Check,
  checks,
  checksOf,
  type Count,
  type Length,
  mostCores,
  seedsOf,
  seedsOfSimulation,
} from './checks.ts';
import { ensurePrograms, programOf } from '#tests/engines/browsers.ts';
import { installCommand, mayInstall, missingText } from '#tests/engines/install.ts';
import { runChild } from './child.ts';
import { faultsOfFlaky, type FlakyStory, readFlakyList } from './flaky.ts';
import { ensureNewerNode, findNewerNode } from './newer-node.ts';
import { readLastGreen, writeLastGreen } from './last-green.ts';
import { reasonOf } from './reason.ts';
import { runScheduled } from './schedule.ts';

const { values: options } = parseArgs({
  options: {
    /** Larger campaigns, and the checks that are only in the long run. */
    long: { type: 'boolean', default: false },
    /** The day whose samples are drawn, to repeat a run. Units: days since 1970-01-01. */
    day: { type: 'string' },
    /** Only the checks after each change: types, lint, format, and affected unit tests. */
    check: { type: 'boolean', default: false },
    /** With --check: all unit tests. */
    all: { type: 'boolean', default: false },
    /** Only checks whose name contains this. */
    only: { type: 'string', default: '' },
  },
});
const length: Length = {
  long: options.long,
  day: options.day === undefined ? dayNumber(new Date()) : Number(options.day),
  changedSince: options.check && !options.all ? readLastGreen() : undefined,
};
if (!Number.isSafeInteger(length.day) || length.day < 0)
  throw new Error(`--day takes a day number, not ${options.day}.`);

const chosen = checksOf(length, options.only).filter(({ quick = false }) => quick || !options.check);
if (chosen.length === 0) throw new Error(`No check is called ${options.only}.`);
/** Browser stories that are known to be flaky. */
const flakyList = 'tests/flaky.md';
/** Units: minutes. */
const defaultLimit = 30;

/** How one check ended. */
interface Outcome {
  ok: boolean;
  count: Count;
  seconds: number;
  reason: readonly string[];
}

function counted(check: Check, file: string, ok: boolean): Count {
  const one: Count = { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
  if (!check.read) return one;
  try {
    const count = check.read(JSON.parse(readFileSync(file, 'utf8')));
    return ok || count.failed > 0 ? count : { ...count, failed: 1 };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** The command of a check: npm with the current Node, or vitest on the newer one. */
function commandOf(check: Check, args: readonly string[]): string[] {
  const node = check.onNewerNode ? findNewerNode() : undefined;
  const rest = args.length > 0 ? ['--', ...args] : [];
  if (!node) return ['npm', 'run', '--silent', check.script, ...rest];
  const project = `${check.script.replace('test:', '')}*`;
  return [node.program, 'node_modules/vitest/vitest.mjs', 'run', '--project', project, ...args];
}

const folder = mkdtempSync(join(tmpdir(), 'ward-checks-'));

/** Programs that are still missing after installing everything that the chosen checks use. */
const missing = ensurePrograms(chosen.flatMap(({ needs = [], uses = [] }) => [...needs, ...uses]));

if (chosen.some(({ onNewerNode }) => onNewerNode)) ensureNewerNode();

/** Returns why a check cannot run on this machine, and whether that is a failure; undefined if it can. */
function obstacleOf({ needs = [], cannotRun }: Check): { reason: string; fails: boolean } | undefined {
  const lacking = needs.filter((name) => missing.includes(programOf(name)));
  if (lacking.length > 0) {
    // Without root nothing can be installed, but a long run must not pass without Chromium.
    const fails = mayInstall() || (length.long && lacking.includes('chromium'));
    return { reason: lacking.map((name) => missingText(programOf(name))).join('\n'), fails };
  }
  const reason = cannotRun?.();
  return reason === undefined ? undefined : { reason, fails: false };
}

async function runCheck(check: Check, alone: boolean): Promise<Outcome> {
  const obstacle = obstacleOf(check);
  if (obstacle !== undefined) {
    const { reason, fails } = obstacle;
    console.log(`\n*** ${check.name}: ${reason} ***`);
    const count = { passed: 0, failed: fails ? 1 : 0, skipped: fails ? 0 : 1 };
    return { ok: !fails, count, seconds: 0, reason: [reason] };
  }
  if (alone) console.log(`\n=== ${check.name}`);
  const file = join(folder, `${checks.indexOf(check)}.json`);
  const startedAt = Date.now();
  const env = {
    ...process.env,
    WARD_DAY: String(length.day),
    WARD_LONG: length.long ? 'yes' : '',
    ...check.env?.(length),
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
  };
  const { ok, output } = await runChild(check.script, commandOf(check, check.args?.(length, file) ?? []), {
    env,
    limit: check.limit ?? defaultLimit,
    atOnce: alone,
  });
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  if (!alone) console.log(`=== ${check.name}: ${ok ? 'ok' : 'FAILED'}, ${seconds} s`);
  const count = counted(check, file, ok);
  return { ok: count.failed === 0, count, seconds, reason: ok ? [] : reasonOf(output) };
}

const total: Count = { passed: 0, failed: 0, skipped: 0 };
const passed: string[] = [];
const flaky: FlakyStory[] = [];
/** Printed after the passed checks, so that the reasons are at the end. */
const failures: string[] = [];

/** Adds a check to the summary. */
function tell(name: string, count: Count, seconds: number, reason: readonly string[]): void {
  const { failed, skipped } = count;
  total.passed += count.passed;
  total.failed += failed;
  total.skipped += skipped;
  flaky.push(...(count.flaky ?? []));
  const word = failed > 0 ? 'FAILED' : count.passed === 0 ? 'SKIP  ' : 'ok    ';
  const line = `${word} ${name}: ${count.passed} passed, ${failed} failed, ${skipped} skipped, ${seconds} s`;
  const because = reason.map((said) => `    ${said}`);
  if (failed > 0) failures.push('', ...because, line);
  else passed.push(line, ...because);
}

const startedAt = Date.now();
const seeds = seedsOf(length);
const inWords = options.check
  ? length.changedSince === undefined
    ? 'all unit tests'
    : `unit tests that reach changes since ${length.changedSince.slice(0, 9)}`
  : `day ${length.day}${length.long ? ', long' : ''}: seeds ${seeds.from} to ${seeds.from + seeds.count - 1} of ${seedsOfSimulation} (all in ${seeds.days} days)`;
console.log(`Node ${process.version}, newer Node ${findNewerNode()?.version ?? 'not here'}, ${inWords}`);
await runScheduled(chosen, Math.min(availableParallelism(), mostCores), runCheck, ({ name }, how) => {
  if (how.ran) tell(name, how.result.count, how.result.seconds, how.result.reason);
  else tell(name, { passed: 0, failed: 1, skipped: 0 }, 0, [`It was not tried: ${how.without} had failed.`]);
});
rmSync(folder, { recursive: true, force: true });
const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
console.log(`\n${[...passed, ...failures].join('\n')}\n`);
if (flaky.length > 0) {
  console.log(`${flaky.length} flaky, passed on the second try; ${flakyList} says what to do:`);
  for (const { engine, story } of flaky) console.log(`    [${engine}] ${story}`);
  const faults = faultsOfFlaky(flaky, readFlakyList(readFileSync(flakyList, 'utf8')));
  for (const fault of faults) console.log(`FAILED ${fault}`);
  total.failed += faults.length;
}
if (missing.length > 0) {
  console.log(
    `Missing on this machine: ${missing.map(({ name }) => name).join(', ')}. As root: ${installCommand(missing)}`,
  );
}
if (!options.check) {
  const again = `npm test -- ${length.long ? '--long ' : ''}--day ${length.day}`;
  console.log(`Day ${length.day}, ${minutes} minutes. The same samples again: ${again}`);
}
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
if (options.check && options.only === '' && total.failed === 0) writeLastGreen();
process.exitCode = total.failed > 0 ? 1 : 0;
