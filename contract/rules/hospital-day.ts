/** A calendar day of the hospital as `yyyy-MM-dd`, without time and zone. */
export type LocalDay = string;

const dayMs = 24 * 60 * 60 * 1000;
const localDayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const formatters = new Map<string, Intl.DateTimeFormat>();

interface YearMonthDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Tells whether a text is a day that exists, so that borders can refuse 30 February. */
export function isLocalDay(text: string): boolean {
  const match = localDayPattern.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/**
 * Splits a day into its numbers, for arithmetic and for display.
 * Throws: RangeError when the text is not an existing day.
 */
export function partsOfDay(day: LocalDay): YearMonthDay {
  const match = localDayPattern.exec(day);
  if (!match || !isLocalDay(day)) throw new RangeError(`Not a day: ${day}`);
  return { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
}

/**
 * Reads an instant from an ISO text or a Date, so that texts with different offsets compare as one time.
 * Units: milliseconds since 1970.
 * Throws: RangeError when it is no instant.
 */
export function instantMs(instant: Date | string): number {
  const ms = typeof instant === 'string' ? Date.parse(instant) : instant.getTime();
  if (Number.isNaN(ms)) throw new RangeError(`Not an instant: ${String(instant)}`);
  return ms;
}

/**
 * Says which day it is in the hospital at an instant.
 * Source: document 3, section 3 (days are days of the hospital's time zone).
 */
export function hospitalDay(instant: Date | string, timeZone: string): LocalDay {
  const wall = wallClockMs(instantMs(instant), timeZone);
  return dayFromUtcMs(wall);
}

/** Moves a day forward or back by whole days. */
export function addDays(day: LocalDay, days: number): LocalDay {
  return dayFromUtcMs(utcMsOfDay(day) + days * dayMs);
}

/**
 * Moves a day by months and keeps the day of the month, or takes the month's last day.
 * Source: document 3, rule 3.3.
 */
export function addMonthsKeepingDay(day: LocalDay, months: number): LocalDay {
  const parts = partsOfDay(day);
  const monthIndex = parts.year * 12 + (parts.month - 1) + months;
  const year = Math.floor(monthIndex / 12);
  const month = monthIndex - year * 12 + 1;
  return dayText({ year, month, day: Math.min(parts.day, daysInMonth(year, month)) });
}

/**
 * Counts the days from one day to another; negative when the second is earlier.
 * Units: days.
 */
export function daysBetween(from: LocalDay, to: LocalDay): number {
  return (utcMsOfDay(to) - utcMsOfDay(from)) / dayMs;
}

/**
 * Gives the first instant of a hospital day, also where the clock change skips or repeats midnight.
 * A day that the zone left out altogether begins with the next day that exists.
 */
export function startOfHospitalDay(day: LocalDay, timeZone: string): Date {
  const midnightUtc = utcMsOfDay(day);
  const before = midnightUtc - offsetMs(midnightUtc - dayMs, timeZone);
  const after = midnightUtc - offsetMs(midnightUtc + dayMs, timeZone);
  const earlier = Math.min(before, after);
  const later = Math.max(before, after);
  if (earlier === later) return new Date(earlier);
  return new Date(hospitalDay(new Date(earlier), timeZone) === day ? earlier : later);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function utcMsOfDay(day: LocalDay): number {
  partsOfDay(day);
  return Date.parse(`${day}T00:00:00Z`);
}

function dayFromUtcMs(ms: number): LocalDay {
  return new Date(ms).toISOString().slice(0, 10);
}

function dayText({ year, month, day }: YearMonthDay): LocalDay {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function offsetMs(ms: number, timeZone: string): number {
  return wallClockMs(ms, timeZone) - Math.floor(ms / 1000) * 1000;
}

/** The hospital's wall clock at an instant, read as if it were UTC. */
function wallClockMs(ms: number, timeZone: string): number {
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
