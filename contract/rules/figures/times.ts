import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { hospitalDay, instantMs } from '../hospital-day.ts';
import { priorities, type Priority } from '../../records/values.ts';
import { type WaitingReason, waitingReasons } from '../../records/work-event.ts';
import {
  counted,
  figure,
  type Figure,
  type FigureLine,
  type FigureSet,
  hoursOf,
  type TimeBand,
  timeBands,
  type TimeKind,
  timeKinds,
} from './figure.ts';

/** Median and 90th percentile over a number of tickets. Units: milliseconds. */
export interface Spread {
  rows: number;
  medianMs: number | null;
  p90Ms: number | null;
}

/** One kind of time, over the tickets of a period. */
export interface TimeFacts extends Spread {
  bands: Record<TimeBand, number>;
  byPriority: Record<Priority, Spread>;
}

/** Waiting times of a period's tickets by reason. Units: milliseconds. */
export type WaitingFacts = Record<WaitingReason, { rows: number; ms: number }>;

/** Times of the tickets reported in a period. */
export interface TicketTimeFacts {
  reported: number;
  times: Record<TimeKind, TimeFacts>;
  /** Tickets waiting now, whenever they were reported. */
  waitingNow: number;
  waitingRows: number;
  waiting: WaitingFacts;
}

/** Bands by length. Units: milliseconds. */
export const bandMs = {
  hour: millisecondsInHour,
  week: 7 * millisecondsInDay,
  'ten-days': 10 * millisecondsInDay,
} as const;

/** Returns the band for the time between two moments; a day is one of the hospital's days. */
export function spanBand(from: string, to: string | null, timeZone: string): TimeBand {
  if (to === null) return 'none';
  const ms = instantMs(to) - instantMs(from);
  if (ms < 0) return 'none';
  if (ms <= bandMs.hour) return 'hour';
  if (hospitalDay(from, timeZone) === hospitalDay(to, timeZone)) return 'day';
  return longBand(ms);
}

/** Returns the band for hours of work; a day counts as 24 hours. */
export function workBand(ms: number | null): TimeBand {
  if (ms === null) return 'none';
  if (ms <= bandMs.hour) return 'hour';
  return ms <= millisecondsInDay ? 'day' : longBand(ms);
}

function longBand(ms: number): TimeBand {
  if (ms <= bandMs.week) return 'week';
  return ms <= bandMs['ten-days'] ? 'ten-days' : 'more';
}

const told = {
  response: {
    title: 'Response',
    rule: 'From the report to the first arrival, at the device or by phone: median and 90th percentile of the tickets reported in the period.',
    measured: 'with an arrival',
    none: 'No arrival noted',
    day: 'Same day',
  },
  'hands-on': {
    title: 'Hands-on repair',
    rule: 'Time at work, from arrival or resumption until work waits or the device is back in use, of tickets reported in the period that are restored or closed.',
    measured: 'with hours of work',
    none: 'No work noted, or not finished',
    day: 'Up to 24 hours',
  },
  turnaround: {
    title: 'Turnaround',
    rule: 'From the report until the device was back in use, or until the ticket was closed if nobody recorded that, of tickets reported in the period.',
    measured: 'back in use',
    none: 'Not back in use yet',
    day: 'Same day',
  },
} as const satisfies Record<TimeKind, unknown>;

const bandWords = {
  hour: 'Within 1 hour',
  week: 'Within 7 days',
  'ten-days': 'Within 10 days',
  more: 'Longer',
} as const;

/** The words for waiting reasons on figures. */
export const waitingWords = {
  part: 'For a part',
  vendor: 'For the vendor',
  access: 'For access to the device',
  approval: 'For approval',
  other: 'For something else',
} as const satisfies Record<WaitingReason, string>;

/** Computes response, hands-on repair, turnaround, and waiting by reason. Source: docs/product.md P92. */
export function timeFigures({ reported, times, waitingNow, waitingRows, waiting }: TicketTimeFacts): Figure[] {
  const denominator = counted('ticket.reported', 'tickets reported', reported);
  const waited = waitingReasons.reduce((sum, reason) => sum + waiting[reason].ms, 0);
  return [
    ...timeKinds.map((kind) => {
      const { title, rule, measured, none, day } = told[kind];
      const facts = times[kind];
      return figure({
        id: kind,
        title,
        unit: 'hours',
        value: facts.medianMs === null ? null : hoursOf(facts.medianMs),
        rule,
        numerator: counted(`${kind}.measured`, measured, facts.rows),
        denominator,
        parts: timeBands.map((band) =>
          counted(
            `${kind}.${band}`,
            band === 'none' ? none : band === 'day' ? day : bandWords[band],
            facts.bands[band],
          ),
        ),
        lines: [
          lineOf(`${kind}.measured`, 'All', facts),
          ...priorities
            .toReversed()
            .map((priority) => lineOf(`${kind}.${priority}`, priority, facts.byPriority[priority])),
        ],
      });
    }),
    figure({
      id: 'waiting',
      title: 'Waiting',
      unit: 'hours',
      value: reported > 0 ? hoursOf(waited) : null,
      rule: 'Hours that tickets reported in the period waited, by reason; time that is still running counts up to now. Tickets that are waiting now are listed, whenever they were reported.',
      numerator: {
        set: 'waiting.any',
        label: 'hours waited',
        amount: hoursOf(waited),
        unit: 'hours',
        rows: waitingRows,
      },
      denominator,
      parts: [
        counted('waiting.now', 'Right now, whenever reported', waitingNow),
        ...waitingReasons.map((reason) => ({
          set: `waiting.${reason}` as const,
          label: waitingWords[reason],
          amount: hoursOf(waiting[reason].ms),
          unit: 'hours' as const,
          rows: waiting[reason].rows,
        })),
      ],
    }),
  ];
}

function lineOf(set: FigureSet, label: string, { rows, medianMs, p90Ms }: Spread): FigureLine {
  return {
    set,
    label,
    rows,
    median: medianMs === null ? null : hoursOf(medianMs),
    p90: p90Ms === null ? null : hoursOf(p90Ms),
  };
}
