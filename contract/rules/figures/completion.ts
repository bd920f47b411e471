import { addDays, addMonthsKeepingDay, type LocalDay } from '../hospital-day.ts';
import type { IntervalUnit } from '../../records/plan.ts';
import type { Frequency } from '../schedule.ts';
import type { AttemptReason } from '../../records/work-event.ts';
import { counted, figure, type Figure, type FigureSet, share } from './figure.ts';
import type { CompletionWindow, FigureSettings } from './settings.ts';

/** The four states of a job of the period. */
export const jobStates = ['done', 'late', 'attempted', 'open'] as const;
export type JobState = (typeof jobStates)[number];

/** Length of each frequency for computing windows. Units: days. */
export const frequencyDays = {
  daily: 1,
  weekly: 7,
  monthly: 30,
  quarterly: 91,
  'half-yearly': 182,
  yearly: 365,
} as const satisfies Record<Frequency, number>;
/** Length of one unit of a schedule's interval; the product for several units is rounded down. Units: days. */
export const unitDays = { day: 1, week: 7, month: 365 / 12, year: 365 } as const satisfies Record<IntervalUnit, number>;

/** Windows from the last event: the longest interval, and how long after the due day it still counts. Units: days. */
export const eventWindows = [
  { upToDays: 92, days: 10 },
  { upToDays: 184, days: 20 },
  { upToDays: 366, days: 30 },
] as const;
/** For longer intervals. */
export const longestEventDays = 45;
/** Intervals up to this length are judged by calendar month. Units: days. */
export const monthlyDays = 31;
/** Allowed lateness of a job: a share of its interval, and a maximum in days. */
export const percentWindow = { share: 0.2, maxDays: 28 } as const;
/** Reasons for an attempt with a next date that earn credit. */
export const creditedReasons = ['in-use', 'not-located'] as const satisfies readonly AttemptReason[];

/** The facts that decide the state of a job. */
export interface JobFacts {
  /** The day it was due. */
  due: LocalDay;
  /** Null for work that does not recur. Units: days. */
  intervalDays: number | null;
  /** The window of its own schedule; null means the hospital's. Units: days. */
  windowDays: number | null;
  closedOn: LocalDay | null;
  attempted: boolean;
}

/**
 * Returns the last day on which a job counts as done on time; work that is done early is on time. Source:
 * docs/product.md P89.
 */
export function windowEnd(
  { due, intervalDays, windowDays }: Pick<JobFacts, 'due' | 'intervalDays' | 'windowDays'>,
  window: CompletionWindow,
): LocalDay {
  if (windowDays !== null) return addDays(due, windowDays);
  if (window === 'last-event' && intervalDays !== null && intervalDays > monthlyDays) {
    return addDays(due, eventWindows.find(({ upToDays }) => intervalDays <= upToDays)?.days ?? longestEventDays);
  }
  if (window === 'percent' && intervalDays !== null) {
    return addDays(due, Math.min(percentWindow.maxDays, Math.floor(percentWindow.share * intervalDays)));
  }
  return addDays(addMonthsKeepingDay(`${due.slice(0, 7)}-01`, 1), -1);
}

/** Returns the state of a job: done on time, done late, attempted or open. */
export function jobState(job: JobFacts, window: CompletionWindow): JobState {
  if (job.closedOn !== null) return job.closedOn <= windowEnd(job, window) ? 'done' : 'late';
  return job.attempted ? 'attempted' : 'open';
}

/** Counts of a period's jobs by state. */
export interface CompletionFacts extends Record<JobState, number> {
  /** Attempted for a reason that earns credit. */
  excused: number;
  /** The same figure up to today. */
  soFar: { due: number; done: number; excused: number };
  moved: number;
  cancelled: number;
}

const windowWords = {
  'calendar-month': 'by the end of the calendar month in which they were due',
  'last-event':
    'within their window: monthly work in its calendar month, quarterly up to 10 days after the due day, half-yearly 20, yearly 30, longer 45',
  percent: 'within 20 % of their interval after the due day, at most 28 days',
} as const satisfies Record<CompletionWindow, string>;

/**
 * Computes completion with its credit; for a period that is still running also up to today. Source: docs/product.md
 * P89.
 */
export function completionFigures(facts: CompletionFacts, settings: FigureSettings, isRunning: boolean): Figure[] {
  const { done, late, attempted, open, excused, moved, cancelled, soFar } = facts;
  const due = done + late + attempted + open;
  const denominator = counted('job.due', 'tasks due', due);
  const upToToday = (set: FigureSet, label: string, part: number): Figure['soFar'] =>
    isRunning
      ? {
          value: share(part, soFar.due),
          numerator: counted(set, label, part),
          denominator: counted('job.due-so-far', 'tasks due so far', soFar.due),
        }
      : null;
  return [
    figure({
      id: 'completion',
      title: 'Completion',
      unit: 'percent',
      value: share(done, due),
      target: settings.completionTarget,
      rule: `Tasks due in the period on devices in service that day: the share that was done ${windowWords[settings.completionWindow]}. A schedule's own window takes precedence.`,
      numerator: counted('job.done', 'done on time', done),
      denominator,
      soFar: upToToday('job.done-so-far', 'done on time', soFar.done),
      parts: [
        counted('job.done', 'Done on time', done),
        counted('job.late', 'Done late', late),
        counted('job.attempted', 'Attempted, still open', attempted),
        counted('job.open', 'Open', open),
        ...(moved > 0 ? [counted('job.moved', 'Moved away from a day of the period', moved)] : []),
        ...(cancelled > 0 ? [counted('job.cancelled', 'Cancelled, counted nowhere', cancelled)] : []),
      ],
    }),
    figure({
      id: 'credit',
      title: 'Completion with credit',
      unit: 'percent',
      value: share(done + excused, due),
      rule: 'Tasks done on time, and those attempted while the device was in use or not located that have a next date, among all tasks due.',
      numerator: counted('job.credited', 'done on time or credited', done + excused),
      denominator,
      soFar: upToToday('job.credited-so-far', 'done on time or credited', soFar.done + soFar.excused),
    }),
  ];
}
