import { sql, type SQL } from 'drizzle-orm';
import { buildTicketRow, type TicketRowFacts } from '#contract/pages/figure-rows.ts';
import { type FigureSet, type TimeBand, timeBands, type TimeKind, timeKinds } from '#contract/rules/figures/figure.ts';
import { bandMs, type Spread, type TicketTimeFacts } from '#contract/rules/figures/times.ts';
import { priorities, type Priority } from '#contract/records/values.ts';
import { type WaitingReason, waitingReasons } from '#contract/records/work-event.ts';
import { isoInstant, isoInstantOrNull } from '../db/database.ts';
import { aggregate, type Ask, dimOf, isDevice, momentsOf, msBetween, ofValue } from './ask.ts';
import type { FigurePart } from './kept-parts.ts';
import { allDays } from '../kept-counts/figure-marks.ts';
import { names, type RowSource } from './rows.ts';

/** Returns the condition that a ticket (`t`) of the hospital was reported in the period. */
export function isReported(ask: Ask): SQL {
  const { fromAt, endAt } = momentsOf(ask);
  return sql`t.hospital_id = ${ask.scope.id} and t.reported_at >= ${fromAt} and t.reported_at < ${endAt}`;
}

/**
 * Selects the tickets reported in the period; `columns` are taken from the ticket (`t`), with the `dim` of its device
 * (`i`), and from what is `joined`. The `offset 0` makes PostgreSQL compute them once, no matter how many aggregates use
 * them. Facts name the columns that they need, because whole tickets take as long to pass on as to count.
 */
export function reportedTickets(ask: Ask, columns: SQL, joined: SQL = sql``): SQL {
  return sql`
    select ${columns}
    from (
      select t.*, ${dimOf(ask)} as dim
      from ticket t join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id
      where ${isReported(ask)} and ${isDevice} ${ofValue(ask)}
    ) t ${joined} offset 0`;
}

/** Names a result column; quotes allow the hyphens. */
const as = (...parts: string[]): SQL => sql.raw(`as "${parts.join(' ')}"`);

const usable = sql`coalesce(t.restored_at, t.closed_at)`;
const msColumn = {
  response: sql`x.response_ms`,
  'hands-on': sql`x.hands_on`,
  turnaround: sql`x.turnaround_ms`,
} as const;

/** Selects columns of the tickets and their times; a time that runs backwards becomes null. */
function timedTickets(ask: Ask, columns: SQL): SQL {
  const { zone, now } = momentsOf(ask);
  const dayOf = (at: SQL): SQL => sql`(${at} at time zone ${zone})::date`;
  const since = (at: SQL): SQL => sql`case when ${at} >= t.reported_at then ${msBetween(sql`t.reported_at`, at)} end`;
  return reportedTickets(
    ask,
    sql`${columns}, ${since(sql`t.first_arrived_at`)} as response_ms, ${since(usable)} as turnaround_ms,
      case when ${usable} is not null then t.hands_on_ms::float8 end as hands_on,
      ${waitedColumns(now)},
      ${dayOf(sql`t.first_arrived_at`)} = ${dayOf(sql`t.reported_at`)} as response_day,
      ${dayOf(usable)} = ${dayOf(sql`t.reported_at`)} as turnaround_day`,
  );
}

const isDay = {
  response: sql`x.response_day`,
  'hands-on': sql`x.hands_on <= 86400000`,
  turnaround: sql`x.turnaround_day`,
} as const satisfies Record<TimeKind, SQL>;

/** Returns the condition that a time lies in a band: `spanBand` and `workBand` of the contract in SQL. */
function isInBand(kind: TimeKind, band: TimeBand): SQL {
  const ms = msColumn[kind];
  if (band === 'none') return sql`${ms} is null`;
  if (band === 'hour') return sql`${ms} <= ${bandMs.hour}`;
  if (band === 'day') return sql`${ms} > ${bandMs.hour} and ${isDay[kind]}`;
  const later = sql`${ms} > ${bandMs.hour} and not ${isDay[kind]}`;
  if (band === 'week') return sql`${later} and ${ms} <= ${bandMs.week}`;
  if (band === 'ten-days') return sql`${later} and ${ms} > ${bandMs.week} and ${ms} <= ${bandMs['ten-days']}`;
  return sql`${later} and ${ms} > ${bandMs['ten-days']}`;
}

/** Selects the tickets that are waiting now, whenever they were reported. */
function waitingTickets(ask: Ask): SQL {
  return sql`
    select t.*, ${dimOf(ask)} as dim, greatest(0, ${msBetween(sql`t.waiting_since`, momentsOf(ask).now)}) as waits
    from ticket t join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id
    where t.hospital_id = ${ask.scope.id} and t.waiting_for is not null and ${isDevice} ${ofValue(ask)}`;
}

/** Returns columns for how long each ticket has waited for each reason until now. */
function waitedColumns(now: SQL): SQL {
  const waited = (reason: WaitingReason): SQL => sql`coalesce((t.waiting_ms ->> ${reason})::float8, 0)
    + case when t.waiting_for = ${reason} then greatest(0, coalesce(${msBetween(sql`t.waiting_since`, now)}, 0)) else 0 end`;
  return sql.join(
    waitingReasons.map((reason) => sql`${waited(reason)} ${as('waited', reason)}`),
    sql`, `,
  );
}

const waitedFor = (reason: WaitingReason): SQL => sql.raw(`x."waited ${reason}"`);
const waitedAtAll = sql.join(
  waitingReasons.map((reason) => waitedFor(reason)),
  sql` + `,
);

function spread(kind: TimeKind, where: SQL, name: string): SQL {
  const ms = msColumn[kind];
  return sql`count(${ms}) filter (where ${where})::int ${as(kind, name, 'rows')},
    percentile_cont(array[0.5, 0.9]) within group (order by ${ms}) filter (where ${where}) ${as(kind, name, 'spread')}`;
}

/** All numbers about times, computed in one aggregate. */
const timeColumns = sql.join(
  [
    sql`count(*)::int as reported`,
    ...timeKinds.flatMap((kind) => [
      spread(kind, sql`true`, 'all'),
      ...priorities.map((priority) => spread(kind, sql`x.priority = ${priority}`, priority)),
      ...timeBands.map((band) => sql`count(*) filter (where ${isInBand(kind, band)})::int ${as(kind, band)}`),
    ]),
    sql`count(*) filter (where ${waitedAtAll} > 0)::int as waiting`,
    ...waitingReasons.flatMap((reason) => [
      sql`count(*) filter (where ${waitedFor(reason)} > 0)::int ${as('waiting', reason, 'rows')}`,
      sql`coalesce(sum(${waitedFor(reason)}), 0)::float8 ${as('waiting', reason, 'ms')}`,
    ]),
  ],
  sql`, `,
);

/** Measures the tickets of the period. The time of one that is waiting grows with each moment. */
export const timePart: FigurePart<MeasuredFacts> = {
  name: 'times',
  settings: [],
  reachOf: async (ask) => {
    const [waiting] = await ask.scope.rows(sql`
      select 1 from ticket t where ${isReported(ask)} and t.waiting_for is not null limit 1`);
    if (waiting) return null;
    return [
      { source: 'register', ...ask.span },
      { source: 'ticket', ...ask.span },
    ];
  },
  count: async (ask, compare) => {
    const { whole, byKey } = await aggregate<Record<string, unknown>>(
      ask,
      timedTickets(ask, sql`t.dim, t.priority`),
      timeColumns,
      compare,
    );
    return { whole: timesOf(whole), byKey: new Map([...byKey].map(([key, row]) => [key, timesOf(row)])) };
  },
};

/** Counts the tickets that are waiting now. */
export const waitingPart: FigurePart<Pick<TicketTimeFacts, 'waitingNow'>> = {
  name: 'waiting',
  settings: [],
  reachOf: () => [
    { source: 'register', ...allDays },
    { source: 'ticket', ...allDays },
  ],
  count: (ask, compare) => aggregate(ask, waitingTickets(ask), sql`count(*)::int as "waitingNow"`, compare),
};

/** Facts about the tickets that were reported in the period. */
type MeasuredFacts = Omit<TicketTimeFacts, 'waitingNow'>;

function timesOf(row: Record<string, unknown>): MeasuredFacts {
  const count = (name: string): number => Number(row[name] ?? 0);
  const spreadOf = (kind: TimeKind, name: string): Spread => {
    const [median = null, p90 = null] = (row[`${kind} ${name} spread`] ?? []) as (number | null)[];
    return { rows: count(`${kind} ${name} rows`), medianMs: median, p90Ms: p90 };
  };
  const kindOf = (kind: TimeKind) => ({
    ...spreadOf(kind, 'all'),
    bands: fill(timeBands, (band) => count(`${kind} ${band}`)),
    byPriority: fill(priorities, (priority: Priority) => spreadOf(kind, priority)),
  });
  return {
    reported: count('reported'),
    times: fill(timeKinds, kindOf),
    waitingRows: count('waiting'),
    waiting: fill(waitingReasons, (reason) => ({
      rows: count(`waiting ${reason} rows`),
      ms: count(`waiting ${reason} ms`),
    })),
  };
}

function fill<K extends string, V>(keys: readonly K[], value: (key: K) => V): Record<K, V> {
  // Object.fromEntries does not keep the type of the keys.
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>;
}

/** The columns of a ticket row; `amount` is its contribution to the set. */
export const ticketColumns = (amount: SQL): SQL => sql`x.id, x.number as "ticketNumber", x.priority,
  x.reported_at as "reportedAt", x.first_arrived_at as "arrivedAt", x.restored_at as "restoredAt",
  x.closed_at as "closedAt", x.hands_on_ms as "handsOnMs", x.failure_class as "failureClass", x.waiting_for as "waitingFor",
  x.waiting_since as "waitingSince", ${amount} as amount, ${names}`;

/** Builds a row of the answer from a ticket of the driver. */
export function presentTicket(set: FigureSet, timeZone: string) {
  return (row: Omit<TicketRowFacts, 'handsOnMs'> & { handsOnMs: string | null }) =>
    buildTicketRow(
      {
        ...row,
        reportedAt: isoInstant(row.reportedAt),
        arrivedAt: isoInstantOrNull(row.arrivedAt),
        restoredAt: isoInstantOrNull(row.restoredAt),
        closedAt: isoInstantOrNull(row.closedAt),
        waitingSince: isoInstantOrNull(row.waitingSince),
        handsOnMs: row.handsOnMs === null ? null : Number(row.handsOnMs),
      },
      set,
      timeZone,
    );
}

type TimeSet = Extract<FigureSet, 'ticket.reported' | `${TimeKind | 'waiting'}.${string}`>;

/** Returns whether a set is served by this file. */
export function isTimeSet(set: FigureSet): set is TimeSet {
  return set === 'ticket.reported' || ['waiting', ...timeKinds].includes(set.split('.')[0] ?? '');
}

/** Lists the tickets behind a number. */
export function timeRows(ask: Ask, set: TimeSet): RowSource {
  const [about = '', part = ''] = set.split('.');
  if (set === 'waiting.now') {
    return {
      relation: waitingTickets(ask),
      where: sql`true`,
      order: sql`x.waiting_since, x.id collate "C"`,
      columns: ticketColumns(sql`x.waits`),
      present: presentTicket(set, ask.scope.facts.timeZone),
    };
  }
  const kind = timeKinds.find((each) => each === about);
  const reason = waitingReasons.find((each) => each === part);
  const amount = about !== 'waiting' ? sql`null` : reason ? waitedFor(reason) : waitedAtAll;
  return {
    relation: timedTickets(ask, sql`t.*`),
    where: kind ? partOf(kind, part) : about === 'waiting' ? sql`${amount} > 0` : sql`true`,
    order: sql`x.reported_at desc, x.id collate "C"`,
    columns: ticketColumns(amount),
    present: presentTicket(set, ask.scope.facts.timeZone),
  };
}

function partOf(kind: TimeKind, part: string): SQL {
  const band = timeBands.find((each) => each === part);
  if (band) return isInBand(kind, band);
  const measured = sql`${msColumn[kind]} is not null`;
  return part === 'measured' ? measured : sql`${measured} and x.priority = ${part}`;
}
