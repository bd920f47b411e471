import type { Bench } from './bench.ts';
import { engineBenches } from './engine.ts';
import { replicaBenches } from './replica.ts';
import { serverBenches } from './server.ts';
import { sizeBenches } from './size.ts';

/** Every bench that `npm run bench` runs, in this order. */
export const benches: readonly Bench[] = [...replicaBenches, ...engineBenches, ...serverBenches, ...sizeBenches];
