import { comparedRow, type Bench } from './bench.ts';
import { inPage } from './in-page.ts';
import type { ScanRun } from './page/scan.ts';
import { scanFrames } from './scan-frames.ts';

const atMost = 1.2;

/** Measures the camera's decoder on generated frames. */
export const scannerBenches: readonly Bench[] = [
  {
    name: 'scanner',
    async run({ openPage, say }) {
      const frames = await scanFrames();
      const page = await openPage();
      const taken: { ours: ScanRun; full: ScanRun }[] = [];
      for (const { text, image } of [...frames.slice(0, 3), ...frames]) {
        const { width, height, data } = image;
        const grey = Buffer.from(data).toString('base64');
        taken.push(await inPage(page, 'scanPair', { width, height, grey, text }));
      }
      await page.context().close();
      // The first runs load the decoders.
      const runs = taken.slice(3);
      const of = (side: 'ours' | 'full') => runs.map((run) => run[side]);
      const count = (side: 'ours' | 'full', outcome: ScanRun['outcome']) =>
        of(side).filter((run) => run.outcome === outcome).length;
      say(`read wrongly: ours ${count('ours', 'wrong')}, full frame ${count('full', 'wrong')}`);
      const missed = frames.filter((_, at) => runs[at]?.ours.outcome !== 'read').map(({ what }) => what);
      say(`not read: ${missed.join('; ')}`);
      const [ours, full] = [count('ours', 'read'), count('full', 'read')];
      const peerName = 'zxing-wasm on the full frame';
      return [
        {
          what: `Labels read of ${frames.length} frames`,
          ours: String(ours),
          peer: `${peerName} ${full}`,
          ratio: ours / full,
          target: '>= 1 x',
          met: ours >= full,
        },
        comparedRow({
          what: 'Scanner, a frame',
          peerName,
          unit: 'ms',
          ours: of('ours').map(({ ms }) => ms),
          peer: of('full').map(({ ms }) => ms),
          atMost,
        }),
      ];
    },
  },
];
