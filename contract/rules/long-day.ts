import { format } from 'date-fns/format';
import { type LocalDay, utcMsOf } from './hospital-day.ts';
import { UtcDate } from './utc-date.ts';

/**
 * Writes a day with its weekday: `EEEE, dd MMM yyyy`. Apart from `dates-format.ts`, because `format` weighs more than
 * all of it, and the first rows need no weekday.
 */
export function formatLongDay(day: LocalDay): string {
  return format(new UtcDate(utcMsOf(day)), 'EEEE, dd MMM yyyy');
}
