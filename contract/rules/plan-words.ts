import type { Interval, IntervalUnit } from './plan.ts';

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
