import { lightFormat } from 'date-fns/lightFormat';
import { isLocalDay, type LocalDay, utcDateOf } from './hospital-day.ts';

const shortMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Writes a day for ticket lists and texts: `d MMM yyyy`. */
export function formatShortDay(day: LocalDay): string {
  const date = utcDateOf(day);
  return `${lightFormat(date, 'd')} ${shortMonths[date.getMonth()] ?? ''} ${lightFormat(date, 'yyyy')}`;
}

/** Writes a month (`yyyy-MM`) beside a chart: `MMM yy`. */
export function formatShortMonth(month: string): string {
  const date = utcDateOf(`${month}-01`);
  return `${shortMonths[date.getMonth()] ?? ''} ${lightFormat(date, 'yy')}`;
}

/** Writes a task date: `dd/MM/yyyy`. */
export function formatSlashDay(day: LocalDay): string {
  return lightFormat(utcDateOf(day), 'dd/MM/yyyy');
}

/** Writes last and next maintenance as the API carries them: `dd-MM-yyyy`. */
export function formatDashDay(day: LocalDay): string {
  return lightFormat(utcDateOf(day), 'dd-MM-yyyy');
}

/** Reads `dd-MM-yyyy` as the API carries last and next maintenance, or null when it is no day. */
export function parseDashDay(text: string): LocalDay | null {
  const day = /^\d{2}-\d{2}-\d{4}$/.test(text) ? text.split('-').reverse().join('-') : '';
  return isLocalDay(day) ? day : null;
}
