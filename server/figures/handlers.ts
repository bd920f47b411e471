import { sql, type SQL } from 'drizzle-orm';
import type { FigureSplit, FiguresPage } from '#contract/calls/figures.ts';
import { buildSummary } from '#contract/pages/dashboard.ts';
import {
  buildFigureDetail,
  buildFigures,
  buildTrends,
  type DetailFacts,
  type FigureFrame,
  type FigureGroup,
  type GroupFacts,
  groupOf,
} from '#contract/pages/figures.ts';
import { chartSpans, spanBefore } from '#contract/rules/figures/period.ts';
import type { FigureSet } from '#contract/rules/figures/figure.ts';
import type { CallContext, Handlers } from '../context.ts';
import { summaryFacts } from '../dashboard/facts.ts';
import type { HospitalScope } from '../db/scope.ts';
import { invalidField } from '../problem.ts';
import { type Ask, noneKey, readAsk } from './ask.ts';
import { availabilityRows } from './availability.ts';
import { costRows } from './cost.ts';
import { deviceRows } from './devices.ts';
import { failureRows } from './failures.ts';
import { gather } from './groups.ts';
import { jobRows } from './jobs.ts';
import { openParts, type PartReader } from './kept-parts.ts';
import { roundRows } from './rounds.ts';
import { readRowsPage, type RowSource } from './rows.ts';
import { figureSettingsHandlers } from './settings.ts';
import { isTimeSet, timeRows } from './tickets.ts';
import { toleranceRows } from './tolerance.ts';

/** Serves the figures of the caller's hospital, and the rows behind them. */
export const figureHandlers = {
  ...figureSettingsHandlers,

  figures: async ({ hospital, query, now, services }) => {
    const ask = await readAsk(hospital, query, now);
    const frame = await frameOf(ask);
    const facts = await factsOf(await openParts(services.kept.figureParts, ask), ask);
    const { totalEquipment, averageUptimePercentage } = buildSummary(
      await summaryFacts(await services.figures.read(hospital, now), { now, timeZone: hospital.facts.timeZone }),
    );
    const uptime = { value: totalEquipment > 0 ? averageUptimePercentage : null, devices: totalEquipment };
    return buildFigures(facts, uptime, frame);
  },

  figureTrends: async ({ hospital, query, now, services }) => {
    const ask = await readAsk(hospital, query, now);
    const frame = await frameOf(ask);
    const parts = await openParts(services.kept.figureParts, ask);
    const at = async (span: Ask['span']) => ({ span, facts: await factsOf(parts, { ...ask, span }) });
    const span = spanBefore(query.period, ask.span);
    const months: Awaited<ReturnType<typeof at>>[] = [];
    for (const month of chartSpans(ask.span, ask.today, ask.firstDay)) months.push(await at(month));
    const known = months.find((month) => month.span.from === span.from && month.span.to === span.to);
    return buildTrends(span.to < ask.firstDay ? null : (known ?? (await at(span))), months, frame);
  },

  figureDetail: (context) => {
    const group = groupOf(context.query.figure);
    return detailOf(context, group, gather[group]);
  },

  figureRows: async ({ hospital, query, now }) => {
    const ask = await readAsk(hospital, query, now);
    await frameOf(ask);
    return readRowsPage(ask, await rowsOf(ask, query.set), query);
  },
} satisfies Handlers<
  'figures' | 'figureTrends' | 'figureDetail' | 'figureRows' | 'figureSettings' | 'updateFigureSettings'
>;

/** Gathers all groups of facts, one after the other, so that a request takes only one connection. */
async function factsOf(parts: PartReader, ask: Ask): Promise<GroupFacts> {
  const wholeOf = async <G extends FigureGroup>(group: G): Promise<GroupFacts[G]> =>
    (await gather[group](parts, ask, false)).whole;
  return {
    completion: await wholeOf('completion'),
    inDate: await wholeOf('inDate'),
    availability: await wholeOf('availability'),
    times: await wholeOf('times'),
    failures: await wholeOf('failures'),
    tolerance: await wholeOf('tolerance'),
    cost: await wholeOf('cost'),
    rounds: await wholeOf('rounds'),
  };
}

type DetailContext = Pick<CallContext<'figureDetail'>, 'hospital' | 'query' | 'now' | 'services'>;

async function detailOf<G extends FigureGroup>(
  { hospital, query, now, services }: DetailContext,
  group: G,
  gatherGroup: (typeof gather)[G],
) {
  const ask = await readAsk(hospital, query, now);
  const frame = await frameOf(ask);
  const parts = await openParts(services.kept.figureParts, ask);
  const compare = ask.split !== null && ask.value === null;
  const { whole, byKey } = await gatherGroup(parts, ask, compare);
  const months: { span: Ask['span']; facts: GroupFacts[G] }[] = [];
  for (const span of chartSpans(ask.span, ask.today, ask.firstDay)) {
    months.push({ span, facts: (await gatherGroup(parts, { ...ask, span }, false)).whole });
  }
  const names = compare && ask.split !== null ? await namesOf(hospital, ask.split, [...byKey.keys()]) : new Map();
  const splits = [...byKey]
    .map(([key, facts]) => ({ key, label: names.get(key) ?? key, facts }))
    .toSorted((a, b) => Number(a.key === noneKey) - Number(b.key === noneKey) || a.label.localeCompare(b.label));
  const facts: DetailFacts<G> = { whole, months, splits };
  return buildFigureDetail(query.figure, group, facts, frame);
}

async function frameOf(ask: Ask): Promise<FigureFrame> {
  const { span, today, firstDay, settings, split, value } = ask;
  return { span, today, firstDay, settings, narrowed: await readNarrowed(ask.scope, split, value) };
}

const splitWords = {
  department: 'department',
  type: 'equipment',
  model: 'equipment model',
  vendor: 'vendor',
  risk: 'risk',
} as const satisfies Record<FigureSplit, string>;
const tables: Record<Exclude<FigureSplit, 'risk'>, SQL> = {
  department: sql`department`,
  type: sql`equipment`,
  model: sql`equipment_model`,
  vendor: sql`vendor`,
};

/** Reads the names for the keys of a split. */
async function namesOf(
  scope: HospitalScope,
  split: FigureSplit,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (split === 'risk') return new Map(['Critical', 'Non-Critical'].map((name) => [name, name]));
  const rows = await scope.rows<{ id: string; name: string }>(sql`
    select id, name from ${tables[split]} where hospital_id = ${scope.id} and id = any(${sql.param(keys)}::text[])`);
  return new Map([[noneKey, `No ${splitWords[split]}`], ...rows.map(({ id, name }) => [id, name] as const)]);
}

/**
 * Reads the one value that the question asks for. Throws: ApiError `input.invalid` if the hospital has no such value.
 */
async function readNarrowed(
  scope: HospitalScope,
  split: FigureSplit | null,
  value: string | null,
): Promise<FiguresPage['narrowed']> {
  if (split === null || value === null) return null;
  const label = (await namesOf(scope, split, [value])).get(value);
  if (label === undefined) throw invalidField('value', `This hospital has no such ${splitWords[split]}.`);
  return { split, value, label };
}

function rowsOf(ask: Ask, set: FigureSet): RowSource | Promise<RowSource> {
  if (isTimeSet(set)) return timeRows(ask, set);
  switch (set) {
    case 'job.due':
    case 'job.done':
    case 'job.late':
    case 'job.attempted':
    case 'job.open':
    case 'job.credited':
    case 'job.moved':
    case 'job.cancelled':
    case 'job.due-so-far':
    case 'job.done-so-far':
    case 'job.credited-so-far':
      return jobRows(ask, set);
    case 'device.in-service':
    case 'device.scheduled':
    case 'device.in-date':
    case 'device.overdue':
    case 'device.not-located':
    case 'device.without-schedule':
      return deviceRows(ask, set);
    case 'availability.covered':
    case 'availability.down':
    case 'availability.restricted':
      return availabilityRows(ask, set);
    case 'tolerance.measured':
    case 'tolerance.found':
    case 'tolerance.adjusted':
    case 'tolerance.left':
      return toleranceRows(ask, set);
    case 'cost.tickets':
    case 'cost.contracts':
    case 'cost.devices':
    case 'cost-ratio.spent':
    case 'cost-ratio.tickets':
    case 'cost-ratio.contracts':
    case 'cost-ratio.devices':
      return costRows(ask, set);
    case 'round.due':
    case 'round.done':
    case 'round.missed':
    case 'entry.all':
    case 'entry.not-seen':
    case 'entry.in-use':
    case 'entry.not-located':
    case 'entry.moved':
    case 'entry.other':
    case 'finding.all':
    case 'finding.ticket':
    case 'finding.without':
      return roundRows(ask, set);
    default:
      return failureRows(ask, set);
  }
}
