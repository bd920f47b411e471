import { addDays, daysBetween, isLocalDay, type LocalDay } from '#contract/rules/hospital-day.ts';

/** Ranges of the chart; the first is the usual one. Source: document 1, sections 7 and 9. */
export const chartRanges = [
  { value: 'last7days', label: 'Last 7 days', days: 7 },
  { value: 'last30days', label: 'Last 30 days', days: 30 },
  { value: 'last90days', label: 'Last 90 days', days: 90 },
] as const;

/** The range whose first and last day the user gives. */
export const customRange = { value: 'custom', label: 'Custom dates' } as const;

/** Longest range of a chart; the server refuses more as well. Units: days. */
const longestDays = 366;

/** The days of a chart, both included, and how they are called. */
export interface ChartDays {
  from: LocalDay;
  to: LocalDay;
  words: string;
}

/** What the URL says of the chart: `?range=custom&fromDate=2026-10-01&toDate=2026-10-31`. */
export interface AskedRange {
  range: string;
  fromDate: string;
  toDate: string;
}

/** The days that are asked for, or the sentence that says why there are none. */
export function daysOfRange({ range, fromDate, toDate }: AskedRange, today: LocalDay): ChartDays | string {
  if (range !== customRange.value) {
    const chosen = chartRanges.find(({ value }) => value === range) ?? chartRanges[0];
    return { from: addDays(today, 1 - chosen.days), to: today, words: `the ${chosen.label.toLowerCase()}` };
  }
  const to = toDate === '' ? today : toDate;
  const from = fromDate === '' && isLocalDay(to) ? addDays(to, -6) : fromDate;
  if (!isLocalDay(from) || !isLocalDay(to)) return 'Please enter a valid date.';
  const days = daysBetween(from, to) + 1;
  if (days < 1) return 'The first day must not be after the last day.';
  return days > longestDays ? `At most ${longestDays} days can be shown.` : { from, to, words: `${days} days` };
}
