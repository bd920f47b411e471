/** The day that a sample is drawn for. Units: days since 1970-01-01, UTC. */
export const dayNumber = (now: Date): number => Math.floor(now.getTime() / 86_400_000);

/** The day of this run: what `npm test -- --day N` has passed on in WARD_DAY, else today. */
export function dayOfRun(env: NodeJS.ProcessEnv = process.env, now = new Date()): number {
  const given = env['WARD_DAY'];
  if (given === undefined || given === '') return dayNumber(now);
  if (!/^\d+$/.test(given)) throw new Error(`WARD_DAY is not a day number: ${given}`);
  return Number(given);
}

/** Whether this run is a long one, as in CI: `npm test -- --long` has passed it on in WARD_LONG. */
export const isLongRun = (env: NodeJS.ProcessEnv = process.env): boolean => env['WARD_LONG'] === 'yes';

/** How many days a sample of this size takes until everything was in one. */
export const daysToVisitAll = (total: number, size: number): number => Math.ceil(total / Math.max(1, size));

/**
 * The sample of a day: `size` neighbours of the numbers 0 to `total` - 1. Following days continue where the last one
 * ended, so that `daysToVisitAll` days visit each of them.
 */
export function drawByDay(day: number, total: number, size: number): number[] {
  const drawn = Math.min(total, size);
  const days = daysToVisitAll(total, size);
  // The last sample of a turn begins earlier instead of being shorter.
  const first = Math.min((day % days) * drawn, total - drawn);
  return Array.from({ length: drawn }, (_, at) => first + at);
}

/** The members of a list that are drawn for the day of this run; WARD_WHOLE=yes draws all of them. */
export function shareOfDay<T>(list: readonly T[], size: number, env: NodeJS.ProcessEnv = process.env): T[] {
  if (env['WARD_WHOLE'] === 'yes') return [...list];
  const drawn = new Set(drawByDay(dayOfRun(env), list.length, size));
  return list.filter((_, at) => drawn.has(at));
}
