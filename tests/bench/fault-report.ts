import type { Page } from '@playwright/test';
import { callAs } from '#tests/support/story.ts';
import { appWorld, roundDevices, slowDown, type AppWorld } from './app-world.ts';
import { type Bench, figures, limitRow } from './bench.ts';
import { openSlowLine } from './slow-line.ts';

/** A nurse's line: 1.6 Mbit/s with 150 ms round-trip time, as Lighthouse's slow 4G. */
const line = { bytesPerSecond: 200_000, oneWayMs: 75 };
/** From scan to sent. Source: document 6, section 1. */
const limits = { seconds: 20, taps: 3 };
/** The limit is for a phone at a quarter of the speed of the machine that measures (docs/decisions/550). */
const slowedDown = 4;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

interface Taken {
  /** When the first view could be pressed, and when the report had its reference. Units: seconds. */
  first: number;
  sent: number;
  taps: number;
}

/** Switches reports on, as the office does; returns a function that makes the link of a label. */
async function printLabels({ origin, office, serialAt }: AppWorld): Promise<(at: number) => Promise<string>> {
  const ask = <T>(method: string, path: string, body?: object) => callAs<T>(origin, office, method, path, body);
  const settings = await ask<object>('GET', '/FaultReports/settings');
  await ask('PUT', '/FaultReports/settings', { ...settings, isOn: true });
  return async (at) => {
    const [label] = await ask<{ token: string }[]>('GET', `/FaultReports/labels?ids=Pi${at}`);
    return `/equipmentdetails/${serialAt(at)}?h=${office.hospitalId}&t=${label?.token ?? ''}`;
  };
}

/** Reports a fault with an empty browser, and does nothing but what has to be done. */
async function reportFault(page: Page, address: string): Promise<Taken> {
  await page.addInitScript(() => {
    Object.assign(window, { taps: 0 });
    addEventListener('pointerdown', () => ((window as never as { taps: number }).taps += 1), true);
  });
  await slowDown(page, slowedDown);
  const from = performance.now();
  const since = () => (performance.now() - from) / 1000;
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Report a fault' }).waitFor();
  const first = since();
  await page.getByRole('button', { name: 'Report a fault' }).tap();
  await page.getByText('Alarm or error message').tap();
  await page.getByRole('button', { name: 'Send' }).tap();
  await page.locator('bdi', { hasText: /^R-/ }).waitFor();
  const sent = since();
  return { first, sent, taps: await page.evaluate(() => (window as never as { taps: number }).taps) };
}

/** Measures a report from a label on a phone that has never opened one, over a slow line. */
export const faultReportBenches: readonly Bench[] = [
  {
    name: 'fault report',
    async run(context) {
      const world = await appWorld(context);
      const labelOf = await printLabels(world);
      const taken: Taken[] = [];
      for (let run = 0; run < context.times(5, 15); run += 1) {
        const slow = await openSlowLine(world.server.port, line.bytesPerSecond, line.oneWayMs);
        const page = await context.openProfile(phone);
        const address = `http://localhost:${slow.port}${await labelOf(run % roundDevices)}`;
        taken.push(await reportFault(page, address));
        await page.context().close();
        slow.close();
      }
      const what = 'Report from a label, empty browser, 1.6 Mbit/s, 150 ms, page slowed down 4 times';
      const most = Math.max(...taken.map(({ taps }) => taps));
      return [
        limitRow(
          `${what}: scan to sent`,
          taken.map(({ sent }) => sent),
          's',
          { atMost: limits.seconds },
        ),
        {
          what: `${what}: first view`,
          ours: figures(
            taken.map(({ first }) => first),
            's',
          ),
          met: null,
        },
        limitRow('Report from a label: taps from scan to sent', [most], '', { atMost: limits.taps }),
      ];
    },
  },
];
