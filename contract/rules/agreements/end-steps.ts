import { addDays, daysBetween, type LocalDay } from '../hospital-day.ts';

/** The default reminders, in days before a contract ends. A hospital may set others. Source: docs/product.md P136. */
export const defaultEndSteps: readonly number[] = [90, 60, 30, 7];
/** Earliest reminder. Units: days before the end. */
export const maxEndStep = 366;

/**
 * Returns the last day to terminate a contract: its end minus the notice period, or null if no notice was agreed. Days
 * are the hospital's. Source: docs/product.md P143.
 */
export function noticeDay(endOn: LocalDay, noticeDays: number | null): LocalDay | null {
  return noticeDays === null || noticeDays === 0 ? null : addDays(endOn, -noticeDays);
}

/**
 * Returns the next deadline of a contract: the last day for notice or, if none was agreed or that day has passed, its
 * end.
 */
export interface Deadline {
  kind: 'notice' | 'end';
  on: LocalDay;
}

/** The day that reminders count down to. Source: docs/product.md P143. */
export function nextDeadline(endOn: LocalDay, noticeDays: number | null, today: LocalDay): Deadline {
  const noticeOn = noticeDay(endOn, noticeDays);
  return noticeOn === null || noticeOn < today ? { kind: 'end', on: endOn } : { kind: 'notice', on: noticeOn };
}

/** How close a contract is to its end, or to the last day for notice. */
export interface NearEnd {
  /** Until the end. */
  daysLeft: number;
  noticeOn: LocalDay | null;
  next: Deadline['kind'];
  /** Days until that. */
  nextIn: number;
  /** The smallest reminder that has been reached. */
  step: number;
}

/**
 * Returns how close the next deadline is on a day. Reminders may be in any order. Undefined before the first reminder
 * and after the end. Source: docs/product.md P136 and P143.
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

/** Returns how many days before its end a contract is first shown. */
export function firstEndStep(steps: readonly number[]): number {
  return Math.max(...steps);
}

/** Returns the urgency of a reminder: the last one is urgent, the one before it is a warning. */
export function endUrgency(step: number, steps: readonly number[]): 'last' | 'soon' | 'early' {
  const later = steps.filter((days) => days < step).length;
  if (later === 0) return 'last';
  return later === 1 ? 'soon' : 'early';
}
