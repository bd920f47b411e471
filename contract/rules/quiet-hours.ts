import { addDays, hospitalDay, hospitalInstant, hospitalTime } from './hospital-day.ts';

/** Hours in which mail and push wait; both empty: none. A time to that is before `quietFrom` is on the next day. */
export interface QuietHours {
  quietFrom: string;
  quietTo: string;
}

/** Returns when a notice may be mailed or pushed: now, or when the quiet hours end. Source: docs/product.md P346. */
export function afterQuiet({ quietFrom, quietTo }: QuietHours, now: Date, timeZone: string): Date {
  if (quietFrom === '') return now;
  const time = hospitalTime(now, timeZone);
  const isOvernight = quietTo < quietFrom;
  const isQuiet = isOvernight ? time >= quietFrom || time < quietTo : quietFrom <= time && time < quietTo;
  if (!isQuiet) return now;
  const today = hospitalDay(now, timeZone);
  const end = hospitalInstant(time < quietTo ? today : addDays(today, 1), quietTo, timeZone);
  // An hour that the clock repeats may show the end before it comes.
  return end > now ? end : now;
}
