import type { Bench } from './bench.ts';
import { dashboardBenches } from './dashboards.ts';
import { engineBenches } from './engine.ts';
import { listBenches } from './lists.ts';
import { readBenches } from './reads.ts';
import { replicaBenches } from './replica.ts';
import { serverBenches } from './server.ts';
import { sizeBenches } from './size.ts';
import { uptimeBenches } from './uptime.ts';

/** Every bench that `npm run bench` runs, in this order. */
export const benches: readonly Bench[] = [
  ...replicaBenches,
  ...engineBenches,
  ...serverBenches,
  // Before the others, whose devices have a long history.
  ...uptimeBenches,
  ...readBenches,
  ...listBenches,
  ...dashboardBenches,
  ...sizeBenches,
];
