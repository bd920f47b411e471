import { expect, type Page } from '@playwright/test';
import { openTcpProxy } from '#tests/support/tcp-proxy.ts';
import { appWorld, hospitalDevices, makeReady, slowDown } from './app-world.ts';
import { bareWorld, makeBareReady, timeOfList } from './bare-world.ts';
import { comparedRow, type Bench, type BenchContext } from './bench.ts';
import { inTurn } from './http.ts';

interface OfflineStart {
  /** Restarts the browser without network and returns the time until the list can be used. Units: milliseconds. */
  start(): Promise<number>;
}

/** An app that is ready and whose network is cut. */
async function offline(context: BenchContext, page: Page, list: string, rate: number): Promise<OfflineStart> {
  let current = page;
  return {
    async start() {
      current = await context.reopen(current);
      await slowDown(current, rate);
      await current.goto(list, { waitUntil: 'commit' });
      const took = await timeOfList(current);
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
      const { port, rate } = await bareWorld(context);
      const [cable, bareCable] = [await openTcpProxy(world.server.port), await openTcpProxy(port)];
      try {
        const ourOrigin = `http://localhost:${cable.port}`;
        const ourPage = await context.openProfile();
        await makeReady(ourPage, ourOrigin, world);
        cable.cut();
        const ours = await offline(context, ourPage, `${ourOrigin}/installation-base`, rate);

        const bareOrigin = `http://localhost:${bareCable.port}`;
        const barePage = await context.openProfile();
        await makeBareReady(barePage, bareOrigin);
        bareCable.cut();
        const bare = await offline(context, barePage, `${bareOrigin}/`, rate);

        const taken = await inTurn(
          context.times(3, 15),
          () => ours.start(),
          () => bare.start(),
        );
        const size = hospitalDevices.toLocaleString('en');
        return [
          comparedRow({
            what: `Offline start to a list of ${size} devices that can be used, page slowed down`,
            peerName: 'React and React Router with the last answer in the cache',
            unit: 'ms',
            ...taken,
            atMost: 1.3,
          }),
        ];
      } finally {
        await cable.close();
        await bareCable.close();
      }
    },
  },
];
