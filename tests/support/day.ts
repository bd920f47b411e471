/** Returns the day for which samples are drawn. Units: days since 1970-01-01, UTC. */
export const dayNumber = (now: Date): number => Math.floor(now.getTime() / 86_400_000);

/** Returns the day of this run: from WARD_DAY, which `npm test -- --day N` sets, else today. */
export function dayOfRun(env: NodeJS.ProcessEnv = process.env, now = new Date()): number {
  const given = env['WARD_DAY'];
  if (given === undefined || given === '') return dayNumber(now);
  if (!/^\d+$/.test(given)) throw new Error(`WARD_DAY is not a day number: ${given}`);
  return Number(given);
}

/** Returns whether this run is long, as in CI: `npm test -- --long` sets WARD_LONG. */
export const isLongRun = (env: NodeJS.ProcessEnv = process.env): boolean => env['WARD_LONG'] === 'yes';

/** Returns how many days it takes until samples of this size have covered everything. */
export const daysToVisitAll = (total: number, size: number): number => Math.ceil(total / Math.max(1, size));

/**
 * Draws the sample of a day: `size` consecutive numbers from 0 to `total` - 1. Each day continues where the previous
 * one ended, so that `daysToVisitAll` days cover all numbers.
 */
export function drawByDay(day: number, total: number, size: number): number[] {
  const drawn = Math.min(total, size);
  const days = daysToVisitAll(total, size);
  // The last sample of a cycle starts earlier instead of being shorter.
  const first = Math.min((day % days) * drawn, total - drawn);
  return Array.from({ length: drawn }, (_, at) => first + at);
}

/** Returns the items of a list drawn for this run's day; WARD_WHOLE=yes draws all of them. */
export function shareOfDay<T>(list: readonly T[], size: number, env: NodeJS.ProcessEnv = process.env): T[] {
  if (env['WARD_WHOLE'] === 'yes') return [...list];
  const drawn = new Set(drawByDay(dayOfRun(env), list.length, size));
  return list.filter((_, at) => drawn.has(at));
}
