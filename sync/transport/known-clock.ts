import type { MetaValues } from '../outbox/schema.ts';

/** What a tablet keeps of the server's clock from one start to the next. */
export type KnownClock = Pick<MetaValues, 'clockOffsetMs' | 'notBeforeMs'>;

/** Smaller differences are within the precision of the Date header and the network. Units: milliseconds. */
export const coarseMs = 2_000;

/** Returns the offset that keeps the time from being earlier than `notBeforeMs`. Units: milliseconds. */
export function offsetNotBefore({ clockOffsetMs, notBeforeMs }: KnownClock, tabletMs: number): number {
  const leastMs = notBeforeMs - tabletMs;
  // A measured offset may be off by `coarseMs` itself.
  return leastMs > clockOffsetMs + 2 * coarseMs ? leastMs : clockOffsetMs;
}
