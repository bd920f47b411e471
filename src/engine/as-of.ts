import { formatShortDay } from '#contract/rules/dates-format.ts';
import { hospitalDay, hospitalTime, type LocalDay } from '#contract/rules/hospital-day.ts';

/** Formats a day; returns an empty text if there is none. */
export function dayWords(day: LocalDay | null): string {
  return day === null ? '' : formatShortDay(day.slice(0, 10));
}

/** Formats an instant as clock time, preceded by the day unless it is today: `10:42`, `3 Nov 2026, 10:42`. */
export function momentText(instant: string, timeZone: string, today: LocalDay): string {
  const day = hospitalDay(instant, timeZone);
  const time = hospitalTime(instant, timeZone);
  return day === today ? time : `${formatShortDay(day)}, ${time}`;
}

/** Says how fresh a screen's data is: `as of 10:42`; empty before the first contact with the server. */
export function asOfText(instant: string | null, timeZone: string, now: Date): string | undefined {
  return instant === null ? undefined : `as of ${momentText(instant, timeZone, hospitalDay(now, timeZone))}`;
}
