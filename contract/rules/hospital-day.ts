import { millisecondsInDay } from 'date-fns/constants';
import type { LocalDay } from '../records/local-day.ts';

export type { LocalDay };

const localDayPattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const formatters = new Map<string, Intl.DateTimeFormat>();
/** Since 2000, clocks have only changed at whole minutes of UTC. */
const minutesFromMs = Date.UTC(2000, 0, 1);
const minuteMs = 60 * 1000;
/** Offsets by time zone and minute: formatting an instant takes ten times as long as looking one up. */
const offsets = new Map<string, Map<number, number>>();
const maxOffsets = 5_000;

/** Returns whether a text is an existing day; 30 February is not. */
export function isLocalDay(text: string): boolean {
  if (!localDayPattern.test(text)) return false;
  // Every month has 28 days; engines read 30 February as 2 March or not at all.
  return text.slice(8) <= '28' || new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8));
}

/**
 * Reads an instant from an ISO text or a Date, so that texts with different offsets compare as one time. Units:
 * milliseconds since 1970. Throws: RangeError if it is not an instant.
 */
export function instantMs(instant: Date | string): number {
  const ms = typeof instant === 'string' ? Date.parse(instant) : instant.getTime();
  if (Number.isNaN(ms)) throw new RangeError(`Not an instant: ${String(instant)}`);
  return ms;
}

/**
 * Returns the hospital's day at an instant.
 * Source: docs/product.md P18 (days are days of the hospital's time zone).
 */
export function hospitalDay(instant: Date | string, timeZone: string): LocalDay {
  return dayOfUtcDate(new Date(wallClockMs(instantMs(instant), timeZone)));
}

/** Formats the hospital's time of day at an instant: `10:42`. */
export function hospitalTime(instant: Date | string, timeZone: string): string {
  return new Date(wallClockMs(instantMs(instant), timeZone)).toISOString().slice(11, 16);
}

/** Returns the instant at which the hospital's clock shows this time on this day; `time` is `HH:mm`. */
export function hospitalInstant(day: LocalDay, time: string, timeZone: string): Date {
  const wallMs = Date.parse(`${day}T${time}:00Z`);
  return new Date(wallMs - offsetMs(wallMs - offsetMs(wallMs, timeZone), timeZone));
}

/** Moves a day forward or back by whole days. */
export function addDays(day: LocalDay, days: number): LocalDay {
  const date = new Date(utcMsOf(day));
  date.setUTCDate(date.getUTCDate() + days);
  return dayOfUtcDate(date);
}

/**
 * Moves a day by months and keeps the day of the month, or takes the month's last day.
 * Source: docs/product.md P32.
 */
export function addMonthsKeepingDay(day: LocalDay, months: number): LocalDay {
  const date = new Date(utcMsOf(day));
  const dayOfMonth = date.getUTCDate();
  // The last day of the target month.
  date.setUTCMonth(date.getUTCMonth() + months + 1, 0);
  if (dayOfMonth < date.getUTCDate()) date.setUTCDate(dayOfMonth);
  return dayOfUtcDate(date);
}

/**
 * Counts the days from one day to another; negative when the second is earlier.
 * Units: days.
 */
export function daysBetween(from: LocalDay, to: LocalDay): number {
  return (utcMsOf(to) - utcMsOf(from)) / millisecondsInDay;
}

/**
 * Returns the first instant of a hospital day, even where a clock change skips or repeats midnight.
 * A day that the zone skipped entirely begins with the next existing day.
 */
export function startOfHospitalDay(day: LocalDay, timeZone: string): Date {
  const midnightUtc = utcMsOf(day);
  const before = midnightUtc - offsetMs(midnightUtc - millisecondsInDay, timeZone);
  const after = midnightUtc - offsetMs(midnightUtc + millisecondsInDay, timeZone);
  const earlier = Math.min(before, after);
  const later = Math.max(before, after);
  if (earlier === later) return new Date(earlier);
  return new Date(hospitalDay(new Date(earlier), timeZone) === day ? earlier : later);
}

/** Returns the start of a day in UTC. Units: milliseconds since 1970. Throws: RangeError when the text is not an existing day. */
export function utcMsOf(day: LocalDay): number {
  if (!isLocalDay(day)) throw new RangeError(`Not a day: ${day}`);
  return Date.parse(day);
}

function dayOfUtcDate(date: Date): LocalDay {
  return date.toISOString().slice(0, 10);
}

/** Returns how far the hospital's clock is ahead of UTC at an instant. Units: milliseconds. */
export function offsetMs(ms: number, timeZone: string): number {
  const second = Math.floor(ms / 1000) * 1000;
  if (second < minutesFromMs) return formattedMs(second, timeZone) - second;
  const minute = Math.floor(second / minuteMs);
  const known = offsets.get(timeZone) ?? new Map<number, number>();
  const offset = known.get(minute) ?? formattedMs(second, timeZone) - second;
  if (known.size >= maxOffsets) known.clear();
  known.set(minute, offset);
  offsets.set(timeZone, known);
  return offset;
}

/** Returns the hospital's wall-clock time at an instant, expressed as if it were UTC. */
function wallClockMs(ms: number, timeZone: string): number {
  return Math.floor(ms / 1000) * 1000 + offsetMs(ms, timeZone);
}

function formattedMs(ms: number, timeZone: string): number {
  const found: Record<string, number> = {};
  for (const part of formatterFor(timeZone).formatToParts(ms)) found[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(timeZone, made);
  return made;
}
