import { daysBetween, type LocalDay } from '../hospital-day.ts';

/** So many days before its end a contract is shown, step by step; a hospital sets others. Source: docs/product.md P136. */
export const defaultEndSteps: readonly number[] = [90, 60, 30, 7];
/** Most days before an end. */
export const maxEndStep = 366;

/** How near the end of a contract is. */
export interface NearEnd {
  daysLeft: number;
  /** The smallest step that it is in. */
  step: number;
}

/** How near an end is on a day, by steps in any order; undefined before the first of them and after the end. Source: docs/product.md P136. */
export function nearEnd(endOn: LocalDay, today: LocalDay, steps: readonly number[]): NearEnd | undefined {
  const daysLeft = daysBetween(today, endOn);
  const reached = steps.filter((days) => daysLeft <= days);
  return daysLeft < 0 || reached.length === 0 ? undefined : { daysLeft, step: Math.min(...reached) };
}

/** From so many days before its end a contract is shown. */
export function firstEndStep(steps: readonly number[]): number {
  return Math.max(...steps);
}

/** How much a step asks for: the last one at once, the one before it soon. */
export function endUrgency(step: number, steps: readonly number[]): 'last' | 'soon' | 'early' {
  const later = steps.filter((days) => days < step).length;
  if (later === 0) return 'last';
  return later === 1 ? 'soon' : 'early';
}
