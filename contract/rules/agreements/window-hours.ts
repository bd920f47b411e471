import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { addDays, hospitalDay, type LocalDay, offsetMs, startOfHospitalDay, utcMsOf } from '../hospital-day.ts';
import { weekdayOf } from '../work-days.ts';
import type { AgreementWindow } from '../../records/agreement-terms.ts';

/** An interval that excludes its end. Units: milliseconds since 1970. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/** How the hours of a contract are interpreted: the hospital's clock and the days on which it is closed. */
export interface AgreementPlace {
  timeZone: string;
  holidays: readonly LocalDay[];
}

/** Returns the length of a day of the window: its set hours, or 24 hours. Units: milliseconds. */
export function windowDayMs({ hours, hoursFrom, hoursTo }: AgreementWindow): number {
  if (hours === '24x7') return millisecondsInDay;
  const [from, to] = [minuteOf(hoursFrom), minuteOf(hoursTo)];
  return (isPastMidnight({ hoursFrom, hoursTo }) ? to + dayMinutes - from : to - from) * millisecondsInMinute;
}

/** Returns whether set hours end on the day after they begin. Source: docs/product.md P134. */
export function isPastMidnight({ hoursFrom, hoursTo }: Pick<AgreementWindow, 'hoursFrom' | 'hoursTo'>): boolean {
  return minuteOf(hoursTo) <= minuteOf(hoursFrom);
}

/**
 * Returns the parts of an interval in which a contract's clock runs, in order and without overlap. The clock runs while
 * the hospital's wall clock shows a time within the contract's hours, so a daylight-saving change can lengthen, shorten
 * or repeat them. Hours that end at or before their start continue past midnight and belong to the day on which they
 * began. Source: docs/product.md P128.
 */
export function windowSpans(window: AgreementWindow, place: AgreementPlace, { fromMs, toMs }: Span): Span[] {
  if (toMs <= fromMs) return [];
  if (window.hours === '24x7') return [{ fromMs, toMs }];
  const holidays = new Set(window.onHolidays ? [] : place.holidays);
  const [from, to] = [minuteOf(window.hoursFrom), minuteOf(window.hoursTo)];
  const goesOn = isPastMidnight(window);
  const spans: Span[] = [];
  const last = hospitalDay(new Date(toMs), place.timeZone);
  // Hours past midnight may have begun on the day before.
  for (let day = addDays(hospitalDay(new Date(fromMs), place.timeZone), -1); day <= last; day = addDays(day, 1)) {
    if (!window.workDays.includes(weekdayOf(day)) || holidays.has(day)) continue;
    spans.push(...wallSpans(day, from, goesOn ? dayMinutes : to, place.timeZone));
    if (goesOn) spans.push(...wallSpans(addDays(day, 1), 0, to, place.timeZone));
  }
  return joined(spans.map((span) => clipped(span, fromMs, toMs)));
}

/** Returns the total length of spans that do not overlap. Units: milliseconds. */
export function lengthMs(spans: readonly Span[]): number {
  return spans.reduce((sum, { fromMs, toMs }) => sum + Math.max(0, toMs - fromMs), 0);
}

/** Returns the parts of some spans that lie inside others; both lists are sorted and do not overlap. */
export function within(spans: readonly Span[], others: readonly Span[]): Span[] {
  const parts: Span[] = [];
  let at = 0;
  for (const span of spans) {
    while (at < others.length && (others[at]?.toMs ?? 0) <= span.fromMs) at++;
    for (let next = at; next < others.length; next++) {
      const other = others[next];
      if (!other || other.fromMs >= span.toMs) break;
      parts.push(clipped(span, other.fromMs, other.toMs));
    }
  }
  return parts;
}

/** Returns the parts of some spans that lie outside others; both lists are sorted and do not overlap. */
export function without(spans: readonly Span[], others: readonly Span[]): Span[] {
  const edges = [-Infinity, ...others.flatMap(({ fromMs, toMs }) => [fromMs, toMs]), Infinity];
  const gaps = Array.from({ length: edges.length / 2 }, (_, index) => ({
    fromMs: edges[index * 2] ?? 0,
    toMs: edges[index * 2 + 1] ?? 0,
  }));
  return within(spans, gaps);
}

/** Sorts spans and joins those that overlap; empty ones are left out. */
export function joined(spans: readonly Span[]): Span[] {
  const apart: Span[] = [];
  for (const { fromMs, toMs } of spans.filter((span) => span.toMs > span.fromMs).toSorted(byStart)) {
    const last = apart.at(-1);
    if (last && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs);
    else apart.push({ fromMs, toMs });
  }
  return apart;
}

const dayMinutes = 24 * 60;
const byStart = (a: Span, b: Span): number => a.fromMs - b.fromMs;

function clipped(span: Span, fromMs: number, toMs: number): Span {
  return { fromMs: Math.max(span.fromMs, fromMs), toMs: Math.min(span.toMs, toMs) };
}

function minuteOf(time: string): number {
  const [hour = '', minute = ''] = time.split(':');
  return Number(hour) * 60 + Number(minute);
}

/** Returns the parts of a day in which the wall clock shows a time between these minutes. */
function wallSpans(day: LocalDay, from: number, to: number, timeZone: string): Span[] {
  const midnightMs = utcMsOf(day);
  return partsOf(day, timeZone).map(({ fromMs, toMs, offset }) =>
    clipped(
      {
        fromMs: midnightMs + from * millisecondsInMinute - offset,
        toMs: midnightMs + to * millisecondsInMinute - offset,
      },
      fromMs,
      toMs,
    ),
  );
}

interface DayPart extends Span {
  /** Returns the offset of the wall clock from UTC. Units: milliseconds. */
  offset: number;
}

/** Cached parts of days by zone and day: they never change, and time-zone lookups are slow. */
const knownParts = new Map<string, DayPart[]>();
/** Enough for fifteen years of one hospital, or for the days that many hospitals on a server use. */
const mostKnownParts = 5_500;

/** Splits a day into parts with the same offset: one part, or two on a day when the clock changes. */
function partsOf(day: LocalDay, timeZone: string): DayPart[] {
  const key = `${day} ${timeZone}`;
  const known = knownParts.get(key);
  if (known) return known;
  const fromMs = startOfHospitalDay(day, timeZone).getTime();
  const toMs = startOfHospitalDay(addDays(day, 1), timeZone).getTime();
  const [first, last] = [offsetMs(fromMs, timeZone), offsetMs(Math.max(fromMs, toMs - 1), timeZone)];
  let changeMs = toMs;
  if (first !== last) {
    let before = fromMs;
    while (changeMs - before > 1) {
      const middle = Math.floor((before + changeMs) / 2);
      if (offsetMs(middle, timeZone) === first) before = middle;
      else changeMs = middle;
    }
  }
  const parts = [
    { fromMs, toMs: changeMs, offset: first },
    { fromMs: changeMs, toMs, offset: last },
  ].filter((part) => part.toMs > part.fromMs);
  if (knownParts.size >= mostKnownParts) knownParts.clear();
  knownParts.set(key, parts);
  return parts;
}
