import { sql, type SQL } from 'drizzle-orm';
import { buildJobRow, type JobRowFacts } from '#contract/pages/figure-rows.ts';
import {
  type CompletionFacts,
  creditedReasons,
  eventWindows,
  frequencyDays,
  longestEventDays,
  monthlyDays,
  percentWindow,
  unitDays,
} from '#contract/rules/figures/completion.ts';
import { noFacts } from '#contract/pages/figures.ts';
import type { FigureSet } from '#contract/rules/figures/figure.ts';
import type { CompletionWindow } from '#contract/rules/figures/settings.ts';
import { aggregate, type Ask, type Counted, dimOf, inServiceOn, momentsOf, ofValue } from './ask.ts';
import type { FigurePart } from './kept-parts.ts';
import { names, type RowSource } from './rows.ts';

/** The day on which a job counts: the day it was due, even if an attempt postponed it. */
const due = sql`coalesce(t.due_on, t.task_date)`;

/** Returns the days between two jobs of a frequency. */
function daysOf(frequency: SQL): SQL {
  const cases = Object.entries(frequencyDays).map(([name, days]) => sql`when ${name} then ${days}::int`);
  return sql`case ${frequency} ${sql.join(cases, sql` `)} end`;
}

/** The days between two jobs of a schedule (`s`). */
const scheduleDays = sql`floor(s.every * case s.unit ${sql.join(
  Object.entries(unitDays).map(([unit, days]) => sql`when ${unit} then ${days}::float8`),
  sql` `,
)} end)::int`;

/**
 * Returns the last day on which a job (`due`, `interval_days`) counts as done on time: `windowEnd` of the contract in
 * SQL.
 */
function windowEnd(window: CompletionWindow): SQL {
  return sql`case when j.window_days is not null then j.due + j.window_days else ${hospitalWindowEnd(window)} end`;
}

function hospitalWindowEnd(window: CompletionWindow): SQL {
  const monthEnd = sql`(date_trunc('month', j.due::timestamp) + interval '1 month' - interval '1 day')::date`;
  if (window === 'last-event') {
    const steps = eventWindows.map(
      ({ upToDays, days }) => sql`when j.interval_days <= ${upToDays}::int then j.due + ${days}::int`,
    );
    return sql`case when coalesce(j.interval_days, 0) <= ${monthlyDays}::int then ${monthEnd}
      ${sql.join(steps, sql` `)} else j.due + ${longestEventDays}::int end`;
  }
  if (window === 'percent') {
    return sql`case when j.interval_days is null then ${monthEnd}
      else j.due + least(${percentWindow.maxDays}::int, floor(${percentWindow.share}::numeric * j.interval_days)::int) end`;
  }
  return monthEnd;
}

/**
 * Selects the jobs due in the period, with their state. A job removed along with its retired device still counts as
 * due. The `offset 0` makes PostgreSQL compute the state once, no matter how many counts use it.
 */
function jobs(ask: Ask, day: SQL): SQL {
  const { from, to, today } = momentsOf(ask);
  return sql`
    select j.*, j.due <= ${today} as has_come, case
        when j.closed_on is not null then case when j.closed_on <= ${windowEnd(ask.settings.completionWindow)} then 'done' else 'late' end
        when j.attempted then 'attempted' else 'open' end as state
    from (
      select t.id, t.device_id, ${dimOf(ask)} as dim, t.type, ${due} as due, t.task_date, t.closed_on, t.moved_from,
        t.attempted_at is not null as attempted, t.attempt_reason, t.cancelled_at is not null and t.cancelled_at is distinct from i.retired_at as is_cancelled,
        case when t.source_kind = 'warranty' then (
            select ${daysOf(sql`w.pm_frequency`)} from warranty w
            where w.hospital_id = t.hospital_id and w.id = t.source_id)
          when t.source_kind = 'installation' and t.type = 'Cal' then ${daysOf(sql`i.calibration_frequency`)}
          else ${scheduleDays}
        end as interval_days, s.window_days
      from task t join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id
      left join schedule s on t.source_kind = 'schedule' and s.hospital_id = t.hospital_id and s.id = t.source_id
      where t.hospital_id = ${ask.scope.id} and ${day} between ${from} and ${to}
        and (t.removed_at is null or t.removed_at >= i.retired_at) and ${inServiceOn(ask, day)} ${ofValue(ask)}
    ) j offset 0`;
}

const dueJobs = (ask: Ask): SQL => jobs(ask, due);
/** Selects jobs that somebody moved; they count on the day that they were moved from. */
const movedJobs = (ask: Ask): SQL => jobs(ask, sql`t.moved_from`);

const isCounted = sql`not x.is_cancelled`;
const isExcused = sql`x.state = 'attempted' and x.attempt_reason in (${sql.join(
  creditedReasons.map((reason) => sql`${reason}`),
  sql`, `,
)})`;

/** Counts the jobs of the period by their state. */
export const completionPart: FigurePart<CompletionFacts> = {
  name: 'completion',
  settings: ['completionWindow'],
  reachOf: ({ span }) => [
    { source: 'register', ...span },
    { source: 'plan', ...span },
    { source: 'task', ...span },
  ],
  count: completionFacts,
};

async function completionFacts(ask: Ask, compare: boolean): Promise<Counted<CompletionFacts>> {
  const counted = await aggregate<Omit<CompletionFacts, 'moved'>>(
    ask,
    dueJobs(ask),
    sql`count(*) filter (where ${isCounted} and x.state = 'done')::int as done,
      count(*) filter (where ${isCounted} and x.state = 'late')::int as late,
      count(*) filter (where ${isCounted} and x.state = 'attempted')::int as attempted,
      count(*) filter (where ${isCounted} and x.state = 'open')::int as open,
      count(*) filter (where ${isCounted} and ${isExcused})::int as excused,
      json_build_object('due', count(*) filter (where ${isCounted} and x.has_come),
        'done', count(*) filter (where ${isCounted} and x.state = 'done' and x.has_come),
        'excused', count(*) filter (where ${isCounted} and ${isExcused} and x.has_come)) as "soFar",
      count(*) filter (where x.is_cancelled)::int as cancelled`,
    compare,
  );
  const moved = await aggregate<{ moved: number }>(
    ask,
    movedJobs(ask),
    sql`count(*) filter (where ${isCounted})::int as moved`,
    compare,
  );
  const keys = new Set([...counted.byKey.keys(), ...moved.byKey.keys()]);
  return {
    whole: { ...counted.whole, ...moved.whole },
    byKey: new Map(
      [...keys].map((key) => [key, { ...noFacts().completion, ...counted.byKey.get(key), ...moved.byKey.get(key) }]),
    ),
  };
}

const conditions = {
  'job.due': isCounted,
  'job.done': sql`${isCounted} and x.state = 'done'`,
  'job.late': sql`${isCounted} and x.state = 'late'`,
  'job.attempted': sql`${isCounted} and x.state = 'attempted'`,
  'job.open': sql`${isCounted} and x.state = 'open'`,
  'job.credited': sql`${isCounted} and (x.state = 'done' or ${isExcused})`,
  'job.moved': isCounted,
  'job.cancelled': sql`x.is_cancelled`,
  'job.due-so-far': sql`${isCounted} and x.has_come`,
  'job.done-so-far': sql`${isCounted} and x.has_come and x.state = 'done'`,
  'job.credited-so-far': sql`${isCounted} and x.has_come and (x.state = 'done' or ${isExcused})`,
} as const satisfies Partial<Record<FigureSet, SQL>>;

/** Lists the jobs behind a number. */
export function jobRows(ask: Ask, set: keyof typeof conditions): RowSource {
  return {
    relation: set === 'job.moved' ? movedJobs(ask) : dueJobs(ask),
    where: conditions[set],
    order: sql`x.due, x.id collate "C"`,
    columns: sql`x.id, x.type, x.due, x.interval_days as "intervalDays", x.window_days as "windowDays", x.closed_on as "closedOn", x.attempted,
        x.attempt_reason as "attemptReason", x.task_date as "taskDate", x.moved_from as "movedFrom",
        x.is_cancelled as "isCancelled", ${names}`,
    present: (job: JobRowFacts) => buildJobRow(job, ask.settings.completionWindow),
  };
}
