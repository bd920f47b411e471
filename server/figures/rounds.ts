import { sql, type SQL } from 'drizzle-orm';
import { buildEntryRow, buildRoundRow, type EntryRowFacts, type RoundRowFacts } from '#contract/pages/figure-rows.ts';
import { type FigureSet, type NotSeenReason, notSeenKeys } from '#contract/rules/figures/figure.ts';
import type { RoundFacts } from '#contract/rules/figures/rounds.ts';
import { aggregate, type Ask, type Counted, dimOf, isDevice, momentsOf, ofValue } from './ask.ts';
import type { FigurePart } from './kept-parts.ts';
import { names, type RowSource } from './rows.ts';
import { isReported } from './tickets.ts';

/** Selects the templates (`t`) with the first and the last day of the period on which each was due. */
function dueTemplates(ask: Ask): SQL {
  const { from, to, today, zone } = momentsOf(ask);
  return sql`
    select t.hospital_id, t.id, t.name, t.department_id,
      greatest(${from}, least((t.created_at at time zone ${zone})::date, (
        select min(r.on_day) from round r where r.hospital_id = t.hospital_id and r.template_id = t.id))) as first,
      least(${to}, ${today}, (t.retired_at at time zone ${zone})::date - 1) as last
    from round_template t where t.hospital_id = ${ask.scope.id} ${ofTemplate(ask)}`;
}

/** Returns the value of the split for a template (`t`), which has no type, model, vendor or risk. */
const templateDim = ({ split }: Ask): SQL =>
  split === 'department' ? sql`coalesce(t.department_id, 'none')` : sql`null::text`;
const ofTemplate = (ask: Ask): SQL => (ask.value === null ? sql`` : sql`and ${templateDim(ask)} = ${ask.value}`);

/** Selects for each template the number of days on which it was due, and how many of them had a round. */
function templateCounts(ask: Ask): SQL {
  return sql`
    select ${templateDim(ask)} as dim, t.last - t.first + 1 as due, (
        select count(distinct r.on_day) from round r
        where r.hospital_id = t.hospital_id and r.template_id = t.id and r.on_day between t.first and t.last) as done
    from (${dueTemplates(ask)}) t where t.first <= t.last`;
}

/** Selects the days on which each template was due, with their first round. */
function templateDays(ask: Ask): SQL {
  return sql`
    select t.id as template_id, t.name as template_name, t.department_id, d.day::date as day, (
        select r.id from round r where r.hospital_id = t.hospital_id and r.template_id = t.id and r.on_day = d.day::date
        order by r.submitted_at, r.id limit 1) as round_id, null::text as device_id
    from (${dueTemplates(ask)}) t
    cross join lateral generate_series(t.first::timestamp, t.last::timestamp, interval '1 day') d(day)`;
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

/** Selects all round entries of the period, found through their rounds. */
const allEntries = (ask: Ask, { from, to } = momentsOf(ask)): SQL => sql`
  select n.*, null::boolean as is_reported from round r ${withEntries}
  where r.hospital_id = ${ask.scope.id} and r.on_day between ${from} and ${to}`;

/**
 * Selects the round entries of devices that do not work or were not seen, and whether a ticket was reported on that day.
 * A full join, for the reason given at `failedTickets`: the rows that it adds, tickets without an entry, have no device
 * and are dropped by `entries`.
 */
const exceptionEntries = (ask: Ask, { from, to, zone } = momentsOf(ask)): SQL => sql`
  select n.*, k.device_id is not null as is_reported
  from (
    select n.* from round_entry n
    where n.hospital_id = ${ask.scope.id} and n.status <> 'Operational' and n.on_day between ${from} and ${to}
  ) n
  full join (
    select distinct t.device_id, (t.reported_at at time zone ${zone})::date as day from ticket t where ${isReported(ask)}
  ) k on k.device_id = n.device_id and k.day = n.on_day
  offset 0`;

/** Selects round entries of the period with their device. */
function entries(ask: Ask, selected: SQL): SQL {
  return sql`
    select n.*, ${dimOf(ask)} as dim,
      n.status in ('Not Working', 'Needs Attention') as is_finding,
      n.status in ('Not Working', 'Needs Attention') and n.is_reported as has_ticket
    from (${selected}) n
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
export const roundPart: FigurePart<RoundFacts> = {
  name: 'rounds',
  settings: [],
  reachOf: ({ span }) => [
    { source: 'register', ...span },
    { source: 'round', ...span },
    { source: 'ticket', ...span },
  ],
  count: roundFacts,
};

async function roundFacts(ask: Ask, compare: boolean): Promise<Counted<RoundFacts>> {
  const days = await aggregate<Pick<RoundFacts, 'due' | 'done'>>(
    ask,
    templateCounts(ask),
    sql`coalesce(sum(x.due), 0)::int as due, coalesce(sum(x.done), 0)::int as done`,
    compare,
  );
  const all = await countEntries(ask, compare);
  const found = await aggregate<Record<string, number>>(
    ask,
    entries(ask, exceptionEntries(ask)),
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

/** Lists the rows behind a number: the days on which templates were due, or round entries. */
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
    relation: entries(ask, set === 'entry.all' ? allEntries(ask) : exceptionEntries(ask)),
    where: conditions[set],
    order: sql`x.on_day desc, x.round_id collate "C", x.device_id collate "C"`,
    columns: sql`x.round_id as "roundId", x.device_id as id, x.on_day as day, x.status,
        x.not_seen_reason as reason, x.description, ${names}`,
    present: (entry: EntryRowFacts) => buildEntryRow(entry),
  };
}
