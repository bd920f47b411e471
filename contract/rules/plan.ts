import type { IntervalUnit } from '../records/plan.ts';
import { addDays, addMonthsKeepingDay, daysBetween, type LocalDay } from './hospital-day.ts';

/** The interval between two occurrences of work. */
export interface Interval {
  readonly every: number;
  readonly unit: IntervalUnit;
}

/** Where an interval starts: on the planned day, or on the day on which the work was done. */
export const planBases = ['fixed', 'floating'] as const;

/** The start of an interval. */
export type PlanBasis = (typeof planBases)[number];

/** Recurring work with dates that are known in advance. */
export interface Plan {
  /** The day from which all dates are counted, so that after 31 January and 28 February comes 31 March. */
  readonly anchor: LocalDay;
  /** 0: the first job is due on the anchor itself; 1: one interval after it. */
  readonly offset: 0 | 1;
  readonly interval: Interval;
  /** No job is due after this day. */
  readonly until: LocalDay | null;
  /** Total number of jobs. */
  readonly count: number | null;
}

/** One job of a plan: its position, from 1, and its day. */
export interface PlannedJob {
  readonly place: number;
  readonly on: LocalDay;
}

/** How far ahead tasks are created. Units: months. Source: docs/decisions/293-plans-and-horizon.md */
export const horizonMonths = 13;

/** Returns the last day for which tasks are created. Source: docs/decisions/293-plans-and-horizon.md */
export function horizonOf(today: LocalDay): LocalDay {
  return addMonthsKeepingDay(today, horizonMonths);
}

/** Returns the day k intervals after a day, always counted from that day. */
export function intervalAfter(day: LocalDay, { every, unit }: Interval, k = 1): LocalDay {
  if (unit === 'day') return addDays(day, every * k);
  if (unit === 'week') return addDays(day, every * k * daysOfWeek);
  return addMonthsKeepingDay(day, every * k * (unit === 'year' ? monthsOfYear : 1));
}

/** Lists the jobs of a plan that are due within a period. */
export function plannedJobs(plan: Plan, { from, to }: { from: LocalDay | null; to: LocalDay }): PlannedJob[] {
  const jobs: PlannedJob[] = [];
  const last = plan.until !== null && plan.until < to ? plan.until : to;
  const most = plan.count ?? Number.POSITIVE_INFINITY;
  for (let place = from === null ? 1 : placeBefore(plan, from); place <= most; place += 1) {
    const on = intervalAfter(plan.anchor, plan.interval, place - 1 + plan.offset);
    if (on > last) break;
    if (from === null || on >= from) jobs.push({ place, on });
  }
  return jobs;
}

/** The jobs of a floating plan that were done or cancelled. */
export interface FinishedJobs {
  readonly count: number;
  readonly lastOn: LocalDay;
}

/**
 * Returns the only current job of a floating plan: one interval after the last one was done or, before that, the first day of
 * the plan since its record began. Null when the plan has ended.
 */
export function floatingJob(plan: Plan, from: LocalDay | null, finished: FinishedJobs | null): PlannedJob | null {
  const place = (finished?.count ?? 0) + 1;
  const on = finished ? intervalAfter(finished.lastOn, plan.interval) : firstFrom(plan, from);
  const hasEnded = (plan.until !== null && on > plan.until) || (plan.count !== null && place > plan.count);
  return hasEnded ? null : { place, on };
}

/** Returns the first date of a plan on or after a day, regardless of its end. */
export function firstFrom({ anchor, offset, interval }: Plan, from: LocalDay | null): LocalDay {
  if (from === null) return intervalAfter(anchor, interval, offset);
  let k = placeBefore({ anchor, offset, interval }, from) - 1 + offset;
  while (intervalAfter(anchor, interval, k) < from) k += 1;
  return intervalAfter(anchor, interval, k);
}

/** Returns the first day of a plan's jobs after a day, or null when it has ended by then. */
export function firstAfter(plan: Plan, day: LocalDay): LocalDay | null {
  const on = firstFrom(plan, addDays(day, 1));
  const last = lastDayOf(plan);
  return last !== null && on > last ? null : on;
}

/** Returns the last day of a plan, or null for one without an end. */
export function lastDayOf({ anchor, offset, interval, until, count }: Plan): LocalDay | null {
  if (count === null) return until;
  const last = intervalAfter(anchor, interval, count - 1 + offset);
  return until !== null && until < last ? until : last;
}

/** Returns the last date of a plan on or before a day, or null. */
export function lastUntil(plan: Plan, day: LocalDay): LocalDay | null {
  return plannedJobs(plan, { from: null, to: day }).at(-1)?.on ?? null;
}

/** Where the record of a plan begins: today, after the day on which the work was last done, or with the plan. */
export const recordStarts = ['today', 'last-done', 'all'] as const;

/** Where the record of a plan begins. */
export type RecordStart = (typeof recordStarts)[number];

/**
 * Returns the day from which tasks of a plan are created. After the day on which the work was last done, at most one task is
 * overdue, no matter how many dates have passed since. Source: docs/product.md P84.
 */
export function recordFromOf(start: RecordStart, plan: Plan, today: LocalDay): LocalDay | null {
  if (start === 'all') return null;
  return start === 'today' ? today : (lastUntil(plan, today) ?? today);
}

/** Returns whether an interval is longer than another: four weeks are shorter than a month, 12 months are a year. */
export function isLongerInterval(one: Interval, other: Interval): boolean {
  return lengthOf(one) > lengthOf(other);
}

const daysOfWeek = 7;
const monthsOfYear = 12;
/** Mean length of a calendar month. Units: days. */
const daysOfMonth = 365.2425 / monthsOfYear;

function lengthOf({ every, unit }: Interval): number {
  return every * { day: 1, week: daysOfWeek, month: daysOfMonth, year: daysOfMonth * monthsOfYear }[unit];
}

/** Returns a position of the plan that is due before a day, or the first one, as the start of a search for that day. */
function placeBefore(
  { anchor, offset, interval }: Pick<Plan, 'anchor' | 'offset' | 'interval'>,
  day: LocalDay,
): number {
  const steps = Math.floor(daysBetween(anchor, day) / lengthOf(interval)) - 1 - offset;
  return Math.max(1, steps);
}
