import { appWorld } from './app-world.ts';
import { comparedRow, figures, type Bench } from './bench.ts';
import { openSlowLine } from './slow-line.ts';

/** 1 Mbit/s with 100 ms round-trip time. */
const line = { bytesPerSecond: 125_000, oneWayMs: 50 };

/** Measures the time from an empty browser to an app that opens without network, over a slow line. */
export const firstVisitBenches: readonly Bench[] = [
  {
    name: 'first visit',
    async run(context) {
      const { server } = await appWorld(context);
      const taken = { ready: [] as number[], bytes: [] as number[], shown: [] as number[] };
      for (let run = 0; run < context.times(2, 5); run += 1) {
        const slow = await openSlowLine(server.port, line.bytesPerSecond, line.oneWayMs);
        const page = await context.openProfile();
        const from = performance.now();
        await page.goto(`http://localhost:${slow.port}/login`, { waitUntil: 'commit' });
        await page.getByLabel('Email').waitFor();
        taken.shown.push((performance.now() - from) / 1000);
        const isReady = () => navigator.serviceWorker.controller?.state === 'activated';
        await page.waitForFunction(isReady, null, { timeout: 90_000, polling: 50 });
        taken.ready.push((performance.now() - from) / 1000);
        taken.bytes.push(slow.bytes() / line.bytesPerSecond);
        await page.context().close();
        slow.close();
      }
      return [
        comparedRow({
          what: 'Empty browser to an app that opens offline, 1 Mbit/s, 100 ms',
          peerName: 'its bytes alone',
          unit: 's',
          ours: taken.ready,
          peer: taken.bytes,
          atMost: 1.3,
        }),
        { what: 'The same to the sign-in', ours: figures(taken.shown, 's'), met: null },
      ];
    },
  },
];
