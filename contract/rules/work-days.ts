import { type LocalDay, utcMsOf } from './hospital-day.ts';

/** The days of the week; a set of working days counts them from 1, Monday. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Returns the day of the week: 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: LocalDay): number {
  return new Date(utcMsOf(day)).getUTCDay() || 7;
}

/** Formats working days in the order of the week: `Mon, Sat`. */
export function workDaysWords(workDays: readonly number[]): string {
  return workDays
    .toSorted((a, b) => a - b)
    .map((day) => (weekdays[day - 1] ?? '').slice(0, 3))
    .join(', ');
}
