import { availableParallelism } from 'node:os';
import { daysToVisitAll, drawByDay } from '#tests/support/day.ts';
import { findOtherPostgres, noOtherPostgres } from '#tests/support/other-postgres.ts';
import { forPaper, type ProgramName } from '#tests/engines/browsers.ts';
import type { Engine } from '#tests/engines/engine.ts';
import { fileOf, storiesOf } from '#tests/engines/stories.ts';
import { type FlakyStory, flakyOf, type StoryReport } from './flaky.ts';
import { findNewerNode, noNewerNode } from './newer-node.ts';
import { partsByTime } from './parts.ts';
import type { Scheduled } from './schedule.ts';
import { secondsOfStory } from './story-seconds.ts';

/** More cores are left to the databases and browsers that the checks start. */
export const mostCores = 4;

/** Test counts of a check. */
export interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** Browser stories that passed on their second try; `passed` counts them too. */
  flaky?: readonly FlakyStory[];
}

/** Options of a run of `npm test`: its length and day. */
export interface Length {
  long: boolean;
  day: number;
  /** Commit since which changes are tested; undefined for all. Only `npm run check` skips tests this way. */
  changedSince?: string | undefined;
}

/** One check of `npm test`: a script of package.json and, if it has counts, how to read them. */
export interface Check extends Scheduled {
  script: string;
  args?: (length: Length, reportFile: string) => string[];
  read?: (report: unknown) => Count;
  /** True if the check is part of `npm run check` too. */
  quick?: boolean;
  /** Only part of `--long`. */
  onlyLong?: boolean;
  /** A campaign that takes turns with others in `--long`: it runs on each third day, on the day with this number. */
  onDay?: 0 | 1 | 2;
  /** Runs on the newer Node instead of the one that `npm test` was called with. */
  onNewerNode?: boolean;
  /** Environment variables of this check, in addition to those of `npm test`. */
  env?: (length: Length) => Record<string, string>;
  /** Programs that the check requires. All programs of a run are installed before its first check. */
  needs?: readonly ProgramName[];
  /** Programs that the check uses if they are installed. */
  uses?: readonly ProgramName[];
  /** Returns why the check cannot run on this machine; undefined if it can. */
  cannotRun?: () => string | undefined;
  /** A check that takes longer fails, so that a hanging one does not block the others. Units: minutes. */
  limit?: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
}
const readVitest = (report: unknown): Count => {
  const { numPassedTests, numFailedTests, numPendingTests } = report as VitestReport;
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
};

interface PlaywrightReport extends StoryReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}
const readPlaywright = (report: unknown): Count => {
  const { stats, ...stories } = report as PlaywrightReport;
  const { expected, unexpected, flaky, skipped } = stats;
  return { passed: expected + flaky, failed: unexpected, skipped, flaky: flakyOf(stories) };
};

const vitestReport = ({ changedSince }: Length, file: string): string[] => [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${file}`,
  ...(changedSince === undefined ? [] : [`--changed=${changedSince}`, '--passWithNoTests']),
];
/** One worker more than cores: test files wait for processes and timeouts as much as they compute. */
const contractReport = (length: Length, file: string): string[] => [
  ...vitestReport(length, file),
  `--maxWorkers=${Math.min(availableParallelism(), mostCores) + 1}`,
];
const newerNodeMissing = (): string | undefined => (findNewerNode() ? undefined : noNewerNode);

/** Number of seeds for the 100,000 commands of the full simulation (docs/decisions/361). */
export const seedsOfSimulation = 150;
/** Number of seeds in a short run and in CI. */
const seedsShort = 2;
const seedsLong = 10;

/** Returns a day's seeds, as arguments of `test:faults`, and the number of days until all seeds have run. */
export function seedsOf({ long, day }: Length): { from: number; count: number; days: number } {
  const count = long ? seedsLong : seedsShort;
  const [first = 0] = drawByDay(day, seedsOfSimulation, count);
  return { from: first + 1, count, days: daysToVisitAll(seedsOfSimulation, count) };
}

/** Number of turns in which all tests have run on the newer Node; each of them runs on the older one every day. */
const newerNodeTurns = 4;
const partOfDay = ({ day }: Length): string =>
  `--shard=${(Math.floor(day / campaignTurns) % newerNodeTurns) + 1}/${newerNodeTurns}`;

/** Returns the programs of another PostgreSQL, for tests that start their own. */
function otherPostgres(): Record<string, string> {
  const other = findOtherPostgres();
  if (!other) console.log(`*** ${noOtherPostgres} The built-in one is used once more. ***`);
  return other?.kind === 'programs' ? { TEST_PG_BIN: other.binDir } : {};
}

/** Selects the arguments for the length. */
const pick = (short: readonly string[], long: readonly string[]) => (length: Length) => [
  ...(length.long ? long : short),
];
const tabletsInChromium = '300';
/** Number of days in which long runs, as in CI, cover all stories of each engine. */
export const longTurns = 3;
/** The same for short runs. */
export const shortTurns: Record<Engine, number> = { chromium: 15, firefox: 7, webkit: 6 };
/** Number of days in which the campaigns that take turns have all run. */
export const campaignTurns = 3;

/** Returns the checks of a run, in starting order. A check that is asked for by `only` runs on any day. */
export function checksOf({ long, day }: Pick<Length, 'long' | 'day'>, only = ''): Check[] {
  return checks.filter(
    ({ name, onlyLong = false, onDay }) =>
      name.includes(only) &&
      (long || !onlyLong) &&
      (!long || only !== '' || onDay === undefined || day % campaignTurns === onDay),
  );
}

/** The story that runs in Chromium every day. */
const wardRound = 'ward-round-story';

/** Returns the day's story files for an engine. */
export function storiesOfDay(engine: Engine, { long, day }: Length): string[] {
  const turns = long ? longTurns : shortTurns[engine];
  const daily = engine === 'chromium' ? [wardRound] : [];
  const others = storiesOf(engine).filter((story) => !daily.includes(story));
  return [...daily, ...(partsByTime(others, secondsOfStory, turns)[day % turns] ?? [])];
}

/**
 * Lets a story draw its samples by its turns: by day, one that runs every second day would draw only every second
 * sample.
 */
const turnsOfStories =
  (engine: Engine) =>
  ({ long, day }: Length): Record<string, string> => ({
    WARD_DAY: String(Math.floor(day / (long ? longTurns : shortTurns[engine]))),
  });

/** Returns the arguments of `test:browser` for a day's stories in an engine. */
const browserStories = (engine: Engine) => (length: Length) => [
  '--engine',
  engine,
  ...storiesOfDay(engine, length).map(fileOf),
];

/** All checks, in starting order. */
export const checks: readonly Check[] = [
  { name: 'types', script: 'typecheck', cores: 1, quick: true },
  { name: 'lint', script: 'lint', cores: 1, quick: true },
  { name: 'format', script: 'format:check', cores: 1, quick: true },
  { name: 'unused files, exports and dependencies', script: 'knip', cores: 1 },
  { name: 'advisories of the packages that ship', script: 'advisories', cores: 1 },
  { name: 'build', script: 'build', cores: 1 },
  { name: 'size of what is loaded first', script: 'size', cores: 1, after: ['build'] },
  {
    name: 'starts and dialogs in WebKit',
    script: 'test:webkit',
    cores: 1,
    after: ['build'],
    args: pick(['--loads', '10', '--ways-back', '2', '--windows', '1'], ['--windows', '1']),
    needs: ['webkit'],
  },
  // These use one core, like the previous one, so they run in parallel with it.
  { name: 'installation in a clean folder', script: 'test:install', onDay: 2, cores: 1, onlyLong: true },
  {
    name: 'the examples of proxies',
    script: 'test:proxies',
    onDay: 1,
    cores: 1,
    after: ['build'],
    onlyLong: true,
    needs: ['proxies'],
  },
  {
    name: 'connections, processes and kills',
    script: 'test:postgres',
    onDay: 2,
    cores: 1,
    after: ['build'],
    args: pick(['--kills', '1', '--writes', '4', '--levels', '1'], ['--kills', '10', '--levels', '1']),
    uses: ['pooler'],
  },
  {
    name: 'tree',
    script: 'test:tree',
    cores: 1,
    args: ({ long, day }, file) => vitestReport({ long, day }, file),
    read: readVitest,
    quick: true,
  },
  { name: 'unit', script: 'test:unit', cores: 2, args: vitestReport, read: readVitest, quick: true },
  { name: 'contract', script: 'test:contract', cores: 2, args: contractReport, read: readVitest },
  {
    name: 'an assessor with two hospitals',
    script: 'test:security',
    cores: 2,
    after: ['build'],
    args: pick(['--requests', '100'], ['--requests', '5000']),
  },
  {
    name: 'browser stories in Chromium',
    script: 'test:browser',
    cores: 2,
    after: ['build'],
    args: browserStories('chromium'),
    env: turnsOfStories('chromium'),
    limit: 45,
    read: readPlaywright,
    needs: ['chromium'],
    uses: forPaper,
  },
  {
    name: 'browser stories in Firefox',
    script: 'test:browser',
    cores: 2,
    after: ['build'],
    args: browserStories('firefox'),
    env: turnsOfStories('firefox'),
    read: readPlaywright,
    needs: ['firefox'],
    uses: forPaper,
  },
  {
    name: 'browser stories in WebKit',
    script: 'test:browser',
    cores: 2,
    after: ['build'],
    args: browserStories('webkit'),
    env: turnsOfStories('webkit'),
    read: readPlaywright,
    onlyLong: true,
    needs: ['webkit'],
    uses: forPaper,
  },
  { name: 'planted bugs', script: 'test:planted', cores: 2, args: pick(['--sample', '4'], ['--sample', '9']) },
  {
    name: 'faults',
    script: 'test:faults',
    cores: 2,
    args: (length) => {
      const { from, count } = seedsOf(length);
      return ['--from', String(from), '--seeds', String(count), '--reports', length.long ? '100' : '40'];
    },
  },
  {
    name: 'unit on the newer Node',
    script: 'test:unit',
    onDay: 0,
    cores: 2,
    args: (length, file) => [...vitestReport(length, file), partOfDay(length)],
    read: readVitest,
    onlyLong: true,
    onNewerNode: true,
    cannotRun: newerNodeMissing,
  },
  {
    name: 'contract on the newer Node and another PostgreSQL',
    script: 'test:contract',
    onDay: 2,
    cores: 2,
    args: (length, file) => [...contractReport(length, file), partOfDay(length)],
    read: readVitest,
    onlyLong: true,
    onNewerNode: true,
    env: otherPostgres,
    cannotRun: newerNodeMissing,
  },
  {
    name: 'tablets in Chromium',
    script: 'test:chromium',
    onDay: 1,
    cores: 2,
    after: ['build'],
    args: ({ day }) => ['--operations', tabletsInChromium, '--seed', String(day)],
    needs: ['chromium'],
    onlyLong: true,
  },
  {
    name: 'a server under attack',
    script: 'test:attack',
    onDay: 0,
    cores: 2,
    after: ['build'],
    args: () => ['--seconds', '5'],
    onlyLong: true,
  },
  {
    name: 'tablets back after an outage',
    script: 'load',
    onDay: 1,
    cores: 2,
    after: ['build'],
    args: () => ['--tablets', '200', '--hospitals', '10', '--other'],
    onlyLong: true,
  },
];
