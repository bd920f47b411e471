import { devices, type Page } from '@playwright/test';
import { appWorld, makeReady, roundDevices, slowDown, type AppWorld } from './app-world.ts';
import { bareWorld, makeBareReady, type BareWorld } from './bare-world.ts';
import {
  comparedRow,
  figures,
  limitRow,
  median,
  type Bench,
  type BenchContext,
  type BenchRow,
  type ProfileOptions,
} from './bench.ts';
import { inTurn } from './http.ts';
import { loadScore } from './load-score.ts';
import { blockedBy, shortTaskMs, type MainThreadTask, traceMainThread } from './main-thread.ts';

/** Largest paint and blocked time as ratios to the bare app's; scores of load and shift. */
const limits = { paint: 1.3, blocked: 1.5, shift: 0.02, score: 95 };
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

async function load(page: Page, rate: number, address: string, text: string): Promise<Load> {
  await page.addInitScript(noteLoad);
  await slowDown(page, rate);
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

interface Loads {
  ours: Load[];
  peer: Load[];
}

function rowsOf(what: string, loads: Loads, say: BenchContext['say']): BenchRow[] {
  for (const [whose, taken] of Object.entries(loads))
    for (const each of taken) say(`${what}, ${whose}: ${longestOf(each)}`);
  const both = (value: (load: Load) => number) => ({ ours: loads.ours.map(value), peer: loads.peer.map(value) });
  const scores = both(({ first, paint, shift, tasks }) =>
    loadScore({ firstPaint: first, largestPaint: paint, blocked: blockedBy(tasks), shift }),
  );
  const peerName = 'bare app';
  return [
    {
      what: `${what}: score by Lighthouse's curves, without Speed Index`,
      ours: figures(scores.ours, 'of 100'),
      peer: `${peerName} ${figures(scores.peer, 'of 100')}`,
      target: `>= ${limits.score}`,
      met: median(scores.ours) >= limits.score,
    },
    comparedRow({
      what: `${what}: largest paint`,
      peerName,
      unit: 'ms',
      ...both(({ paint }) => paint),
      atMost: limits.paint,
    }),
    comparedRow({
      what: `${what}: blocked after the first paint (less than ${shortTaskMs} ms counts as that)`,
      peerName,
      unit: 'ms',
      ...both(({ tasks }) => Math.max(shortTaskMs, blockedBy(tasks))),
      atMost: limits.blocked,
    }),
    limitRow(`${what}: layout shift`, both(({ shift }) => shift).ours, '', { atMost: limits.shift }),
  ];
}

/** Measures signing in, each time in an empty browser. */
function signIn({ openProfile, times }: BenchContext, world: AppWorld, { origin, rate }: BareWorld): Promise<Loads> {
  const empty = async (from: string) => {
    const page = await openProfile(phone);
    const taken = await load(page, rate, `${from}/login`, 'Password');
    await page.context().close();
    return taken;
  };
  return inTurn<Load>(
    times(3, 9),
    () => empty(world.origin),
    () => empty(origin),
  );
}

/**
 * Measures what Lighthouse measures, with the browser's own observers and trace, in a phone-sized window at the speed
 * of the run, beside the bare app: its list beside the dashboard, and its own round, device and sign-in.
 */
export const pageLoadBenches: readonly Bench[] = [
  {
    name: 'page loads',
    async run(context) {
      const world = await appWorld(context);
      const bare = await bareWorld(context);
      const rows = rowsOf('Sign-in, empty browser', await signIn(context, world, bare), context.say);
      const [round, device] = [world.serialAt(150), world.serialAt(123)];
      const pages = [
        { what: 'Dashboard', ours: ['/dashboard/bme', 'Equipment Uptime'], peer: ['/', world.serialAt(0)] },
        {
          what: `Round of ${roundDevices}`,
          ours: [`/daily-rounds/add/${world.templateId}`, round],
          peer: ['/round', round],
        },
        { what: 'Device', ours: [`/equipmentdetails/${device}`, device], peer: [`/device/${device}`, device] },
      ] as const;
      let page = await context.openProfile(phone);
      await makeReady(page, world.origin, world);
      await page.context().close();
      let barePage = await context.openProfile(phone);
      await makeBareReady(barePage, bare.origin);
      await barePage.context().close();
      for (const { what, ours, peer } of pages) {
        const loads = await inTurn<Load>(
          context.times(3, 9),
          async () => {
            page = await context.reopen(page);
            const taken = await load(page, bare.rate, `${world.origin}${ours[0]}`, ours[1]);
            await page.context().close();
            return taken;
          },
          async () => {
            barePage = await context.reopen(barePage);
            const taken = await load(barePage, bare.rate, `${bare.origin}${peer[0]}`, peer[1]);
            await barePage.context().close();
            return taken;
          },
        );
        rows.push(...rowsOf(`${what}, browser just started`, loads, context.say));
      }
      return rows;
    },
  },
];
