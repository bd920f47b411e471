import { addDays, addMonthsKeepingDay, type LocalDay } from './hospital-day.ts';

const monthsPerYear = 12;

/** Duration of a warranty or contract in years and further months. */
export interface YearsAndMonths {
  years: number;
  months: number;
}

/** Returns a duration in months. */
export const monthsOf = ({ years, months }: YearsAndMonths): number => years * monthsPerYear + months;

/** Returns a number of months as years and months, as in forms and the API. */
export const yearsAndMonths = (months: number): YearsAndMonths => ({
  years: Math.floor(months / monthsPerYear),
  months: months % monthsPerYear,
});

/**
 * Returns the last day covered by a warranty: its start plus its months, minus one day.
 * From a start on 29 Feb, a year ends on 28 Feb of a common year, as with steps of months.
 * Source: docs/product.md P40.
 */
export function warrantyEnd(start: LocalDay, months: number): LocalDay {
  return addDays(addMonthsKeepingDay(start, months), -1);
}
