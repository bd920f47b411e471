import { sql, type SQL } from 'drizzle-orm';
import { failureClasses } from '#contract/records/values.ts';
import { countsAsFailure } from '#contract/rules/failure-class.ts';
import { type FailureFacts, repeatDays } from '#contract/rules/figures/failures.ts';
import { type ExcludedClass, excludedClasses, type FigureSet } from '#contract/rules/figures/figure.ts';
import { addDays, type LocalDay } from '#contract/rules/hospital-day.ts';
import { aggregate, type Ask, momentsOf, msBetween } from './ask.ts';
import { serviceRows, serviceTimes } from './availability.ts';
import { type FigurePart, isOver } from './kept-parts.ts';
import type { Reach } from '../kept-counts/figure-marks.ts';
import type { RowSource } from './rows.ts';
import { isReported, presentTicket, reportedTickets, ticketColumns } from './tickets.ts';

const soon = sql`make_interval(days => ${repeatDays}::int)`;
const isRepeat = sql`(o.closed_at <= t.reported_at and o.closed_at > t.reported_at - ${soon})`;
const isRepeated = sql`(o.reported_at >= t.closed_at and o.reported_at < t.closed_at + ${soon})`;

/**
 * Selects the closed tickets of the period for which another closed ticket of the device has the same failure class and
 * was closed soon before, or reported soon after. A subquery for each ticket would take three times as long in a year.
 */
const repeats = (ask: Ask): SQL => sql`
  select t.id, bool_or(${isRepeat}) as is_repeat, bool_or(${isRepeated}) as is_repeated
  from ticket t join ticket o on o.hospital_id = t.hospital_id and o.device_id = t.device_id and o.id <> t.id
    and o.closed_at is not null and coalesce(o.failure_class, '') = coalesce(t.failure_class, '')
  where ${isReported(ask)} and t.closed_at is not null and (${isRepeat} or ${isRepeated})
  group by t.id`;

/**
 * Selects the closed tickets of the period with their steps in the order of time, one letter each: the rule of
 * `ticketClock` in SQL. Steps that the clock ignores are left out. They are grouped by the bytes of the id, since the
 * order of a language takes longer.
 */
const courses = (ask: Ask): SQL => sql`
  select v.owner_id collate "C" as id,
    string_agg(case v.kind when 'arrived' then 'a' when 'waiting' then 'w' when 'resumed' then 'r' else 'p' end, ''
      order by v.at, array_position(array['arrived', 'waiting', 'resumed', 'left-pending'], v.kind), v.id collate "C") as course
  from ticket t join work_event v on v.hospital_id = t.hospital_id and v.owner_kind = 'ticket' and v.owner_id = t.id
    and v.kind in ('arrived', 'waiting', 'resumed', 'left-pending') and v.at >= t.reported_at and v.at <= t.closed_at
    and (v.kind = 'left-pending' or v.at <= coalesce(t.restored_at, t.closed_at))
  where ${isReported(ask)} and t.closed_at is not null
  group by v.owner_id collate "C"`;

/**
 * True if a single stretch of work, without waiting for a part, closed the ticket. Work begins at Arrived, or at
 * Resumed after waiting, and ends when the ticket waits. A ticket that was left pending took more than one visit, and
 * Resumed before all other steps begins nothing.
 */
const isOneVisit = sql`not coalesce(t.waiting_ms, '{}') ? 'part' and coalesce(ltrim(c.course, 'r') ~ '^w*[ar]+w*$', false)`;

/**
 * Selects columns of the tickets, and what they show about the device. PostgreSQL underestimates the rows of `repeats`
 * and `courses`, and might compare each ticket with each of them in a nested loop, which a full join rules out. The rows
 * that the join adds have no ticket; they belong to devices that do not count.
 */
function failedTickets(ask: Ask, columns: SQL): SQL {
  const isVisited = sql`(t.closed_at is not null and t.first_arrived_at is not null)`;
  const tickets = reportedTickets(
    ask,
    sql`${columns}, t.closed_at is not null as is_closed, coalesce(o.is_repeat, false) as is_repeat, ${isVisited} as is_visited,
      ${isVisited} and not t.is_follow_up_required and not coalesce(o.is_repeated, false) and ${isOneVisit} as is_fixed`,
    sql`full join (${repeats(ask)}) o on o.id = t.id full join (${courses(ask)}) c on c.id = t.id`,
  );
  return sql`select x.* from (${tickets}) x where x.id is not null`;
}

const failing = failureClasses.filter((name) => countsAsFailure(name));
const isFailure = sql`(x.failure_class is null or x.failure_class = any(${sql.param(failing)}::text[]))`;
const isClass = (name: ExcludedClass): SQL => sql`x.failure_class = ${name}`;

/** The time in service of the devices. */
type ServiceFacts = Pick<FailureFacts, 'devices' | 'serviceMs'>;

/** What the tickets show. */
type TicketFacts = Omit<FailureFacts, keyof ServiceFacts>;

/** Counts the devices in service and their time. */
export const servicePart: FigurePart<ServiceFacts> = {
  name: 'service',
  settings: [],
  reachOf: (ask) => (isOver(ask) ? [{ source: 'register', ...ask.span }] : null),
  count: (ask, compare) =>
    aggregate(
      ask,
      serviceTimes(ask),
      sql`count(*)::int as devices, coalesce(sum(${msBetween(sql`x.from_at`, sql`x.to_at`)}), 0)::float8 as "serviceMs"`,
      compare,
    ),
};

/** Counts failures, repeat failures and first-visit fixes. */
export const failurePart: FigurePart<TicketFacts> = {
  name: 'failures',
  settings: [],
  reachOf: failureReach,
  count: (ask, compare) =>
    aggregate(
      ask,
      failedTickets(ask, sql`t.id, t.dim, t.failure_class`),
      sql`count(*) filter (where ${isFailure})::int as failures,
        count(*) filter (where x.failure_class is null)::int as "notStated",
        json_build_object(${sql.join(
          excludedClasses.map((name) => sql`${sql.raw(`'${name}'`)}, count(*) filter (where ${isClass(name)})`),
          sql`, `,
        )}) as excluded,
        count(*) filter (where x.is_closed)::int as closed, count(*) filter (where x.is_repeat)::int as repeats,
        count(*) filter (where x.is_visited)::int as visited, count(*) filter (where x.is_fixed)::int as "firstVisitFixes"`,
      compare,
    ),
};

/**
 * Returns the days whose tickets and steps decide what the tickets of the period show: a repeat is reported up to
 * `repeatDays` after one of them was closed, or closed that long before one was reported.
 */
async function failureReach(ask: Ask): Promise<Reach[]> {
  const { from, to } = ask.span;
  const { zone } = momentsOf(ask);
  const [closed] = await ask.scope.rows<{ first: LocalDay | null; last: LocalDay | null }>(sql`
    select (min(t.closed_at) at time zone ${zone})::date::text as first, (max(t.closed_at) at time zone ${zone})::date::text as last
    from ticket t where ${isReported(ask)}`);
  const first = least(from, closed?.first ?? from);
  const last = greatest(to, closed?.last ?? to);
  return [
    { source: 'register', from, to },
    { source: 'ticket', from: first, to: addDays(last, repeatDays + 1) },
    { source: 'closed', from: addDays(from, -repeatDays - 1), to },
    { source: 'step', from: first, to: last },
  ];
}

const least = (a: LocalDay, b: LocalDay): LocalDay => (a < b ? a : b);
const greatest = (a: LocalDay, b: LocalDay): LocalDay => (a > b ? a : b);

const conditions = {
  'failure.counted': isFailure,
  'failure.not-stated': sql`x.failure_class is null`,
  'failure.use-error': isClass('use-error'),
  'failure.could-not-reproduce': isClass('could-not-reproduce'),
  'failure.no-fault': isClass('no-fault'),
  'repeat.repeats': sql`x.is_repeat`,
  'repeat.closed': sql`x.is_closed`,
  'first-visit.fixed': sql`x.is_fixed`,
  'first-visit.closed': sql`x.is_visited`,
  'first-visit.unknown': sql`x.is_closed and not x.is_visited`,
} as const satisfies Partial<Record<FigureSet, SQL>>;

/** Lists the tickets or devices behind a number. */
export function failureRows(ask: Ask, set: keyof typeof conditions | 'failure.devices'): RowSource {
  if (set === 'failure.devices') return serviceRows(ask);
  return {
    relation: failedTickets(ask, sql`t.*`),
    where: conditions[set],
    order: sql`x.reported_at desc, x.id collate "C"`,
    columns: ticketColumns(sql`null`),
    present: presentTicket(set, ask.scope.facts.timeZone),
  };
}
