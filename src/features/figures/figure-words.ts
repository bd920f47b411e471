import { counted } from '#contract/rules/counted.ts';
import type { Figure, FigurePart } from '#contract/rules/figures/figure.ts';
import { valueWords } from '#contract/rules/figures/figure-words.ts';

/** Returns the word between the two numbers of a figure. */
export function relationWords({ unit, denominator }: Pick<Figure, 'unit' | 'denominator'>): string {
  if (unit === 'rate' || unit === 'days') return '÷';
  return unit === 'inr' && denominator?.unit === 'inr' ? '+' : 'of';
}

/** Says how many rows open behind an amount that is not a count: "3 devices". */
export function rowsWords({ set, rows, unit }: FigurePart): string {
  if (unit === 'count') return '';
  const isTicket = set.startsWith('waiting') || set.endsWith('.tickets');
  const noun = isTicket ? 'ticket' : set.endsWith('.contracts') ? 'contract' : 'device';
  return counted(rows, noun);
}

/** Says how a value compares with its target; null without a target. */
export function targetWords({ value, target, unit }: Pick<Figure, 'value' | 'target' | 'unit'>) {
  if (target === null) return null;
  const text = `Target ${valueWords(target, unit)}`;
  if (value === null) return { text, tone: 'neutral' as const };
  const isMet = value >= target;
  return { text: `${text}: ${isMet ? 'met' : 'not met'}`, tone: isMet ? ('ok' as const) : ('warn' as const) };
}
