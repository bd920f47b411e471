import { hospitalDay, hospitalTime, type LocalDay } from './hospital-day.ts';

/**
 * Returns the hospital's day whose list of overdue work is due, or undefined before its time and once it was sent. A time
 * that the clock skips counts as passed, and one that it repeats counts once. Source: docs/product.md P347.
 */
export function dueList(
  { digestAt, sentOn, timeZone }: { digestAt: string; sentOn: LocalDay | null; timeZone: string },
  now: Date,
): LocalDay | undefined {
  const today = hospitalDay(now, timeZone);
  const isDue = (sentOn === null || sentOn < today) && hospitalTime(now, timeZone) >= digestAt;
  return isDue ? today : undefined;
}
