import { format } from 'date-fns/format';
import { lightFormat } from 'date-fns/lightFormat';
import { parseISO } from 'date-fns/parseISO';
import { isLocalDay, type LocalDay } from '#contract/rules/hospital-day.ts';

/** The day of the calendar's own date; only its year, month and day count. */
export function dayOfDate(date: Date): LocalDay {
  return lightFormat(date, 'yyyy-MM-dd');
}

/** The calendar's date of a day, whatever the browser's time zone. */
export function dateOfDay(day: LocalDay): Date {
  return parseISO(day);
}

/** The day that a URL names, if any. */
export function dayOfQuery(text: string): LocalDay | undefined {
  return isLocalDay(text) ? text : undefined;
}

/** The month of a day, as `November 2026`. */
export function monthName(day: LocalDay): string {
  return format(dateOfDay(day), 'LLLL yyyy');
}
