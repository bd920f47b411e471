import { expect, type Page } from '@playwright/test';
import { callPath, calls } from '#contract/index.ts';
import type { Changes } from '#contract/calls/sync.ts';
import { openTcpProxy } from '#tests/support/tcp-proxy.ts';
import { appWorld, hospitalDevices, makeReady, slowDown, type AppWorld } from './app-world.ts';
import { serveBareApp } from './bare-app.ts';
import { comparedRow, type Bench, type BenchContext } from './bench.ts';
import { inTurn, openTarget } from './http.ts';
import { signInAt } from './servers.ts';

const rowsWanted = 20;

/** Returns the devices as the app downloads them, for the comparison list. */
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
 * Returns when a page of the list has been drawn: the time of the next frame. It only observes changes of the page,
 * because a check in each frame would take a third of a slow page's time. Units: milliseconds since the start.
 */
function timeOfList(rowsWanted: number): Promise<number> {
  return new Promise((resolve) => {
    new MutationObserver((_changes, observer) => {
      const rows = document.querySelectorAll('tbody tr');
      if (rows.length < rowsWanted || !rows[0]?.textContent?.includes('P-')) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
    }).observe(document, { childList: true, subtree: true });
  });
}

interface OfflineStart {
  /** Restarts the browser without network and returns the time until the list can be used. Units: milliseconds. */
  start(): Promise<number>;
}

/** Opens an app that is ready and cuts its network. */
async function offline(context: BenchContext, page: Page, list: string, cut: () => void): Promise<OfflineStart> {
  cut();
  let current = page;
  return {
    async start() {
      current = await context.reopen(current);
      await slowDown(current);
      await current.goto(list, { waitUntil: 'commit' });
      const took = await current.evaluate(timeOfList, rowsWanted);
      // The list must work, not just be visible.
      await current.getByRole('searchbox').first().fill('P-000123');
      await expect(current.locator('tbody tr').first()).toContainText('P-000123');
      // A slowed page keeps a core busy even when idle, which would distort the other app's measurement.
      await current.context().close();
      return took;
    },
  };
}

/** Measures opening the app without network, in a freshly started browser. */
export const appStartBenches: readonly Bench[] = [
  {
    name: 'offline start',
    async run(context) {
      const world = await appWorld(context);
      const [cable, bareApp] = [await openTcpProxy(world.server.port), await serveBareApp(await devicesOf(world))];
      const bareCable = await openTcpProxy(bareApp.port);
      try {
        const ourOrigin = `http://localhost:${cable.port}`;
        const ourPage = await context.openProfile();
        await makeReady(ourPage, ourOrigin, world);
        const ours = await offline(context, ourPage, `${ourOrigin}/installation-base`, () => cable.cut());

        const bareOrigin = `http://localhost:${bareCable.port}`;
        const barePage = await context.openProfile();
        await barePage.goto(bareOrigin);
        await barePage.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
        const bare = await offline(context, barePage, `${bareOrigin}/`, () => bareCable.cut());

        const taken = await inTurn(
          context.times(3, 15),
          () => ours.start(),
          () => bare.start(),
        );
        const size = hospitalDevices.toLocaleString('en');
        return [
          comparedRow({
            what: `Offline start to a list of ${size} devices that can be used, page at a quarter of its speed`,
            peerName: 'React and React Router with the last answer in the cache',
            unit: 'ms',
            ...taken,
            atMost: 1.5,
          }),
        ];
      } finally {
        await cable.close();
        await bareCable.close();
        await bareApp.close();
      }
    },
  },
];
