import type { Interval, PlanBasis, RecordStart } from './plan.ts';
import type { IntervalUnit } from '../records/plan.ts';
import type { PlanSource, ScheduleTarget } from './schedule-kinds.ts';

/** The units of an interval as a form offers them. */
export const unitNames = {
  day: 'days',
  week: 'weeks',
  month: 'months',
  year: 'years',
} as const satisfies Record<IntervalUnit, string>;

/** An interval in words: `every month`, `every 3 months`. */
export function intervalWords({ every, unit }: Interval): string {
  return every === 1 ? `every ${unit}` : `every ${every} ${unitNames[unit]}`;
}

/** The start of an interval as forms word it. */
export const basisNames = {
  fixed: 'The planned date',
  floating: 'The day it was last done',
} as const satisfies Record<PlanBasis, string>;

/** The purpose of a schedule in words. */
export const targetNames = {
  device: 'One device',
  model: 'All devices of a model',
  type: 'All devices of an equipment type',
} as const satisfies Record<ScheduleTarget, string>;

/** The source of a plan in words. */
export const planSourceNames = {
  own: 'Schedule',
  warranty: 'Warranty',
  installation: 'Installation',
} as const satisfies Record<PlanSource, string>;

/** The start of a plan's record as forms word it. */
export const recordStartNames = {
  today: 'Leave out past tasks',
  'last-done': 'Count from the day last done',
  all: 'Add all past tasks',
} as const satisfies Record<RecordStart, string>;
