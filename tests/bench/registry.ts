import type { Bench } from './bench.ts';
import { replicaBenches } from './replica.ts';
import { serverBenches } from './server.ts';

/** Every bench that `npm run bench` runs, in this order. */
export const benches: readonly Bench[] = [...replicaBenches, ...serverBenches];
