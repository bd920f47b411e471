import type { Meta } from './meta.ts';

/** Setting the clock back by less than this does not change the day of an entry. Units: milliseconds. */
const coarseMs = 5_000;

/** The tablet's stored knowledge of the server's clock. */
export async function readKnownClock(meta: Meta): Promise<{ clockOffsetMs: number; notBeforeMs: number }> {
  const [clockOffsetMs = 0, notBeforeMs = 0] = await Promise.all([meta.get('clockOffsetMs'), meta.get('notBeforeMs')]);
  return { clockOffsetMs, notBeforeMs };
}

/**
 * Records the time that the tablet's clock shows, and returns how often it has been seen to move back. Two entries with
 * the same count were made by the same clock, unless somebody has set it forward. Units: ms since 1970.
 */
export async function noteClock(meta: Meta, tabletMs: number): Promise<number> {
  const seen = await meta.change('clockSeen', (before) => ({
    tabletMs,
    setBacks: (before?.setBacks ?? 0) + (before && tabletMs < before.tabletMs - coarseMs ? 1 : 0),
  }));
  return seen?.setBacks ?? 0;
}
