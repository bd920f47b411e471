import type { Page } from '@playwright/test';
import { median, ratioRow } from './bench.ts';
import type { Bench, BenchRow } from './bench.ts';
import { inPage } from './in-page.ts';
import type { PageBenches } from './page/main.ts';

const perSecond = (rows: number, ms: number): string => `${Math.round((rows / ms) * 1000).toLocaleString('en')} rows/s`;

async function download(page: Page, count: number, pairs: number): Promise<BenchRow[]> {
  await inPage(page, 'downloadPair', 10_000, true);
  const runs: Awaited<ReturnType<PageBenches['downloadPair']>>[] = [];
  for (let pair = 0; pair < pairs; pair += 1) runs.push(await inPage(page, 'downloadPair', count, pair % 2 === 0));
  const of = (pick: (run: (typeof runs)[number]) => number) => median(runs.map(pick));
  const size = count.toLocaleString('en');
  return [
    ratioRow(
      `First download of ${size} devices, applied page by page, beside raw pages`,
      1.5,
      runs.map(({ appliedMs, rawMs }) => appliedMs / rawMs),
      `${perSecond(
        count,
        of(({ appliedMs }) => appliedMs),
      )} beside ${perSecond(
        count,
        of(({ rawMs }) => rawMs),
      )}`,
    ),
    ratioRow(
      `First download of ${size} devices as the app pulls (next page asked ahead), beside raw pages`,
      1.5,
      runs.map(({ elapsed, rawMs }) => elapsed / rawMs),
      `usable after ${of(({ firstPageMs }) => firstPageMs).toFixed(0)} ms, whole after ${of(({ elapsed }) => elapsed).toFixed(0)} ms`,
    ),
    {
      what: `Opening a replica of ${size} devices from storage`,
      target: '-',
      result: `${of(({ reopenMs }) => reopenMs).toFixed(0)} ms`,
      met: null,
    },
  ];
}

/** The replica in a real browser. */
export const replicaBenches: readonly Bench[] = [
  {
    name: 'replica download',
    async run({ openPage, say }) {
      const page = await openPage();
      const rows = [...(await download(page, 10_000, 7)), ...(await download(page, 100_000, 5))];
      say('Dexie bulkPut is run with 10,000 devices only: it is too slow for more');
      const dexieMs = median([await inPage(page, 'dexieBulkPut', 10_000), await inPage(page, 'dexieBulkPut', 10_000)]);
      rows.push({
        what: 'Dexie bulkPut of 10,000 devices, for comparison',
        target: '-',
        result: perSecond(10_000, dexieMs),
        met: null,
      });
      await page.context().close();
      return rows;
    },
  },
  {
    name: 'replica update',
    async run({ openPage }) {
      const page = await openPage();
      const updates = 16;
      const blocks = await inPage(page, 'updateBlocks', 1000, 100_000, 41, updates);
      await page.context().close();
      const each = (size: 'small' | 'large') => (median(blocks.map((block) => block[size])) / updates).toFixed(2);
      return [
        ratioRow(
          '100 changed devices in 100,000 beside 1,000, tidying and lists included',
          1.3,
          blocks.map(({ small, large }) => large / small),
          `${each('large')} ms beside ${each('small')} ms an update`,
        ),
      ];
    },
  },
  {
    name: 'replica search',
    async run({ openPage }) {
      const page = await openPage();
      const { runs, keys, longestSearchMs, longestFrameMs } = await inPage(page, 'searchRuns', 100_000, 9);
      await page.context().close();
      const each = (what: 'search' | 'scan') => (median(runs.map((run) => run[what])) / keys).toFixed(2);
      return [
        ratioRow(
          'Search as you type over 100,000 devices, beside a bare array scan',
          1.5,
          runs.map(({ search, scan }) => search / scan),
          `${each('search')} ms beside ${each('scan')} ms a key`,
        ),
        {
          what: 'Longest frame while typing; longest search',
          target: 'at most 50 ms',
          result: `${longestFrameMs.toFixed(1)} ms; ${longestSearchMs.toFixed(1)} ms`,
          met: longestFrameMs <= 50,
        },
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
        {
          what: 'One entry more over 500 waiting rounds of 20 among 100,000 devices, list of devices read',
          target: '-',
          result: `${median(addedMs).toFixed(2)} ms beside ${wholeMs.toFixed(1)} ms for laying all of them`,
          met: null,
        },
      ];
    },
  },
];
