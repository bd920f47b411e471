import { isLocalDay, type LocalDay } from './hospital-day.ts';

const shortMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Year, month and day. Throws: RangeError when the text is not an existing day. */
function partsOf(day: LocalDay): string[] {
  if (!isLocalDay(day)) throw new RangeError(`Not a day: ${day}`);
  return day.split('-');
}

/** Writes a day for ticket lists and texts: `d MMM yyyy`. */
export function formatShortDay(day: LocalDay): string {
  const [year, month, date] = partsOf(day);
  return `${Number(date)} ${shortMonths[Number(month) - 1] ?? ''} ${year}`;
}

/** Writes a month (`yyyy-MM`) beside a chart: `MMM yy`. */
export function formatShortMonth(month: string): string {
  const [year = '', number] = partsOf(`${month}-01`);
  return `${shortMonths[Number(number) - 1] ?? ''} ${year.slice(2)}`;
}

/** Writes a task date: `dd/MM/yyyy`. */
export function formatSlashDay(day: LocalDay): string {
  return partsOf(day).reverse().join('/');
}

/** Writes last and next maintenance as the API carries them: `dd-MM-yyyy`. */
export function formatDashDay(day: LocalDay): string {
  return partsOf(day).reverse().join('-');
}

/** Reads `dd-MM-yyyy` as the API carries last and next maintenance, or null if it is not a day. */
export function parseDashDay(text: string): LocalDay | null {
  const day = /^\d{2}-\d{2}-\d{4}$/.test(text) ? text.split('-').reverse().join('-') : '';
  return isLocalDay(day) ? day : null;
}
