import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { callPath, calls } from '#contract/index.ts';
import type { Changes } from '#contract/calls/sync.ts';
import { limitRow, type Bench } from './bench.ts';
import { grownHospitals } from './grown-hospitals.ts';

const limitBytes = 75;

/** Measures the transfer size of a first download. */
export const wireBenches: readonly Bench[] = [
  {
    name: 'wire',
    async run(context) {
      const { ours, grown } = await grownHospitals(context, 1);
      const hospital = grown.find(({ devices }) => devices === 10_000);
      if (!hospital) throw new Error('There is no hospital of that size.');
      const sizes = { plain: 0, gzip: 0, brotli: 0 };
      for (let cursor = 0, more = true; more;) {
        const path = `/api${callPath(calls.syncChanges)}?cursor=${cursor}`;
        const text = await ours.ask({ path, headers: hospital.session });
        const page = JSON.parse(text) as Changes;
        const devices = JSON.stringify(page.rows.filter(({ kind }) => kind === 'device'));
        sizes.plain += devices.length;
        sizes.gzip += gzipSync(devices, { level: constants.Z_BEST_SPEED }).length;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
        sizes.brotli += brotliCompressSync(devices, { params }).length;
        ({ next: cursor, more } = page);
      }
      const each = (bytes: number) => [bytes / hospital.devices];
      return [
        limitRow('First download, a device: brotli 4, as the server sends it', each(sizes.brotli), 'bytes', {
          atMost: limitBytes,
        }),
        limitRow('First download, a device: gzip 1, without https', each(sizes.gzip), 'bytes'),
        limitRow('First download, a device: not compressed', each(sizes.plain), 'bytes'),
      ];
    },
  },
];
