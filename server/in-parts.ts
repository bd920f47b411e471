import { setImmediate } from 'node:timers/promises';

/** Number of devices, tickets or similar items that take a few milliseconds to compute. */
const partSize = 2_000;

/** Computes a value for each item, and lets the event loop serve others after each part. */
export async function inParts<T, R>(items: Iterable<T>, compute: (item: T) => R): Promise<R[]> {
  const computed: R[] = [];
  for (const item of items) {
    computed.push(compute(item));
    if (computed.length % partSize === 0) await setImmediate();
  }
  return computed;
}
