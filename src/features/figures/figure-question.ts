import { useSearchParams } from 'react-router-dom';
import { type FigureQuestion, type FigureSplit, figureSplits } from '#contract/calls/figures.ts';
import {
  type FigurePeriod,
  figurePeriods,
  figureSpan,
  isFault,
  type PeriodFault,
} from '#contract/rules/figures/period.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { fieldErrors } from '#ui/engine/engine.ts';
import { withQuery } from '#ui/paths.ts';

/** Which figures to show, as the address encodes it: `?period=quarter&at=2026-Q4&split=risk&value=Critical`. */
export type AskedFigures = FigureQuestion & { split?: FigureSplit | undefined };

export const splitLabels = {
  department: 'Department',
  type: 'Equipment type',
  model: 'Equipment model',
  vendor: 'Vendor',
  risk: 'Risk',
} as const satisfies Record<FigureSplit, string>;

/** Parses the question in an address; unknown values are ignored. */
function questionOf(params: URLSearchParams): AskedFigures {
  const given = (name: string) => params.get(name) ?? undefined;
  const period: FigurePeriod = figurePeriods.find((each) => each === params.get('period')) ?? 'month';
  const split = figureSplits.find((each) => each === params.get('split'));
  const isCustom = period === 'custom';
  return {
    period,
    at: isCustom ? undefined : given('at'),
    from: isCustom ? given('from') : undefined,
    to: isCustom ? given('to') : undefined,
    split,
    value: split === undefined ? undefined : given('value'),
  };
}

/** Returns the question in the address, and a function that changes it there. */
export function useFigureQuestion(): {
  question: AskedFigures;
  ask: (changes: Partial<AskedFigures>) => void;
} {
  const [params, setParams] = useSearchParams();
  const ask = (changes: Partial<AskedFigures>) =>
    setParams(
      (current) => {
        current.delete('page');
        for (const [name, value] of Object.entries(changes)) {
          if (value) current.set(name, value);
          else current.delete(name);
        }
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  return { question: questionOf(params), ask };
}

/** Builds a link to the same question on another screen, with changes. */
export function linkOf(
  path: string,
  { period, at, from, to, split, value }: AskedFigures,
  changes: Record<string, string | undefined> = {},
): string {
  return withQuery(path, { period: period === 'month' ? undefined : period, at, from, to, split, value, ...changes });
}

/** Returns why a period has no figures, as far as the tablet knows it or as the server answered. */
export function periodFault(
  question: AskedFigures,
  today: LocalDay,
  firstDay: LocalDay,
  error: Error | null,
): PeriodFault | null {
  const span = figureSpan(question, today, firstDay);
  if (isFault(span)) return span;
  const refused = fieldErrors(error);
  const field = (['at', 'from', 'to'] as const).find((name) => refused[name]?.[0] !== undefined);
  return field === undefined ? null : { field, sentence: refused[field]?.[0] ?? '' };
}
