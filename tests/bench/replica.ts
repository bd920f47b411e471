import type { Page } from '@playwright/test';
import { comparedRow, figures, limitRow } from './bench.ts';
import type { Bench, BenchRow } from './bench.ts';
import { inPage } from './in-page.ts';
import type { PageBenches } from './page/main.ts';

async function download(page: Page, count: number, pairs: number): Promise<BenchRow[]> {
  await inPage(page, 'downloadPair', 10_000, true);
  const runs: Awaited<ReturnType<PageBenches['downloadPair']>>[] = [];
  for (let pair = 0; pair < pairs; pair += 1) runs.push(await inPage(page, 'downloadPair', count, pair % 2 === 0));
  const of = (pick: (run: (typeof runs)[number]) => number) => runs.map(pick);
  const what = `First download of ${count.toLocaleString('en')} devices`;
  const beside = { peerName: 'raw pages put', unit: 'ms', peer: of(({ rawMs }) => rawMs), atMost: 1.5 };
  const firstPage = figures(
    of(({ firstPageMs }) => firstPageMs),
    'ms',
  );
  return [
    comparedRow({ ...beside, what: `${what}, applied page by page`, ours: of(({ appliedMs }) => appliedMs) }),
    comparedRow({
      ...beside,
      what: `${what} as the app pulls (next page asked ahead)`,
      ours: of(({ elapsed }) => elapsed),
      note: `usable after ${firstPage}`,
    }),
  ];
}

/** Measures the replica in a real browser. */
export const replicaBenches: readonly Bench[] = [
  {
    name: 'replica download',
    async run({ openPage, times }) {
      const page = await openPage();
      const rows = [...(await download(page, 10_000, times(3, 7))), ...(await download(page, 100_000, times(2, 5)))];
      await page.context().close();
      return rows;
    },
  },
  {
    name: 'replica update',
    async run({ openPage, times }) {
      const page = await openPage();
      const updates = 16;
      const blocks = await inPage(page, 'updateBlocks', 1000, 100_000, times(15, 41), updates);
      await page.context().close();
      const each = (size: 'small' | 'large') => blocks.map((block) => block[size] / updates);
      return [
        comparedRow({
          what: '100 changed devices in 100,000, tidying and lists included',
          peerName: 'in 1,000',
          unit: 'ms',
          ours: each('large'),
          peer: each('small'),
          atMost: 1.3,
        }),
      ];
    },
  },
  {
    name: 'replica search',
    async run({ openPage, times }) {
      const page = await openPage();
      const { runs, keys, longestSearchMs, longestFrameMs } = await inPage(page, 'searchRuns', 100_000, times(5, 15));
      await page.context().close();
      const each = (what: 'search' | 'scan') => runs.map((run) => run[what] / keys);
      return [
        comparedRow({
          what: 'Search as you type over 100,000 devices, a key (each rank: its first 50 hits)',
          peerName: 'bare array scan, all hits ranked',
          unit: 'ms',
          ours: each('search'),
          peer: each('scan'),
          atMost: 1.5,
        }),
        limitRow('Longest frame while typing', [longestFrameMs], 'ms', { atMost: 50 }),
        limitRow('Longest search while typing', [longestSearchMs], 'ms', { atMost: 50 }),
      ];
    },
  },
  {
    name: 'replica overlay',
    async run({ openPage }) {
      const page = await openPage();
      const { wholeMs, addedMs } = await inPage(page, 'overlayRuns', 100_000, 500, 15);
      await page.context().close();
      return [
        comparedRow({
          what: 'One entry more over 500 waiting rounds of 20 among 100,000 devices',
          peerName: 'laying all of them',
          unit: 'ms',
          ours: addedMs,
          peer: addedMs.map(() => wholeMs),
        }),
      ];
    },
  },
];
