import { setImmediate } from 'node:timers/promises';

/** Number of devices, tickets and the like whose computation takes a few milliseconds. */
const partSize = 2_000;

/** Computes a value for each of many; between two parts the event loop serves others. */
export async function inParts<T, R>(items: Iterable<T>, compute: (item: T) => R): Promise<R[]> {
  const computed: R[] = [];
  for (const item of items) {
    computed.push(compute(item));
    if (computed.length % partSize === 0) await setImmediate();
  }
  return computed;
}
