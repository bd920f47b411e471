import { type FigureSpan, stateDay } from '#contract/rules/figures/period.ts';
import type { FigureSettings } from '#contract/rules/figures/settings.ts';
import { type FigureMarks, type Reach, readMarks } from '../kept-counts/figure-marks.ts';
import type { KeptPart, PartMemory } from '../kept-counts/part-memory.ts';
import type { Ask, Counted } from './ask.ts';

/** A part of the facts of a group, which is counted and kept as a whole. */
export interface FigurePart<T extends object> {
  /** Names it among the kept parts. */
  name: string;
  count(ask: Ask, compare: boolean): Promise<Counted<T>>;
  /** Returns what the facts depend on besides the question and the settings; null if they change with the time of day. */
  reachOf(ask: Ask): Promise<readonly Reach[] | null> | readonly Reach[] | null;
  /** The settings that it depends on. */
  settings: readonly (keyof FigureSettings)[];
}

/** Counts parts, or returns kept ones. */
export interface PartReader {
  /** Returns a kept part if it is current. */
  kept<T extends object>(part: FigurePart<T>, ask: Ask, compare: boolean): Counted<T> | undefined;
  /** Returns the part as it is now. */
  read<T extends object>(part: FigurePart<T>, ask: Ask, compare: boolean): Promise<Counted<T>>;
}

/**
 * Opens the kept parts for a request. Promises: a kept part equals the one that would be counted now. A part is kept if
 * the marks of what it depends on weigh the same before and after it was counted, and served while they weigh that:
 * a change adds its marks in its own transaction, and what one reading has seen no later one misses. Source:
 * docs/decisions/574-kept-figures.md
 */
export async function openParts(memory: PartMemory, { scope }: Pick<Ask, 'scope'>): Promise<PartReader> {
  let marks: FigureMarks = await readMarks(scope);
  const current = (key: string): KeptPart | undefined => {
    const known = memory.get(key);
    return known?.weight === marks.weightOf(known?.reach ?? []) ? known : undefined;
  };
  return {
    // The key names the part, which has only facts of this type.
    kept: <T extends object>(part: FigurePart<T>, ask: Ask, compare: boolean) =>
      current(keyOf(part, ask, compare))?.counted as Counted<T> | undefined,
    read: async <T extends object>(part: FigurePart<T>, ask: Ask, compare: boolean) => {
      const key = keyOf(part, ask, compare);
      const known = current(key);
      if (known) return known.counted as Counted<T>;
      const before = marks;
      const reach = await part.reachOf(ask);
      const counted = await part.count(ask, compare);
      if (reach === null) return counted;
      marks = await readMarks(scope);
      const weight = marks.weightOf(reach);
      if (weight === before.weightOf(reach)) memory.put(key, { reach, weight, counted });
      return counted;
    },
  };
}

/** Returns whether a period had ended before today. */
export const isOver = ({ span, today }: Pick<Ask, 'span' | 'today'>): boolean => span.to < today;

/** Names everything that the facts depend on besides the hospital's rows. */
function keyOf<T extends object>({ name, settings }: FigurePart<T>, ask: Ask, compare: boolean): string {
  const { scope, span, today, firstDay, split, value } = ask;
  return JSON.stringify([
    scope.id,
    scope.facts.timeZone,
    name,
    compare,
    span.from,
    span.to,
    recordStart(span, firstDay),
    // Facts of a period that is over do not depend on the day on which they are counted.
    isOver(ask),
    stateDay(span, today),
    split,
    value,
    settings.map((field) => ask.settings[field]),
  ]);
}

const recordStart = ({ from }: FigureSpan, firstDay: string): string => (from > firstDay ? from : firstDay);
