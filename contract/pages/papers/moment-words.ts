import { formatShortDay } from '../../rules/dates-format.ts';
import { hospitalDay, instantMs } from '../../rules/hospital-day.ts';

const minuteMs = 60_000;

/** Day and time of an instant in the hospital: `3 Nov 2026, 10:42`. */
export function momentWords(instant: Date | string, timeZone: string): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return `${formatShortDay(hospitalDay(instant, timeZone))}, ${time.format(instantMs(instant))}`;
}

/** How long something took, to the minute: `3 d 4 h`, `4 h 10 min`, `0 min`. */
export function lengthWords(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor(minutes / 60) % 24;
  const parts =
    days > 0 ? [`${days} d`, hours > 0 ? `${hours} h` : ''] : [hours > 0 ? `${hours} h` : '', restOf(minutes)];
  return parts.filter(Boolean).join(' ');
}

function restOf(minutes: number): string {
  const rest = minutes % 60;
  return rest > 0 || minutes < 60 ? `${rest} min` : '';
}
