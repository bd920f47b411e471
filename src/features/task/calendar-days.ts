import { format } from 'date-fns/format';
import { lightFormat } from 'date-fns/lightFormat';
import { parseISO } from 'date-fns/parseISO';
import { isLocalDay, type LocalDay } from '#contract/rules/hospital-day.ts';

/** Converts a calendar date to a day; only its year, month and day count. */
export function dayOfDate(date: Date): LocalDay {
  return lightFormat(date, 'yyyy-MM-dd');
}

/** Converts a day to a calendar date, whatever the browser's time zone. */
export function dateOfDay(day: LocalDay): Date {
  return parseISO(day);
}

/** Returns the day that a URL names, if valid. */
export function dayOfQuery(text: string): LocalDay | undefined {
  return isLocalDay(text) ? text : undefined;
}

/** Formats a day's month as `November 2026`. */
export function monthName(day: LocalDay): string {
  return format(dateOfDay(day), 'LLLL yyyy');
}
