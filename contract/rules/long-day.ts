import { format } from 'date-fns/format';
import { type LocalDay, utcMsOf } from './hospital-day.ts';
import { UtcDate } from './utc-date.ts';

/**
 * Formats a day with its weekday: `EEEE, dd MMM yyyy`. Separate from `dates-format.ts`, because date-fns `format` is larger
 * than that whole file and the first rows need no weekday.
 */
export function formatLongDay(day: LocalDay): string {
  return format(new UtcDate(utcMsOf(day)), 'EEEE, dd MMM yyyy');
}
