import { counted } from '#contract/rules/counted.ts';
import { chartRangeDays, chartSpan, type ChartQuestion, type ChartSpan } from '#contract/pages/round-chart.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { daysBetween, type LocalDay } from '#contract/rules/hospital-day.ts';

/** Ranges of the chart; the first is the usual one. Source: docs/product.md P45. */
export const chartRanges = [
  { value: 'last7days', label: 'Last 7 days' },
  { value: 'last30days', label: 'Last 30 days' },
  { value: 'last90days', label: 'Last 90 days' },
] as const satisfies readonly { value: keyof typeof chartRangeDays; label: string }[];

/** The range whose first and last day the user gives. */
export const customRange = { value: 'custom', label: 'Custom dates' } as const;

/** The days of a chart and their name. */
export interface ChartDays extends ChartSpan {
  words: string;
}

/** The chart in the URL: `?range=custom&fromDate=2026-10-01&toDate=2026-10-31`, with `series=all` the devices that worked, too. */
export type AskedRange = Required<{ [F in keyof ChartQuestion]: string }> & { series: string };

/** A day of the chart without its year. */
export function dayLabel(day: LocalDay): string {
  return formatShortDay(day).replace(/ \d{4}$/, '');
}

/** The requested days, or the sentence that says why there are none. */
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
