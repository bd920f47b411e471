import { formatShortDay } from '#contract/rules/dates-format.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';

/** A day in words; empty if there is none. */
export function dayWords(day: LocalDay | null): string {
  return day === null ? '' : formatShortDay(day.slice(0, 10));
}

/** Clock time of an instant in a time zone: `10:42`. */
export function clockTime(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(instant));
}

/** Clock time, with the day before it when it is not today's: `10:42`, `3 Nov 2026, 10:42`. */
export function momentText(instant: string, timeZone: string, now: Date): string {
  const day = hospitalDay(instant, timeZone);
  const time = clockTime(instant, timeZone);
  return day === hospitalDay(now, timeZone) ? time : `${formatShortDay(day)}, ${time}`;
}

/** How fresh a screen is: `as of 10:42`; nothing before the first contact. */
export function asOfText(instant: string | null, timeZone: string, now: Date): string | undefined {
  return instant === null ? undefined : `as of ${momentText(instant, timeZone, now)}`;
}
