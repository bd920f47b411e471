import type { Page } from '@playwright/test';
import { callPath, calls } from '#contract/index.ts';
import type { Changes } from '#contract/calls/sync.ts';
import { appWorld, slowDown, type AppWorld } from './app-world.ts';
import { serveBareApp } from './bare-app.ts';
import { median, type BenchContext } from './bench.ts';
import { openTarget } from './http.ts';
import { signInAt } from './servers.ts';

/** How long the bare app's start takes at a run's speed: what it took at a quarter on the machine of the documents. */
const bareStartMs = 870;
const firstRate = 4;
const rates = { least: 1, most: 16 };
const rowsWanted = 20;

/** The bare app with the devices of the app world, and the speed at which this run measures pages. */
export interface BareWorld {
  port: number;
  origin: string;
  /** The factor by which pages are slowed down. */
  rate: number;
}

/** Returns the devices as the app downloads them. */
async function devicesOf({ origin, who }: AppWorld): Promise<string> {
  const target = openTarget(origin);
  const headers = await signInAt(target, who.email);
  const devices = new Map<unknown, unknown>();
  for (let cursor = 0, more = true; more;) {
    const path = `/api${callPath(calls.syncChanges)}?cursor=${cursor}`;
    const page = JSON.parse(await target.ask({ path, headers })) as Changes;
    for (const { kind, rows } of page.rows) if (kind === 'device') for (const row of rows) devices.set(row.id, row);
    ({ next: cursor, more } = page);
  }
  target.close();
  return JSON.stringify([...devices.values()]);
}

/**
 * Returns when a page of a list has been drawn: the time of the next frame. It only observes changes of the page,
 * because a check in each frame would take a third of a slow page's time. Units: milliseconds since the start.
 */
export function timeOfList(page: Page): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const rows = document.querySelectorAll('tbody tr');
          if (rows.length < wanted || !rows[0]?.textContent?.includes('P-')) return;
          observer.disconnect();
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { childList: true, subtree: true });
        // On a busy machine the list may be there before this script, and nothing changes any more.
        look();
      }),
    rowsWanted,
  );
}

/** Opens the bare app until its worker has cached its files. */
export async function makeBareReady(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

/** Finds the factor at which the bare app's start takes its fixed time, so that runs on other machines compare. */
async function calibrate(context: BenchContext, origin: string): Promise<number> {
  let page = await context.openProfile();
  await makeBareReady(page, origin);
  let rate = firstRate;
  for (let step = 0; step < 3; step += 1) {
    const taken: number[] = [];
    for (let at = 0; at < 3; at += 1) {
      page = await context.reopen(page);
      await slowDown(page, rate);
      await page.goto(origin, { waitUntil: 'commit' });
      taken.push(await timeOfList(page));
    }
    context.say(`slowed down ${rate.toFixed(2)} times, the bare app starts in ${median(taken).toFixed(0)} ms`);
    rate = Math.min(rates.most, Math.max(rates.least, (rate * bareStartMs) / median(taken)));
  }
  await page.context().close();
  context.say(`pages are slowed down ${rate.toFixed(2)} times (bare start ${bareStartMs} ms)`);
  return rate;
}

/** Returns the bare app and the speed of this run; the first bench that needs them serves and calibrates. */
export function bareWorld(context: BenchContext): Promise<BareWorld> {
  return context.kept('bare', async () => {
    const { port, close } = await serveBareApp(await devicesOf(await appWorld(context)));
    const origin = `http://localhost:${port}`;
    return { value: { port, origin, rate: await calibrate(context, origin) }, close };
  });
}
