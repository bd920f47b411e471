import { addDays, daysBetween, type LocalDay } from '../hospital-day.ts';

/** Days before its end on which a contract is shown; a hospital may set others. Source: docs/product.md P136. */
export const defaultEndSteps: readonly number[] = [90, 60, 30, 7];
/** Most days before an end. */
export const maxEndStep = 366;

/**
 * The last day on which a contract can be terminated, which is its end less the days of notice; null where no notice was agreed. Days are the
 * hospital's. Source: docs/product.md P143.
 */
export function noticeDay(endOn: LocalDay, noticeDays: number | null): LocalDay | null {
  return noticeDays === null || noticeDays === 0 ? null : addDays(endOn, -noticeDays);
}

/** The next deadline of a contract: notice or, if none was agreed or its date has passed, the end. */
export interface Deadline {
  kind: 'notice' | 'end';
  on: LocalDay;
}

/** The day that steps count down to. Source: docs/product.md P143. */
export function nextDeadline(endOn: LocalDay, noticeDays: number | null, today: LocalDay): Deadline {
  const noticeOn = noticeDay(endOn, noticeDays);
  return noticeOn === null || noticeOn < today ? { kind: 'end', on: endOn } : { kind: 'notice', on: noticeOn };
}

/** How near the end of a contract is, or the last day to give it up. */
export interface NearEnd {
  /** Until the end. */
  daysLeft: number;
  noticeOn: LocalDay | null;
  next: Deadline['kind'];
  /** Days until that. */
  nextIn: number;
  /** The smallest step that it is in. */
  step: number;
}

/**
 * How near the next deadline is on a day, by steps in any order; undefined before the first of them and after the end.
 * Source: docs/product.md P136 and P143.
 */
export function nearEnd(
  { endOn, noticeDays }: { endOn: LocalDay; noticeDays: number | null },
  today: LocalDay,
  steps: readonly number[],
): NearEnd | undefined {
  const { kind: next, on } = nextDeadline(endOn, noticeDays, today);
  const nextIn = daysBetween(today, on);
  const reached = steps.filter((days) => nextIn <= days);
  if (nextIn < 0 || reached.length === 0) return undefined;
  const noticeOn = noticeDay(endOn, noticeDays);
  return { daysLeft: daysBetween(today, endOn), noticeOn, next, nextIn, step: Math.min(...reached) };
}

/** How many days before its end a contract is first shown. */
export function firstEndStep(steps: readonly number[]): number {
  return Math.max(...steps);
}

/** How much a step asks for: the last one at once, the one before it soon. */
export function endUrgency(step: number, steps: readonly number[]): 'last' | 'soon' | 'early' {
  const later = steps.filter((days) => days < step).length;
  if (later === 0) return 'last';
  return later === 1 ? 'soon' : 'early';
}
