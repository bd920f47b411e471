import { noFacts, type FigureGroup, type GroupFacts } from '#contract/pages/figures.ts';
import { addDays, addMonthsKeepingDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import type { FigureSpan } from '#contract/rules/figures/period.ts';
import type { Ask, Counted } from './ask.ts';
import { availabilityPart } from './availability.ts';
import { costPart } from './cost.ts';
import { inDatePart } from './devices.ts';
import { failurePart, servicePart } from './failures.ts';
import { completionPart } from './jobs.ts';
import type { FigurePart, PartReader } from './kept-parts.ts';
import { roundPart } from './rounds.ts';
import { timePart, waitingPart } from './tickets.ts';
import { tolerancePart } from './tolerance.ts';

/** Gathers the facts of a group; `compare` adds facts for each value of the split. */
type Gather<T> = (parts: PartReader, ask: Ask, compare: boolean) => Promise<Counted<T>>;

/** How each group is gathered. */
export const gather: { [G in FigureGroup]: Gather<GroupFacts[G]> } = {
  completion: summed(completionPart),
  inDate: whole(inDatePart),
  availability: whole(availabilityPart),
  times: joined(noFacts().times, whole(timePart), whole(waitingPart)),
  failures: joined(noFacts().failures, whole(servicePart), summed(failurePart)),
  tolerance: summed(tolerancePart),
  cost: whole(costPart),
  rounds: summed(roundPart),
};

function whole<T extends object>(part: FigurePart<T>): Gather<T> {
  return (parts, ask, compare) => parts.read(part, ask, compare);
}

/** With more missing months than this, counting the whole period at once is faster. */
const maxMissing = 3;

/** Gathers counts that add up: those of a longer period are the sum over its months, if most of these are kept. */
function summed<T extends object>(part: FigurePart<T>): Gather<T> {
  return async (parts, ask, compare) => {
    const months = monthsOf(ask).map((span) => ({ ...ask, span }));
    const missing = months.filter((month) => !parts.kept(part, month, compare)).length;
    if (months.length === 1 || missing > maxMissing || parts.kept(part, ask, compare)) {
      return parts.read(part, ask, compare);
    }
    const counted: Counted<T>[] = [];
    for (const month of months) counted.push(await parts.read(part, month, compare));
    return counted.reduce(added);
  };
}

/** Splits a period into its calendar months; the one of today goes on to the period's end. */
function monthsOf({ span, today }: Ask): FigureSpan[] {
  const spans: FigureSpan[] = [];
  for (let from: LocalDay = span.from; from <= span.to;) {
    const end = addDays(addMonthsKeepingDay(`${from.slice(0, 7)}-01`, 1), -1);
    const to = end >= today || end > span.to ? span.to : end;
    spans.push({ from, to });
    from = addDays(to, 1);
  }
  return spans;
}

function added<T extends object>(a: Counted<T>, b: Counted<T>): Counted<T> {
  const byKey = new Map(a.byKey);
  for (const [key, facts] of b.byKey) {
    const known = byKey.get(key);
    byKey.set(key, known ? addedFacts(known, facts) : facts);
  }
  return { whole: addedFacts(a.whole, b.whole), byKey };
}

/** Adds up the numbers of two facts of the same form. */
function addedFacts<T extends object>(a: T, b: T): T {
  const other = b as Record<string, unknown>;
  // Every value of such facts is a number or holds some.
  return Object.fromEntries(
    Object.entries(a).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'number' ? value + Number(other[name]) : addedFacts(Object(value), Object(other[name])),
    ]),
  ) as T;
}

/** Gathers a group from two parts; a value of the split that a part lacks has its empty facts. */
function joined<A extends object, B extends object>(none: A & B, one: Gather<A>, other: Gather<B>): Gather<A & B> {
  return async (parts, ask, compare) => {
    const [a, b] = [await one(parts, ask, compare), await other(parts, ask, compare)];
    const keys = new Set([...a.byKey.keys(), ...b.byKey.keys()]);
    return {
      whole: { ...a.whole, ...b.whole },
      byKey: new Map([...keys].map((key) => [key, { ...none, ...a.byKey.get(key), ...b.byKey.get(key) }])),
    };
  };
}
