import type { roundReadCalls } from '../calls/round/read.ts';
import type { AnswerOf } from '../define.ts';
import { addDays, daysBetween, isLocalDay, type LocalDay } from '../rules/hospital-day.ts';

/** The chart of the daily rounds: counts of round entries by day, the oldest first. */
export type RoundChart = AnswerOf<(typeof roundReadCalls)['roundChart']>;

/** Ranges of the chart that end today, by their number of days; the first is the usual one. */
export const chartRangeDays = { last7days: 7, last30days: 30, last90days: 90 } as const;

/** Maximum range of a chart. Units: days. */
const maxChartDays = 366;
/** Length of a custom range that has only an end. Units: days. */
const usualDays = 7;

/** Days of a chart, both included. */
export interface ChartSpan {
  from: LocalDay;
  to: LocalDay;
}

/** The query for the chart; missing or empty custom dates mean the last 7 days. */
export interface ChartQuestion {
  range: string;
  fromDate?: string | undefined;
  toDate?: string | undefined;
}

/** Returns the requested days, or an error message if they are invalid; an unknown range means the default one. */
export function chartSpan({ range, fromDate, toDate }: ChartQuestion, today: LocalDay): ChartSpan | string {
  if (range !== 'custom') {
    const days = Object.entries(chartRangeDays).find(([name]) => name === range)?.[1] ?? chartRangeDays.last7days;
    return { from: addDays(today, 1 - days), to: today };
  }
  const to = toDate || today;
  const from = fromDate || (isLocalDay(to) ? addDays(to, 1 - usualDays) : '');
  if (!isLocalDay(from) || !isLocalDay(to)) return 'Please enter a valid date.';
  const days = daysBetween(from, to) + 1;
  if (days < 1) return 'The first day must not be after the last day.';
  return days > maxChartDays ? `At most ${maxChartDays} days can be shown.` : { from, to };
}

/** Entries of rounds of a day: of one round, or of all of them. */
export interface ChartCounts {
  on: LocalDay;
  operational: number;
  needsAttention: number;
  notWorking: number;
}

/** Sums the rounds by day; days without a round count as zero. Source: docs/product.md P4, Daily Rounds Summary. */
export function buildRoundChart(rounds: Iterable<ChartCounts>, { from, to }: ChartSpan): RoundChart {
  const points: RoundChart = Array.from({ length: daysBetween(from, to) + 1 }, (_day, index) => {
    return { label: addDays(from, index), operational: 0, needsAttention: 0, notWorking: 0 };
  });
  const byDay = new Map(points.map((point) => [point.label, point]));
  for (const { on, operational, needsAttention, notWorking } of rounds) {
    const point = byDay.get(on);
    if (!point) continue;
    point.operational += operational;
    point.needsAttention += needsAttention;
    point.notWorking += notWorking;
  }
  return points;
}
