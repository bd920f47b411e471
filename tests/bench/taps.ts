import type { Page } from '@playwright/test';
import { appWorld, makeReady, roundDevices, slowDown, type AppWorld } from './app-world.ts';
import { limitRow, percentile, type Bench } from './bench.ts';

const limits = { middle: 100, worst: 200 };
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
  return page.evaluate(() => {
    const { taps } = window as unknown as { taps: Map<number, number> };
    const longest = Math.max(0, ...taps.values());
    taps.clear();
    return longest;
  });
}

async function openRound(page: Page, { origin, templateId, serialAt }: AppWorld): Promise<void> {
  await page.goto(`${origin}/daily-rounds/add/${templateId}`);
  await page.getByRole('row', { name: serialAt(roundDevices - 1), exact: true }).waitFor({ state: 'attached' });
  await page.evaluate(noteTaps);
}

/** Measures the delay that a user feels in a long round. */
export const tapBenches: readonly Bench[] = [
  {
    name: 'taps',
    async run(context) {
      const world = await appWorld(context);
      const page = await context.openProfile({ hasTouch: true });
      await makeReady(page, world.origin, world);
      await openRound(page, world);
      await slowDown(page);
      const taken: number[] = [];
      for (let at = -2; at < context.times(28, 180); at += 1) {
        const place = at + 2;
        const ms = await tap(page, world.serialAt(place), answerAt(place));
        // The first taps render parts that later ones reuse.
        if (at >= 0) taken.push(ms);
      }
      await page.context().close();
      context.say(`milliseconds of each: ${taken.join(' ')}`);
      const what = `Tap in a round of ${roundDevices}, page at a quarter of its speed, to the next paint`;
      const worst = Math.max(...taken);
      return [
        limitRow(`${what}: middle; 95th of 100 ${percentile(taken, 0.95)} ms`, taken, 'ms', { atMost: limits.middle }),
        limitRow(`${what}: worst of ${taken.length}`, [worst], 'ms', { atMost: limits.worst }),
      ];
    },
  },
];
