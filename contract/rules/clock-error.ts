import { counted } from './counted.ts';

/** Returns a length of time in the largest unit of which there are two: `26 hours`. */
function lengthText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return counted(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  if (hours < 48) return counted(hours, 'hour');
  const days = Math.round(hours / 24);
  return days < 730 ? counted(days, 'day') : counted(Math.round(days / 365.25), 'year');
}

/** Says how far a tablet's clock is off: `26 hours behind`. `offsetMs`: server minus tablet. */
export function clockErrorText(offsetMs: number): string {
  return `${lengthText(Math.abs(offsetMs))} ${offsetMs > 0 ? 'behind' : 'ahead'}`;
}
