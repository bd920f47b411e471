import { sql, type SQL } from 'drizzle-orm';
import { failureClasses } from '#contract/records/values.ts';
import { countsAsFailure } from '#contract/rules/failure-class.ts';
import { type FailureFacts, repeatDays } from '#contract/rules/figures/failures.ts';
import { type ExcludedClass, excludedClasses, type FigureSet } from '#contract/rules/figures/figure.ts';
import { aggregate, type Ask, type Counted, msBetween } from './ask.ts';
import { serviceRows, serviceTimes } from './availability.ts';
import type { RowSource } from './rows.ts';
import { presentTicket, reportedTickets, ticketColumns } from './tickets.ts';

/** Matches another ticket (`o`) of the device with the same failure class, closed like this one. */
const sameFailure = sql`o.hospital_id = t.hospital_id and o.device_id = t.device_id and o.id <> t.id
  and o.closed_at is not null and o.failure_class is not distinct from t.failure_class`;
const soon = sql`make_interval(days => ${repeatDays}::int)`;
const isRepeat = sql`t.closed_at is not null and exists (
  select 1 from ticket o where ${sameFailure} and o.closed_at <= t.reported_at and o.closed_at > t.reported_at - ${soon})`;
const isRepeated = sql`exists (
  select 1 from ticket o where ${sameFailure} and o.reported_at >= t.closed_at and o.reported_at < t.closed_at + ${soon})`;

/**
 * True if a single stretch of work, without waiting for a part, closed the ticket: the rule of `ticketClock` in SQL.
 * Work begins at Arrived, or at Resumed after waiting, and ends when the ticket waits or is left pending; steps that
 * the clock ignores are left out.
 */
const isOneVisit = sql`not coalesce(t.waiting_ms, '{}') ? 'part' and (
  select count(*) filter (where s.works and not coalesce(s.worked, false)) = 1 and count(*) filter (where s.kind = 'left-pending') = 0
  from (
    select b.kind, b.works, lag(b.works) over (order by b.place) as worked
    from (
      select v.kind, v.kind in ('arrived', 'resumed') as works, row_number() over steps as place,
        bool_or(v.kind <> 'resumed') over steps as has_begun
      from work_event v
      where v.hospital_id = t.hospital_id and v.owner_kind = 'ticket' and v.owner_id = t.id
        and v.kind in ('arrived', 'waiting', 'resumed', 'left-pending') and v.at >= t.reported_at and v.at <= t.closed_at
        and (v.kind = 'left-pending' or v.at <= coalesce(t.restored_at, t.closed_at))
      window steps as (
        order by v.at, array_position(array['arrived', 'waiting', 'resumed', 'left-pending'], v.kind), v.id collate "C")
    ) b where b.has_begun
  ) s)`;

/**
 * Selects the tickets with what they show about the device; conditions that need other rows are evaluated only for
 * closed ones.
 */
function failedTickets(ask: Ask): SQL {
  const isVisited = sql`t.closed_at is not null and t.first_arrived_at is not null`;
  return reportedTickets(
    ask,
    sql`t.closed_at is not null as is_closed, ${isRepeat} as is_repeat, ${isVisited} as is_visited,
      case when ${isVisited} then not t.is_follow_up_required and ${isOneVisit} and not ${isRepeated} else false end as is_fixed`,
  );
}

const failing = failureClasses.filter((name) => countsAsFailure(name));
const isFailure = sql`(x.failure_class is null or x.failure_class = any(${sql.param(failing)}::text[]))`;
const isClass = (name: ExcludedClass): SQL => sql`x.failure_class = ${name}`;

/** Counts failures, repeat failures and first-visit fixes. */
export async function failureFacts(ask: Ask, compare: boolean): Promise<Counted<FailureFacts>> {
  const service = await aggregate<Pick<FailureFacts, 'devices' | 'serviceMs'>>(
    ask,
    serviceTimes(ask),
    sql`count(*)::int as devices, coalesce(sum(${msBetween(sql`x.from_at`, sql`x.to_at`)}), 0)::float8 as "serviceMs"`,
    compare,
  );
  const tickets = await aggregate<Record<string, number>>(
    ask,
    failedTickets(ask),
    sql`count(*) filter (where ${isFailure})::int as failures,
      count(*) filter (where x.failure_class is null)::int as "notStated",
      ${sql.join(
        excludedClasses.map((name) => sql`count(*) filter (where ${isClass(name)})::int as ${sql.raw(`"${name}"`)}`),
        sql`, `,
      )},
      count(*) filter (where x.is_closed)::int as closed, count(*) filter (where x.is_repeat)::int as repeats,
      count(*) filter (where x.is_visited)::int as visited, count(*) filter (where x.is_fixed)::int as "firstVisitFixes"`,
    compare,
  );
  const facts = (
    time: Pick<FailureFacts, 'devices' | 'serviceMs'> | undefined,
    counts: Record<string, number> = {},
  ): FailureFacts => {
    const count = (name: string): number => counts[name] ?? 0;
    return {
      devices: time?.devices ?? 0,
      serviceMs: time?.serviceMs ?? 0,
      failures: count('failures'),
      notStated: count('notStated'),
      excluded: {
        'use-error': count('use-error'),
        'could-not-reproduce': count('could-not-reproduce'),
        'no-fault': count('no-fault'),
      },
      closed: count('closed'),
      repeats: count('repeats'),
      visited: count('visited'),
      firstVisitFixes: count('firstVisitFixes'),
    };
  };
  const keys = new Set([...service.byKey.keys(), ...tickets.byKey.keys()]);
  return {
    whole: facts(service.whole, tickets.whole),
    byKey: new Map([...keys].map((key) => [key, facts(service.byKey.get(key), tickets.byKey.get(key))])),
  };
}

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
    relation: failedTickets(ask),
    where: conditions[set],
    order: sql`x.reported_at desc, x.id collate "C"`,
    columns: ticketColumns(sql`null`),
    present: presentTicket(set, ask.scope.facts.timeZone),
  };
}
