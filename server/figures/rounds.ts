import { sql, type SQL } from 'drizzle-orm';
import { buildEntryRow, buildRoundRow, type EntryRowFacts, type RoundRowFacts } from '#contract/pages/figure-rows.ts';
import { type FigureSet, type NotSeenReason, notSeenKeys } from '#contract/rules/figures/figure.ts';
import type { RoundFacts } from '#contract/rules/figures/rounds.ts';
import { aggregate, type Ask, type Counted, dimOf, isDevice, momentsOf, ofValue } from './ask.ts';
import { names, type RowSource } from './rows.ts';

/**
 * Selects the days on which each template was due, with their first round. A template has no type, model, vendor or
 * risk.
 */
function templateDays(ask: Ask): SQL {
  const { from, to, today, zone } = momentsOf(ask);
  const dim = ask.split === 'department' ? sql`coalesce(t.department_id, 'none')` : sql`null::text`;
  const ofTemplate = sql`r.hospital_id = t.hospital_id and r.template_id = t.id`;
  return sql`
    select t.id as template_id, t.name as template_name, t.department_id, d.day::date as day, ${dim} as dim,
      (select r.id from round r where ${ofTemplate} and r.on_day = d.day::date order by r.submitted_at, r.id limit 1) as round_id,
      null::text as device_id
    from round_template t
    cross join lateral (
      select least((t.created_at at time zone ${zone})::date, (select min(r.on_day) from round r where ${ofTemplate})) as first
    ) f
    cross join lateral generate_series(
      greatest(${from}, f.first)::timestamp,
      least(${to}, ${today}, (t.retired_at at time zone ${zone})::date - 1)::timestamp, interval '1 day') d(day)
    where t.hospital_id = ${ask.scope.id} ${ask.value === null ? sql`` : sql`and ${dim} = ${ask.value}`}`;
}

/**
 * Joins the entries (`n`) of rounds (`r`), and the devices that were working and whose details are no longer kept.
 * Source: docs/product.md P284.
 */
const withEntries = sql`cross join lateral (
  select device_id, round_id, hospital_id, on_day, status, description, not_seen_reason from round_entry n
  where n.hospital_id = r.hospital_id and n.round_id = r.id
  union all
  select plain, r.id, r.hospital_id, r.on_day, 'Operational', '', null from unnest(r.plain_devices) plain
) n`;

/** Selects the round entries of the period; `exceptions` leaves out devices that work. */
function entries(ask: Ask, exceptions: boolean): SQL {
  const { from, to, zone } = momentsOf(ask);
  // Entries of the period are found through their rounds, exceptions by their day.
  const where = exceptions
    ? sql`from round_entry n where n.hospital_id = ${ask.scope.id} and n.status <> 'Operational' and n.on_day between ${from} and ${to}`
    : sql`from round r ${withEntries}
        where r.hospital_id = ${ask.scope.id} and r.on_day between ${from} and ${to}`;
  return sql`
    select n.*, ${dimOf(ask)} as dim,
      n.status in ('Not Working', 'Needs Attention') as is_finding,
      n.status in ('Not Working', 'Needs Attention') and exists (
        select 1 from ticket t
        where t.hospital_id = n.hospital_id and t.device_id = n.device_id
          and t.reported_at >= n.on_day::timestamp at time zone ${zone}
          and t.reported_at < (n.on_day + 1)::timestamp at time zone ${zone}) as has_ticket
    from (select n.* ${where}) n
    join installation i on i.hospital_id = n.hospital_id and i.id = n.device_id and ${isDevice} ${ofValue(ask)}`;
}

const reasonOf = sql`coalesce(x.not_seen_reason, 'Other')`;
const reasons = Object.keys(notSeenKeys) as NotSeenReason[];
const isNotSeen = sql`x.status = 'Not Seen'`;

/** Counts the entries. Without a split it uses the count stored with each round, minus devices that do not count. */
function countEntries(ask: Ask, compare: boolean): Promise<Counted<{ entries: number }>> {
  const { from, to } = momentsOf(ask);
  if (!compare && ask.value === null) {
    return aggregate(
      ask,
      sql`select operational + needs_attention + not_working + not_seen as entries from round
        where hospital_id = ${ask.scope.id} and on_day between ${from} and ${to}
        union all
        select -count(*)::int from installation i
        join round_entry n on n.hospital_id = i.hospital_id and n.device_id = i.id
        where i.hospital_id = ${ask.scope.id} and not (${isDevice}) and n.on_day between ${from} and ${to}
        union all
        select -count(*)::int from round r cross join unnest(r.plain_devices) plain
        join installation i on i.hospital_id = r.hospital_id and i.id = plain
        where r.hospital_id = ${ask.scope.id} and not (${isDevice}) and r.on_day between ${from} and ${to}`,
      sql`coalesce(sum(x.entries), 0)::int as entries`,
      false,
    );
  }
  return aggregate(
    ask,
    sql`select ${dimOf(ask)} as dim from round r ${withEntries}
      join installation i on i.hospital_id = n.hospital_id and i.id = n.device_id
      where r.hospital_id = ${ask.scope.id} and r.on_day between ${from} and ${to} and ${isDevice} ${ofValue(ask)}`,
    sql`count(*)::int as entries`,
    compare,
  );
}

/** Counts rounds, devices not seen, and findings. */
export async function roundFacts(ask: Ask, compare: boolean): Promise<Counted<RoundFacts>> {
  const days = await aggregate<Pick<RoundFacts, 'due' | 'done'>>(
    ask,
    templateDays(ask),
    sql`count(*)::int as due, count(x.round_id)::int as done`,
    compare,
  );
  const all = await countEntries(ask, compare);
  const found = await aggregate<Record<string, number>>(
    ask,
    entries(ask, true),
    sql`${sql.join(
      reasons.map(
        (reason) =>
          sql`count(*) filter (where ${isNotSeen} and ${reasonOf} = ${reason})::int as ${sql.raw(`"${reason}"`)}`,
      ),
      sql`, `,
    )},
      count(*) filter (where x.is_finding)::int as findings, count(*) filter (where x.has_ticket)::int as "becameTickets"`,
    compare,
  );
  const facts = (
    rounds: Pick<RoundFacts, 'due' | 'done'> = { due: 0, done: 0 },
    counted: { entries: number } = { entries: 0 },
    counts: Record<string, number> = {},
  ): RoundFacts => {
    const count = (name: string): number => counts[name] ?? 0;
    return {
      ...rounds,
      ...counted,
      notSeen: {
        'In use': count('In use'),
        'Not located': count('Not located'),
        Moved: count('Moved'),
        Other: count('Other'),
      },
      findings: count('findings'),
      becameTickets: count('becameTickets'),
    };
  };
  const keys = new Set([...days.byKey.keys(), ...all.byKey.keys(), ...found.byKey.keys()]);
  return {
    whole: facts(days.whole, all.whole, found.whole),
    byKey: new Map([...keys].map((key) => [key, facts(days.byKey.get(key), all.byKey.get(key), found.byKey.get(key))])),
  };
}

type RoundSet = Extract<FigureSet, `round.${string}` | `entry.${string}` | `finding.${string}`>;

const conditions: Record<RoundSet, SQL> = {
  'round.due': sql`true`,
  'round.done': sql`x.round_id is not null`,
  'round.missed': sql`x.round_id is null`,
  'entry.all': sql`true`,
  'entry.not-seen': isNotSeen,
  'entry.in-use': sql`${isNotSeen} and ${reasonOf} = 'In use'`,
  'entry.not-located': sql`${isNotSeen} and ${reasonOf} = 'Not located'`,
  'entry.moved': sql`${isNotSeen} and ${reasonOf} = 'Moved'`,
  'entry.other': sql`${isNotSeen} and ${reasonOf} = 'Other'`,
  'finding.all': sql`x.is_finding`,
  'finding.ticket': sql`x.has_ticket`,
  'finding.without': sql`x.is_finding and not x.has_ticket`,
};

/** Lists the days of templates, or the entries, behind a number. */
export function roundRows(ask: Ask, set: RoundSet): RowSource {
  if (set.startsWith('round.')) {
    return {
      relation: templateDays(ask),
      where: conditions[set],
      order: sql`x.day desc, x.template_id collate "C"`,
      columns: sql`x.template_id as "templateId", x.template_name as name, x.day, x.round_id as "roundId",
          coalesce((select q.name from department q where q.hospital_id = ${ask.scope.id} and q.id = x.department_id), '') as department`,
      present: (round: RoundRowFacts) => buildRoundRow(round),
    };
  }
  return {
    relation: entries(ask, set !== 'entry.all'),
    where: conditions[set],
    order: sql`x.on_day desc, x.round_id collate "C", x.device_id collate "C"`,
    columns: sql`x.round_id as "roundId", x.device_id as id, x.on_day as day, x.status,
        x.not_seen_reason as reason, x.description, ${names}`,
    present: (entry: EntryRowFacts) => buildEntryRow(entry),
  };
}
