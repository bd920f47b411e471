import type { FigureSettings } from './figures/settings.ts';
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

/** The days on which a hospital's departments work. */
interface WorkingHours {
  hours: Pick<FigureSettings, 'hours' | 'workDays'>;
  holidays: readonly LocalDay[];
}

/** Returns whether a hospital works on a day: always around the clock, else on its working days without holidays. */
export const isWorkingDay = (day: LocalDay, { hours: { hours, workDays }, holidays }: WorkingHours): boolean =>
  hours === '24x7' || (workDays.includes(weekdayOf(day)) && !holidays.includes(day));
