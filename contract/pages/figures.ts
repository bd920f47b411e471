import type { FigureDetail, FiguresPage, FigureTrends } from '../calls/figures.ts';
import type { LocalDay } from '../rules/hospital-day.ts';
import { type AvailabilityFacts, availabilityFigures } from '../rules/figures/availability.ts';
import { type CompletionFacts, completionFigures } from '../rules/figures/completion.ts';
import { type CostFacts, costFigures, nothingSpent } from '../rules/figures/cost.ts';
import { type FailureFacts, failureFigures } from '../rules/figures/failures.ts';
import type { Figure, FigureId, FigureSet } from '../rules/figures/figure.ts';
import { type InDateFacts, inDateFigures } from '../rules/figures/in-date.ts';
import { type FigureSpan, periodWords, stateDay } from '../rules/figures/period.ts';
import { type RoundFacts, roundFigures } from '../rules/figures/rounds.ts';
import { defaultFigureSettings, type FigureSettings } from '../rules/figures/settings.ts';
import { type TicketTimeFacts, timeFigures } from '../rules/figures/times.ts';
import { type ToleranceFacts, toleranceFigures } from '../rules/figures/tolerance.ts';
import { priorities } from '../records/values.ts';
import { waitingReasons } from '../records/work-event.ts';
import { excludedClasses, timeBands, timeKinds } from '../rules/figures/figure.ts';

/** The facts that the groups of figures are computed from. */
export interface GroupFacts {
  completion: CompletionFacts;
  inDate: InDateFacts;
  availability: AvailabilityFacts;
  times: TicketTimeFacts;
  failures: FailureFacts;
  tolerance: ToleranceFacts;
  cost: CostFacts;
  rounds: RoundFacts;
}

/** A group of figures, whose facts are gathered together. */
export type FigureGroup = keyof GroupFacts;

interface GroupSpec {
  title: string;
  ids: readonly FigureId[];
}

/** The groups, in order of display. */
export const figureGroups = {
  completion: { title: 'Planned work', ids: ['completion', 'credit'] },
  inDate: { title: 'Devices and their schedules', ids: ['in-date', 'not-located', 'without-schedule'] },
  availability: { title: 'Availability', ids: ['availability'] },
  times: { title: 'Repair times', ids: ['response', 'hands-on', 'turnaround', 'waiting'] },
  failures: { title: 'Failures', ids: ['failures', 'mtbf', 'repeat', 'first-visit'] },
  tolerance: { title: 'Tests', ids: ['out-of-tolerance'] },
  cost: { title: 'Cost', ids: ['cost', 'cost-ratio'] },
  rounds: { title: 'Rounds', ids: ['rounds', 'not-seen', 'findings'] },
} as const satisfies Record<FigureGroup, GroupSpec>;

/** The groups by name. */
export const figureGroupNames = Object.keys(figureGroups) as FigureGroup[];

/** Returns the group of a figure. */
export function groupOf(id: FigureId): FigureGroup {
  const found = figureGroupNames.find((name) => (figureGroups[name].ids as readonly FigureId[]).includes(id));
  if (!found) throw new RangeError(`No group has the figure ${id}`);
  return found;
}

/** The time and time zone of a figures page. */
export interface FigureFrame {
  span: FigureSpan;
  today: LocalDay;
  firstDay: LocalDay;
  settings: FigureSettings;
  narrowed: FiguresPage['narrowed'];
}

const builders: { [G in FigureGroup]: (facts: GroupFacts[G], frame: FigureFrame) => Figure[] } = {
  completion: (facts, { settings, span, today }) => completionFigures(facts, settings, span.to > today),
  inDate: (facts, { span, today, settings }) => inDateFigures(facts, stateDay(span, today), settings),
  availability: (facts, { settings }) => availabilityFigures(facts, settings),
  times: (facts) => timeFigures(facts),
  failures: (facts) => failureFigures(facts),
  tolerance: (facts) => toleranceFigures(facts),
  cost: (facts) => costFigures(facts),
  rounds: (facts, { settings }) => roundFigures(facts, settings),
};

/** The figures of one group. */
export function buildGroup<G extends FigureGroup>(group: G, facts: GroupFacts[G], frame: FigureFrame): Figure[] {
  return builders[group](facts, frame);
}

/** Builds the page of all figures. Source: docs/product.md P88. */
export function buildFigures(facts: GroupFacts, uptime: FiguresPage['uptime'], frame: FigureFrame): FiguresPage {
  return {
    ...frameOf(frame),
    groups: figureGroupNames.map((name) => ({
      title: figureGroups[name].title,
      figures: buildGroup(name, facts[name], frame),
    })),
    uptime,
  };
}

/** Returns the value that a figure shows first: of a running period, what was due so far. */
const shownValue = ({ value, soFar }: Figure): number | null => (soFar ?? { value }).value;

/** All figures of a span. */
interface SpanFacts {
  span: FigureSpan;
  facts: GroupFacts;
}

/**
 * Builds the months of all figures, with the period before; null if the record begins after it. Source: docs/product.md
 * P293.
 */
export function buildTrends(before: SpanFacts | null, months: readonly SpanFacts[], frame: FigureFrame): FigureTrends {
  const valuesOf = ({ span, facts }: SpanFacts) =>
    new Map(
      figureGroupNames.flatMap((name) =>
        buildGroup(name, facts[name], { ...frame, span }).map((each) => [each.id, shownValue(each)] as const),
      ),
    );
  const earlier = before && valuesOf(before);
  const byMonth = months.map((each) => ({ month: each.span.from.slice(0, 7), values: valuesOf(each) }));
  return {
    before: before && periodWords(before.span),
    figures: figureGroupNames
      .flatMap((name): readonly FigureId[] => figureGroups[name].ids)
      .map((id) => ({
        id,
        before: earlier?.get(id) ?? null,
        months: byMonth.map(({ month, values }) => ({ month, value: values.get(id) ?? null })),
      })),
  };
}

/** A figure with its months and the values of a split. */
export interface DetailFacts<G extends FigureGroup> {
  whole: GroupFacts[G];
  months: readonly { span: FigureSpan; facts: GroupFacts[G] }[];
  splits: readonly { key: string; label: string; facts: GroupFacts[G] }[];
}

/** Builds the page of one figure. */
export function buildFigureDetail<G extends FigureGroup>(
  id: FigureId,
  group: G,
  facts: DetailFacts<G>,
  frame: FigureFrame,
): FigureDetail {
  const pick = (of: GroupFacts[G], at: FigureFrame): Figure => {
    const found = buildGroup(group, of, at).find((figure) => figure.id === id);
    if (!found) throw new RangeError(`The group ${group} has no figure ${id}`);
    return found;
  };
  const compared = ({ value, numerator, denominator }: Figure) => ({ value, numerator, denominator });
  return {
    ...frameOf(frame),
    figure: pick(facts.whole, frame),
    months: facts.months.map((month) => {
      const found = pick(month.facts, { ...frame, span: month.span });
      return {
        month: month.span.from.slice(0, 7),
        label: `${periodWords(month.span)}${found.soFar ? ', whole month' : ''}`,
        ...compared(found),
      };
    }),
    splits: facts.splits.map((each) => ({ key: each.key, label: each.label, ...compared(pick(each.facts, frame)) })),
  };
}

function frameOf({ span, today, firstDay, narrowed }: FigureFrame): Pick<FiguresPage, 'period' | 'narrowed'> {
  return { period: { ...span, words: periodWords(span), isRunning: span.to >= today, firstDay }, narrowed };
}

const keyed = <K extends string, V>(keys: readonly K[], value: (key: K) => V) =>
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>;
const noSpread = () => ({ rows: 0, medianMs: null, p90Ms: null });

/** An empty group, for values of a split that have no rows. */
export function noFacts(): GroupFacts {
  return {
    completion: {
      done: 0,
      late: 0,
      attempted: 0,
      open: 0,
      excused: 0,
      soFar: { due: 0, done: 0, excused: 0 },
      moved: 0,
      cancelled: 0,
    },
    inDate: { inService: 0, scheduled: 0, overdue: 0, notLocated: 0 },
    availability: { devices: 0, coveredMs: 0, downDevices: 0, downMs: 0, restrictedDevices: 0, restrictedMs: 0 },
    times: {
      reported: 0,
      times: keyed(timeKinds, () => ({
        ...noSpread(),
        bands: keyed(timeBands, () => 0),
        byPriority: keyed(priorities, noSpread),
      })),
      waitingNow: 0,
      waitingRows: 0,
      waiting: keyed(waitingReasons, () => ({ rows: 0, ms: 0 })),
    },
    failures: {
      devices: 0,
      serviceMs: 0,
      failures: 0,
      notStated: 0,
      excluded: keyed(excludedClasses, () => 0),
      closed: 0,
      repeats: 0,
      visited: 0,
      firstVisitFixes: 0,
    },
    tolerance: { measured: 0, found: 0, left: 0 },
    cost: { spent: nothingSpent, year: nothingSpent, price: 0, pricedDevices: 0 },
    rounds: {
      due: 0,
      done: 0,
      entries: 0,
      notSeen: { 'In use': 0, 'Not located': 0, Moved: 0, Other: 0 },
      findings: 0,
      becameTickets: 0,
    },
  };
}

/** The title of a set of rows under a figure; known without asking the server. */
export function setLabel(id: FigureId, set: FigureSet): { figure: string; part: string } {
  const group = groupOf(id);
  const facts = noFacts();
  // Parts that are listed only if there are any.
  facts.completion = { ...facts.completion, moved: 1, cancelled: 1 };
  const day = '2000-01-01';
  const frame = {
    span: { from: day, to: day },
    today: day,
    firstDay: day,
    settings: defaultFigureSettings,
    narrowed: null,
  };
  const figure = buildGroup(group, facts[group], frame).find((each) => each.id === id);
  const parts = [...(figure?.parts ?? []), figure?.numerator, figure?.denominator, ...(figure?.lines ?? [])];
  return { figure: figure?.title ?? '', part: parts.find((part) => part?.set === set)?.label ?? 'rows' };
}
