import type { Page } from '@playwright/test';
import { appWorld, makeReady, roundDevices, slowDown } from './app-world.ts';
import { bareWorld, makeBareReady } from './bare-world.ts';
import { figures, median, percentile, short, type Bench, type BenchRow } from './bench.ts';

const limits = { middle: 60, worst: 100 };
/** The browser reports no shorter interaction. Units: milliseconds. */
const shortestMs = 16;
/** Taps on one page before the other gets its turn. */
const tapsInTurn = 7;
/** How long the page rests before and after a tap: nobody taps while rows are still scrolling. Units: milliseconds. */
const rests = { before: 250, after: 400 };

/** Records how long each interaction takes until the next paint, as the browser reports it: in steps of 8 ms. */
function noteTaps(): void {
  const taps = new Map<number, number>();
  Object.assign(window, { taps });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      if (entry.interactionId)
        taps.set(entry.interactionId, Math.max(entry.duration, taps.get(entry.interactionId) ?? 0));
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

interface Round {
  /** Taps the next rows, slowed down. Returns how long each took to the next paint. Units: milliseconds. */
  tapSome(count: number): Promise<number[]>;
  close(): Promise<void>;
}

/** Every seventh device is not working and another needs attention; the rest work. */
const answerAt = (place: number) =>
  ['Operational', 'Operational', 'Not Working', 'Operational', 'Needs Attention'][place % 7] ?? 'Operational';

/** Taps the answer of one row as a finger does, and returns the longest time to the next paint. Units: milliseconds. */
async function tap(page: Page, serial: string, answer: string): Promise<number> {
  const input = page.getByRole('row', { name: serial, exact: true }).locator(`input[value="${answer}"]`);
  await input.evaluate((element) => element.closest('tr')?.scrollIntoView({ block: 'center' }));
  await page.waitForTimeout(rests.before);
  const box = await input.boundingBox();
  if (!box) throw new Error(`${serial} has no ${answer}`);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForTimeout(rests.after);
  if (!(await input.isChecked())) throw new Error(`${serial} is not ${answer}`);
  return page.evaluate((shortest) => {
    const { taps } = window as unknown as { taps: Map<number, number> };
    const longest = Math.max(shortest, ...taps.values());
    taps.clear();
    return longest;
  }, shortestMs);
}

async function openRound(page: Page, address: string, rate: number, serialAt: (at: number) => string): Promise<Round> {
  await page.goto(address);
  await page.getByRole('row', { name: serialAt(roundDevices - 1), exact: true }).waitFor({ state: 'attached' });
  await page.evaluate(noteTaps);
  // A slowed page keeps a core busy even when idle, which would distort what the other one takes.
  const setRate = await slowDown(page, 1);
  let place = 0;
  return {
    async tapSome(count) {
      await setRate(rate);
      const taken: number[] = [];
      for (const end = place + count; place < end; place += 1)
        taken.push(await tap(page, serialAt(place), answerAt(place)));
      await setRate(1);
      return taken;
    },
    close: () => page.context().close(),
  };
}

/** Measures the delay that a user feels in a long round, beside the same round in the bare app. */
export const tapBenches: readonly Bench[] = [
  {
    name: 'taps',
    async run(context) {
      const world = await appWorld(context);
      const { origin, rate } = await bareWorld(context);
      const page = await context.openProfile({ hasTouch: true });
      await makeReady(page, world.origin, world);
      const barePage = await context.openProfile({ hasTouch: true });
      await makeBareReady(barePage, origin);
      const address = `${world.origin}/daily-rounds/add/${world.templateId}`;
      const ours = await openRound(page, address, rate, world.serialAt);
      const bare = await openRound(barePage, `${origin}/round`, rate, world.serialAt);
      const taken: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
      // The first taps render parts that later ones reuse.
      await ours.tapSome(2);
      await bare.tapSome(2);
      for (let block = 0; block < context.times(4, 26); block += 1) {
        taken.ours.push(...(await ours.tapSome(tapsInTurn)));
        taken.bare.push(...(await bare.tapSome(tapsInTurn)));
      }
      await ours.close();
      await bare.close();
      for (const [whose, each] of Object.entries(taken))
        context.say(`milliseconds of each, ${whose}: ${each.join(' ')}`);
      const what = `Tap in a round of ${roundDevices}, page slowed down, to the next paint`;
      const row = (of: string, value: (each: readonly number[]) => number, atMost: number): BenchRow => ({
        what: `${what}: ${of}`,
        ours: `${short(value(taken.ours))} ms`,
        peer: `bare app ${short(value(taken.bare))} ms`,
        ratio: value(taken.ours) / value(taken.bare),
        target: `<= ${atMost} ms`,
        met: value(taken.ours) <= atMost,
      });
      return [
        {
          ...row(`middle; 95th of 100 ${percentile(taken.ours, 0.95)} ms`, median, limits.middle),
          ours: figures(taken.ours, 'ms'),
          peer: `bare app ${figures(taken.bare, 'ms')}`,
        },
        row(`worst of ${taken.ours.length}`, (each) => Math.max(...each), limits.worst),
      ];
    },
  },
];
