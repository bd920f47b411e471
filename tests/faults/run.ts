import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { offlineWrites } from '#contract/index.ts';
import { recordShapes } from '#contract/rules/merge/records.ts';
import { fastClone } from './fast-clone.ts';
import { endSharedDatabases } from '#tests/support/test-database.ts';
import { simulate } from './simulation.ts';
import type { SimulationReport } from './simulation.ts';
import type { EditCounts } from './two-editors.ts';
import { createVisitorTally, reportsOfRun, runVisitors, type SentVisitors } from './visitor-runs.ts';

/** Default number of entries in a run, and average number per seed. */
const commandsByDefault = 20_000;
const commandsOfSeed = 700;
/** Default number of reports from visitors' phones. */
const reportsByDefault = 430;
/** Most runs are short, because many starts find more than a few long days; every tenth is long. */
const stepsOf = (seed: number) => (seed % 10 === 0 ? 250 : 100);
/** Concurrent runs per process: while one waits for the database, another computes. */
const runsAtOnce = 2;

/** A report as a child process sends it to its parent. */
type Sent = Omit<SimulationReport, 'faults' | 'byKind' | 'edits'> & {
  faults: [string, number][];
  byKind: [string, number][];
  edits: [string, EditCounts][];
};

/** A killed tab leaves rejected storage promises that nobody awaits. */
const quietNames = new Set([
  'AbortError',
  'InvalidStateError',
  'DatabaseClosedError',
  'TypeError',
  'QuotaExceededError',
]);
process.on('unhandledRejection', (error) => {
  if (error instanceof Error && quietNames.has(error.name)) return;
  console.error(error);
  process.exitCode = 1;
});

/** A child's message to its parent: a free lane, or the result of a run. */
type Word = 'next' | Sent | SentVisitors;
/** The parent's answer: the next seed, for tablets or for this many reports from visitors' phones, or none. */
type Turn = { seed?: number | undefined; reports?: number };

/** Runs the seeds that the parent hands out until there are none left. */
async function runAsChild(): Promise<void> {
  const waiting: ((turn: Turn) => void)[] = [];
  process.on('message', (turn: Turn) => waiting.shift()?.(turn));
  const next = () =>
    new Promise<Turn>((resolve) => {
      waiting.push(resolve);
      say('next');
    });
  const lane = async () => {
    for (let { seed, reports } = await next(); seed !== undefined; { seed, reports } = await next()) {
      if (reports !== undefined) {
        say(await runVisitors(seed, reports));
        continue;
      }
      const report = await simulate({ seed, steps: stepsFor(seed) }).catch((error: unknown) => brokenOff(seed, error));
      say({ ...report, faults: [...report.faults], byKind: [...report.byKind], edits: [...report.edits] });
    }
  };
  await Promise.all(Array.from({ length: runsAtOnce }, lane));
  await endSharedDatabases();
}

/** Reports an aborted run with its seed; the other runs continue. */
function brokenOff(seed: number, error: unknown): SimulationReport {
  const nothing = {
    tried: 0,
    saved: 0,
    refused: 0,
    discarded: 0,
    toldLost: 0,
    photos: { received: 0, missing: 0 },
    healedMs: 0,
    faults: new Map(),
    byKind: new Map(),
    edits: new Map(),
  };
  const broken = [`The run broke off: ${String(error)}`];
  return { ...nothing, seed, lost: [], duplicated: [], stuck: [], broken };
}

function say(word: Word): void {
  process.send?.(word);
}

/** Starts a process that runs seeds until `next` returns none. */
function startChild(next: () => Turn, tell: (report: Sent | SentVisitors) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const steps = values.steps === undefined ? [] : ['--steps', values.steps];
    const child = fork(new URL(import.meta.url).pathname, ['--child', ...steps], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // Nearly everything that a run allocates becomes garbage immediately.
      // A server that restarts often listens to the same pool each time.
      execArgv: [
        ...process.execArgv,
        '--max-semi-space-size=64',
        '--disable-warning=MaxListenersExceededWarning',
        '--disable-warning=DeprecationWarning',
      ],
    });
    child.on('message', (word: Word) => {
      if (word === 'next') child.send(next());
      else tell(word);
    });
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A run ended with ${code}.`))));
  });
}

const { values } = parseArgs({
  options: {
    /** Run at least this many entries, in as many seeds as that takes. */
    commands: { type: 'string', default: String(commandsByDefault) },
    seeds: { type: 'string' },
    /** Repeat the run of this seed. */
    seed: { type: 'string' },
    from: { type: 'string', default: '1' },
    steps: { type: 'string' },
    /** At least this many reports from visitors' phones; none by default if one seed is repeated. */
    reports: { type: 'string' },
    /** Repeat the run of visitors of this seed, and nothing else; `reports` has to be the same, too. */
    visitors: { type: 'string' },
    /** Take seeds from a parent process. */
    child: { type: 'boolean', default: false },
  },
});
const stepsFor = (seed: number) => (values.steps === undefined ? stepsOf(seed) : Number(values.steps));

if (values.child) {
  console.warn = () => undefined;
  // Aborts and lost connections are expected, and their stack traces are never read.
  Error.stackTraceLimit = 0;
  globalThis.structuredClone = fastClone;
  await runAsChild();
  process.disconnect();
  process.exit(process.exitCode ?? 0);
}

const from = Number(values.visitors ?? values.seed ?? values.from);
const countOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));
/** Number of requested seeds; undefined if the number of entries decides. */
const asked = values.visitors !== undefined ? 0 : values.seed === undefined ? countOf(values.seeds) : 1;
const commands = Number(values.commands);
const expected = asked ?? Math.ceil(commands / commandsOfSeed);
/** If all runs abort, no entries are made, and the loop must still end. */
const mostSeeds = asked ?? expected * 2;
const startedAt = performance.now();
const total = {
  tried: 0,
  saved: 0,
  refused: 0,
  discarded: 0,
  toldLost: 0,
  photos: { received: 0, missing: 0 },
  lost: 0,
  duplicated: 0,
  stuck: 0,
  broken: 0,
  faults: 0,
  healedMs: 0,
};
const byFault = new Map<string, number>();
const byKind = new Map([...offlineWrites.keys()].map((kind) => [kind, 0]));
const byRecord = new Map<string, EditCounts>(
  Object.keys(recordShapes).map((kind) => [kind, { saved: 0, merged: 0, asked: 0 }]),
);
let failing = 0;

function add(report: Sent): void {
  total.tried += report.tried;
  total.saved += report.saved;
  total.refused += report.refused;
  total.discarded += report.discarded;
  total.toldLost += report.toldLost;
  total.photos.received += report.photos.received;
  total.photos.missing += report.photos.missing;
  total.healedMs = Math.max(total.healedMs, report.healedMs);
  for (const [kind, tried] of report.byKind) byKind.set(kind, (byKind.get(kind) ?? 0) + tried);
  for (const [kind, { saved, merged, asked }] of report.edits) {
    const before = byRecord.get(kind) ?? { saved: 0, merged: 0, asked: 0 };
    byRecord.set(kind, { saved: before.saved + saved, merged: before.merged + merged, asked: before.asked + asked });
  }
  for (const [fault, times] of report.faults) {
    total.faults += times;
    byFault.set(fault, (byFault.get(fault) ?? 0) + times);
  }
  const faulty = (['lost', 'duplicated', 'stuck', 'broken'] as const).flatMap((promise) => {
    total[promise] += report[promise].length;
    return report[promise].map((line) => `  ${promise}: ${line}`);
  });
  if (faulty.length === 0) return;
  failing += 1;
  console.log(
    `Seed ${report.seed} broke a promise. Replay: npm run test:faults -- --seed ${report.seed} --steps ${stepsFor(report.seed)}`,
  );
  for (const line of faulty.slice(0, 20)) console.log(line);
}

// Long runs first, so that all cores have work until the end.
const queue = Array.from({ length: expected }, (_, at) => from + at).toSorted((a, b) => stepsFor(b) - stepsFor(a));
let begun = 0;
const visitors = createVisitorTally(
  countOf(values.reports) ??
    (values.visitors === undefined ? (values.seed === undefined ? reportsByDefault : 0) : reportsOfRun),
);
let visitorsBegun = 0;

/** Returns the next turn: visitors first, because their runs are long. */
function nextTurn(): Turn {
  if (visitorsBegun === visitors.runs) return { seed: nextSeed() };
  visitorsBegun += 1;
  return { seed: from + visitorsBegun - 1, reports: visitors.reportsOf(visitorsBegun - 1) };
}

/** Returns the next seed, until all requested ones have started or enough entries are made. */
function nextSeed(): number | undefined {
  if (begun === mostSeeds || (asked === undefined && total.tried >= commands)) return undefined;
  begun += 1;
  return queue.shift() ?? from + begun - 1;
}

const cores = Math.min(expected + visitors.runs, availableParallelism());
const tell = (report: Sent | SentVisitors) => ('phones' in report ? visitors.add(report) : add(report));
const results = await Promise.allSettled(Array.from({ length: cores }, () => startChild(nextTurn, tell)));
for (const result of results) if (result.status === 'rejected') console.log(String(result.reason));

console.log(`${begun} seeds from ${from} on in ${Math.round((performance.now() - startedAt) / 1000)} s`);
console.log(
  `commands tried ${total.tried}, saved ${total.saved}, refused for good and shown ${total.refused} (${total.discarded} of them discarded by their authors), thrown away with the storage and told ${total.toldLost}`,
);
console.log(`photos received ${total.photos.received}, without room and named by their record ${total.photos.missing}`);
console.log(`by kind: ${[...byKind].map(([kind, tried]) => `${kind} ${tried}`).join(', ')}`);
console.log(
  `edits of two people at desks: ${[...byRecord].map(([kind, { saved, merged, asked }]) => `${kind} ${saved} saved, ${merged} merged, ${asked} values asked`).join('; ')}`,
);
console.log(`faults injected ${total.faults}: ${[...byFault].map(([name, times]) => `${name} ${times}`).join(', ')}`);
console.log(`longest healing ${(total.healedMs / 1000).toFixed(1)} s of virtual time`);
console.log(
  `lost ${total.lost}, duplicated ${total.duplicated}, stuck ${total.stuck}, other promises broken ${total.broken}`,
);
const isShort = asked === undefined && total.tried < commands;
if (isShort) console.log(`Only ${total.tried} of ${commands} commands were tried.`);
visitors.print();
/** A single repeated run need not cover all kinds. */
const missing =
  values.seed === undefined && asked !== 0
    ? [
        ...[...byKind].filter(([, tried]) => tried === 0).map(([kind]) => kind),
        ...[...byRecord].filter(([, { saved }]) => saved === 0).map(([kind]) => `edits of ${kind}`),
      ]
    : [];
if (missing.length > 0) console.log(`Never tried: ${missing.join(', ')}`);
process.exitCode =
  failing > 0 ||
  visitors.isFailing() ||
  isShort ||
  missing.length > 0 ||
  results.some((result) => result.status === 'rejected')
    ? 1
    : 0;
