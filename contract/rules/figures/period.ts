import { formatShortDay } from '../dates-format.ts';
import { addDays, addMonthsKeepingDay, daysBetween, isLocalDay, type LocalDay } from '../hospital-day.ts';

/** The lengths of a figure's period. */
export const figurePeriods = ['month', 'quarter', 'year', 'custom'] as const;

/** The length of a figure's period. */
export type FigurePeriod = (typeof figurePeriods)[number];

/** Days of the hospital, first and last included. */
export interface FigureSpan {
  from: LocalDay;
  to: LocalDay;
}

/**
 * The requested period: `at` is `2026-11`, `2026-Q4` or `2026`; without it the current one. Custom days are `from` and
 * `to`.
 */
export interface PeriodQuestion {
  period?: FigurePeriod | undefined;
  at?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Why the requested period is invalid, at the field that is wrong. */
export interface PeriodFault {
  field: 'at' | 'from' | 'to';
  sentence: string;
}

/** Longest custom period. Units: days. */
const maxPeriodDays = 1096;

/** Returns whether `figureSpan` returned a fault. */
export function isFault(span: FigureSpan | PeriodFault): span is PeriodFault {
  return 'sentence' in span;
}

/** Returns the period of this length that contains a day: `2026-11`, `2026-Q4`, `2026`. */
export function periodAt(period: Exclude<FigurePeriod, 'custom'>, day: LocalDay): string {
  const [year = '', month = ''] = day.split('-');
  if (period === 'year') return year;
  return period === 'month' ? `${year}-${month}` : `${year}-Q${Math.ceil(Number(month) / 3)}`;
}

/**
 * Returns the days of the requested period, or a sentence that says why it is invalid. `firstDay` is the first day of
 * the hospital's record.
 */
export function figureSpan(question: PeriodQuestion, today: LocalDay, firstDay: LocalDay): FigureSpan | PeriodFault {
  const span = question.period === 'custom' ? customSpan(question) : namedSpan(question, today);
  if (isFault(span)) return span;
  const isCustom = question.period === 'custom';
  if (span.from > today) {
    return { field: isCustom ? 'from' : 'at', sentence: 'This period has not begun yet.' };
  }
  if (span.to < firstDay) {
    const sentence = `The record of this hospital begins on ${formatShortDay(firstDay)}: there are no figures before it.`;
    return { field: isCustom ? 'to' : 'at', sentence };
  }
  return span;
}

function customSpan({ from = '', to = '' }: PeriodQuestion): FigureSpan | PeriodFault {
  if (!isLocalDay(from)) return { field: 'from', sentence: 'Please enter the first day.' };
  if (!isLocalDay(to)) return { field: 'to', sentence: 'Please enter the last day.' };
  if (to < from) return { field: 'to', sentence: 'The last day must not be before the first day.' };
  if (daysBetween(from, to) >= maxPeriodDays) {
    return { field: 'to', sentence: `A period has at most ${maxPeriodDays.toLocaleString('en-IN')} days.` };
  }
  return { from, to };
}

const spellings = {
  month: { pattern: /^\d{4}-(?:0[1-9]|1[0-2])$/, sentence: 'Please enter a month such as 2026-11.' },
  quarter: { pattern: /^\d{4}-Q[1-4]$/, sentence: 'Please enter a quarter such as 2026-Q4.' },
  year: { pattern: /^\d{4}$/, sentence: 'Please enter a year such as 2026.' },
} as const;

function namedSpan({ period = 'month', at }: PeriodQuestion, today: LocalDay): FigureSpan | PeriodFault {
  const length = period === 'custom' ? 'month' : period;
  const name = at === undefined || at === '' ? periodAt(length, today) : at;
  const { pattern, sentence } = spellings[length];
  // The range of years that can be typed.
  if (!pattern.test(name) || name < '1950' || name >= '2101') return { field: 'at', sentence };
  const year = name.slice(0, 4);
  if (length === 'year') return { from: `${year}-01-01`, to: `${year}-12-31` };
  const month = length === 'month' ? name.slice(5) : String(Number(name.slice(6)) * 3 - 2).padStart(2, '0');
  const from = `${year}-${month}-01`;
  return { from, to: addDays(addMonthsKeepingDay(from, length === 'month' ? 1 : 3), -1) };
}

const monthsOf = { month: 1, quarter: 3, year: 12 } as const;

/** Returns the period one step earlier or later; custom periods move by their number of days. */
export function nextPeriod(period: Exclude<FigurePeriod, 'custom'>, span: FigureSpan, steps: 1 | -1): string {
  return periodAt(period, addMonthsKeepingDay(span.from, steps * monthsOf[period]));
}

/** Returns the period before one, of the same length; of custom days the same number of days. */
export function spanBefore(period: FigurePeriod, { from, to }: FigureSpan): FigureSpan {
  const before =
    period === 'custom' ? addDays(from, -daysBetween(from, to) - 1) : addMonthsKeepingDay(from, -monthsOf[period]);
  return { from: before, to: addDays(from, -1) };
}

/** Number of months in a chart. */
const chartMonths = 12;

/**
 * Returns the months of a chart: up to the one in which the period or today ends, and none before the hospital's
 * record.
 */
export function chartSpans({ to }: FigureSpan, today: LocalDay, firstDay: LocalDay): FigureSpan[] {
  const last = `${(to < today ? to : today).slice(0, 7)}-01`;
  return Array.from({ length: chartMonths }, (_month, place) => {
    const from = addMonthsKeepingDay(last, place - chartMonths + 1);
    return { from, to: addDays(addMonthsKeepingDay(from, 1), -1) };
  }).filter((month) => month.to >= firstDay);
}

/** Returns the day whose state a figure shows: the last one of the period, or today while it is running. */
export function stateDay({ to }: FigureSpan, today: LocalDay): LocalDay {
  return to < today ? to : today;
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** Formats a period: "November 2026", "October to December 2026", "2026", "3 Nov 2026 to 9 Nov 2026". */
export function periodWords({ from, to }: FigureSpan): string {
  const [year, first] = [from.slice(0, 4), Number(from.slice(5, 7))];
  const length = [1, 3, 12].find(
    (count) => from.endsWith('-01') && to === addDays(addMonthsKeepingDay(from, count), -1),
  );
  if (length === 1) return `${months[first - 1] ?? ''} ${year}`;
  if (length === 3 && first % 3 === 1) return `${months[first - 1] ?? ''} to ${months[first + 1] ?? ''} ${year}`;
  if (length === 12 && first === 1) return year;
  return from === to ? formatShortDay(from) : `${formatShortDay(from)} to ${formatShortDay(to)}`;
}
