import { formatShortDay } from '../../rules/dates-format.ts';
import { hospitalDay, instantMs } from '../../rules/hospital-day.ts';

/** Day and time of an instant in the hospital: `3 Nov 2026, 10:42`. */
export function momentWords(instant: Date | string, timeZone: string): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return `${formatShortDay(hospitalDay(instant, timeZone))}, ${time.format(instantMs(instant))}`;
}
