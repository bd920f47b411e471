import { formatShortDay } from '#contract/rules/dates-format.ts';
import { hospitalDay, hospitalTime, type LocalDay } from '#contract/rules/hospital-day.ts';

/** A day in words; empty if there is none. */
export function dayWords(day: LocalDay | null): string {
  return day === null ? '' : formatShortDay(day.slice(0, 10));
}

/** Clock time, with the day before it when it is not today's: `10:42`, `3 Nov 2026, 10:42`. */
export function momentText(instant: string, timeZone: string, today: LocalDay): string {
  const day = hospitalDay(instant, timeZone);
  const time = hospitalTime(instant, timeZone);
  return day === today ? time : `${formatShortDay(day)}, ${time}`;
}

/** How fresh a screen is: `as of 10:42`; nothing before the first contact. */
export function asOfText(instant: string | null, timeZone: string, now: Date): string | undefined {
  return instant === null ? undefined : `as of ${momentText(instant, timeZone, hospitalDay(now, timeZone))}`;
}
