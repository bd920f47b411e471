import { counted } from '#contract/rules/counted.ts';
import { chartRangeDays, chartSpan, type ChartQuestion, type ChartSpan } from '#contract/pages/round-chart.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { daysBetween, type LocalDay } from '#contract/rules/hospital-day.ts';

/** The chart's ranges; the first is the default. Source: docs/product.md P45. */
export const chartRanges = [
  { value: 'last7days', label: 'Last 7 days' },
  { value: 'last30days', label: 'Last 30 days' },
  { value: 'last90days', label: 'Last 90 days' },
] as const satisfies readonly { value: keyof typeof chartRangeDays; label: string }[];

/**
 * Height of the chart, as a class: low, because the whole dashboard has to fit on a tablet. Source: docs/product.md
 * P292.
 */
export const chartHeight = 'h-40';

/** The range with a first and last day chosen by the user. */
export const customRange = { value: 'custom', label: 'Custom dates' } as const;

/** A chart's days and their name. */
export interface ChartDays extends ChartSpan {
  words: string;
}

/**
 * The chart as the URL describes it: `?range=custom&fromDate=2026-10-01&toDate=2026-10-31`; `series=all` adds the
 * working devices.
 */
export type AskedRange = Required<{ [F in keyof ChartQuestion]: string }> & { series: string };

/** Formats a day of the chart without its year. */
export function dayLabel(day: LocalDay): string {
  return formatShortDay(day).replace(/ \d{4}$/, '');
}

/** Returns the requested days, or a sentence that says why they are invalid. */
export function daysOfRange(asked: Omit<AskedRange, 'series'>, today: LocalDay): ChartDays | string {
  const span = chartSpan(asked, today);
  if (typeof span === 'string') return span;
  const { label } = chartRanges.find(({ value }) => value === asked.range) ?? chartRanges[0];
  const words =
    asked.range === customRange.value
      ? counted(daysBetween(span.from, span.to) + 1, 'day')
      : `the ${label.toLowerCase()}`;
  return { ...span, words };
}
