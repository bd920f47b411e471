import { isLocalDay, partsOfDay, type LocalDay } from './hospital-day.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Writes a day for the dashboard's welcome line: `EEEE, dd MMM yyyy`. */
export function formatLongDay(day: LocalDay): string {
  const { year, month } = partsOfDay(day);
  const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
  return `${weekday}, ${day.slice(8)} ${months[month - 1] ?? ''} ${year}`;
}

/** Writes a day for ticket lists and texts: `d MMM yyyy`. */
export function formatShortDay(day: LocalDay): string {
  const parts = partsOfDay(day);
  return `${parts.day} ${months[parts.month - 1] ?? ''} ${parts.year}`;
}

/** Writes a task date: `dd/MM/yyyy`. */
export function formatSlashDay(day: LocalDay): string {
  return joinDay(day, '/');
}

/** Writes last and next maintenance as the API carries them: `dd-MM-yyyy`. */
export function formatDashDay(day: LocalDay): string {
  return joinDay(day, '-');
}

/** Reads `dd-MM-yyyy` as the API carries last and next maintenance, or null when it is no day. */
export function parseDashDay(text: string): LocalDay | null {
  const match = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text);
  const day = match ? `${match[3]}-${match[2]}-${match[1]}` : '';
  return isLocalDay(day) ? day : null;
}

function joinDay(day: LocalDay, separator: string): string {
  partsOfDay(day);
  return day.split('-').reverse().join(separator);
}
