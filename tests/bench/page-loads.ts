import { devices, type Page } from '@playwright/test';
import { appWorld, makeReady, roundDevices, slowDown, type AppWorld } from './app-world.ts';
import {
  figures,
  limitRow,
  median,
  type Bench,
  type BenchContext,
  type BenchRow,
  type ProfileOptions,
} from './bench.ts';
import { loadScore } from './load-score.ts';
import { blockedBy, type MainThreadTask, traceMainThread } from './main-thread.ts';

/** Limits by web.dev; score and shift are the project's own. Units: milliseconds, and the scores of load and shift. */
const limits = { paint: 2500, blocking: 200, shift: 0.02, score: 95 };
/** A load counts as finished when nothing has blocked the page for this long. Units: milliseconds. */
const quietMs = 2000;
/** Lighthouse's phone: its window, and its user agent, on which the hint to install depends. */
const phone: ProfileOptions = {
  viewport: { width: 412, height: 823 },
  hasTouch: true,
  userAgent: devices['Moto G4'].userAgent,
};

interface Load {
  /** The first and the largest contentful paint. */
  first: number;
  paint: number;
  /** Layout shift. */
  shift: number;
  /** Tasks of the main thread after the first paint. */
  tasks: readonly MainThreadTask[];
}

/**
 * Records what the browser reports about a load; runs before the page's own scripts, and must not contain named
 * functions.
 */
function noteLoad(): void {
  const noted = { paint: 0, shift: 0, tasks: [] as { from: number; ms: number }[] };
  Object.assign(window, { noted });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) noted.paint = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) noted.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) noted.tasks.push({ from: startTime, ms: duration });
  }).observe({ type: 'longtask', buffered: true });
}

/**
 * Returns the recorded values once the page shows the text and has been quiet, else null. Reads only the text, because
 * a locator checks the visibility of each element, which forces seconds of layout on a long round.
 */
function loadIfQuiet({ text, quietMs }: { text: string; quietMs: number }): Omit<Load, 'tasks'> | null {
  if (!document.documentElement.textContent.includes(text)) return null;
  const { paint, shift, tasks } = (
    window as unknown as { noted: { paint: number; shift: number; tasks: { from: number; ms: number }[] } }
  ).noted;
  const busyUntil = Math.max(paint, ...tasks.map(({ from, ms }) => from + ms));
  if (paint === 0 || performance.now() - busyUntil < quietMs) return null;
  const [first] = performance.getEntriesByName('first-contentful-paint');
  return { first: first?.startTime ?? paint, paint, shift };
}

async function load(page: Page, address: string, text: string): Promise<Load> {
  await page.addInitScript(noteLoad);
  await slowDown(page);
  const tasksOfLoad = await traceMainThread(page);
  await page.goto(address, { waitUntil: 'commit' });
  const quiet = await page.waitForFunction(loadIfQuiet, { text, quietMs }, { polling: 200, timeout: 60_000 });
  return { ...(await quiet.jsonValue())!, tasks: await tasksOfLoad() };
}

/** Describes the longest tasks of a load. */
function longestOf({ tasks }: Load): string {
  const longest = tasks.toSorted((a, b) => b.ms - a.ms).slice(0, 4);
  return longest.map(({ from, ms, what }) => `${ms.toFixed(0)} ms at ${from.toFixed(0)}: ${what}`).join('; ');
}

function rowsOf(what: string, loads: readonly Load[], say: BenchContext['say']): BenchRow[] {
  for (const load of loads) say(`${what}: ${longestOf(load)}`);
  const of = (value: (load: Load) => number) => loads.map(value);
  const blocked = of(({ tasks }) => blockedBy(tasks));
  const scores = of(({ first, paint, shift, tasks }) =>
    loadScore({ firstPaint: first, largestPaint: paint, blocked: blockedBy(tasks), shift }),
  );
  return [
    {
      what: `${what}: score by Lighthouse's curves, without Speed Index`,
      ours: figures(scores, 'of 100'),
      target: `>= ${limits.score}`,
      met: median(scores) >= limits.score,
    },
    limitRow(
      `${what}: largest paint`,
      of(({ paint }) => paint),
      'ms',
      { atMost: limits.paint },
    ),
    limitRow(`${what}: blocked after the first paint`, blocked, 'ms', { atMost: limits.blocking }),
    limitRow(
      `${what}: layout shift`,
      of(({ shift }) => shift),
      '',
      { atMost: limits.shift },
    ),
  ];
}

/** Measures signing in, each time in an empty browser. */
async function signIn({ openProfile, times }: BenchContext, { origin }: AppWorld): Promise<Load[]> {
  const loads: Load[] = [];
  for (let run = 0; run < times(3, 9); run += 1) {
    const page = await openProfile(phone);
    loads.push(await load(page, `${origin}/login`, 'Password'));
    await page.context().close();
  }
  return loads;
}

/**
 * Measures what Lighthouse measures, with the browser's own observers and trace, in a phone-sized window at a quarter
 * of the speed.
 */
export const pageLoadBenches: readonly Bench[] = [
  {
    name: 'page loads',
    async run(context) {
      const world = await appWorld(context);
      const rows = rowsOf('Sign-in, empty browser', await signIn(context, world), context.say);
      const pages = [
        { what: 'Dashboard', path: '/dashboard/bme', text: 'Equipment Uptime' },
        { what: `Round of ${roundDevices}`, path: `/daily-rounds/add/${world.templateId}`, text: world.serialAt(150) },
        { what: 'Device', path: `/equipmentdetails/${world.serialAt(123)}`, text: world.serialAt(123) },
      ];
      let page = await context.openProfile(phone);
      await makeReady(page, world.origin, world);
      for (const { what, path, text } of pages) {
        const loads: Load[] = [];
        for (let run = 0; run < context.times(3, 9); run += 1) {
          page = await context.reopen(page);
          loads.push(await load(page, `${world.origin}${path}`, text));
        }
        rows.push(...rowsOf(`${what}, browser just started`, loads, context.say));
      }
      await page.context().close();
      return rows;
    },
  },
];
