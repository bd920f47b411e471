import { comparedRow, figures, limitRow, type Bench, type BenchContext, type BenchRow } from './bench.ts';
import { inPage } from './in-page.ts';
import type { ColdOpen, Kept } from './page/cold-open.ts';

const count = 100_000;
const peers = { dexie: 'Dexie', sqlite: 'SQLite WASM, OPFS', tinybase: 'TinyBase' } as const;

/** Opens a store repeatedly, each time in a freshly started browser; heap in MB after a garbage collection. */
async function openings(
  { openPage, reopen, times, say }: BenchContext,
  kept: Kept,
): Promise<(ColdOpen & { heapMb: number })[]> {
  let page = await openPage();
  await inPage(page, 'fillCold', kept, count);
  const taken: (ColdOpen & { heapMb: number })[] = [];
  const address = page.url();
  for (let run = 0; run <= times(2, 7); run += 1) {
    page = await reopen(page);
    await page.goto(address);
    const opened = await inPage(page, 'coldOpen', kept);
    if (opened.rows !== 20 || opened.hits !== 50) throw new Error(`${kept}: ${opened.rows} rows, ${opened.hits} hits`);
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    await session.detach();
    if (run > 0) taken.push({ ...opened, heapMb: usedSize / 1e6 });
  }
  await page.context().close();
  say(`${kept}: ${JSON.stringify(taken.at(-1))}`);
  return taken;
}

/** Measures starting a tablet that holds a large hospital. */
export const coldOpenBenches: readonly Bench[] = [
  {
    name: 'cold open',
    async run(context) {
      const ours = await openings(context, 'ours');
      const first = ours.map(({ firstRowsMs }) => firstRowsMs);
      const answer = ours.map(({ answerMs }) => answerMs);
      const rows: BenchRow[] = [];
      const size = count.toLocaleString('en');
      for (const [kept, peerName] of Object.entries(peers)) {
        // TinyBase takes seven seconds per opening, so it runs only in long runs.
        if (kept === 'tinybase' && !context.long) continue;
        const theirs = await openings(context, kept as Kept);
        rows.push(
          comparedRow({
            what: `Cold open of ${size} devices to the first 20 rows`,
            peerName,
            unit: 'ms',
            ours: first,
            peer: theirs.map(({ firstRowsMs }) => firstRowsMs),
            ...(kept === 'dexie' && { atMost: 1.5 }),
          }),
          comparedRow({
            what: `Cold open of ${size} devices to an answering search`,
            peerName,
            unit: 'ms',
            ours: answer,
            peer: theirs.map(({ answerMs }) => answerMs),
            ...(kept === 'sqlite' && { atMost: 0.5 }),
          }),
        );
        rows.push({
          what: `Heap of the page after it, ${peerName} (SQLite's is in a worker)`,
          ours: figures(
            theirs.map(({ heapMb }) => heapMb),
            'MB',
          ),
          met: null,
        });
      }
      const heap = ours.map(({ heapMb }) => heapMb);
      rows.push(limitRow('Heap of the page after it, ours', heap, 'MB', { atMost: 60 }));
      return rows;
    },
  },
];
