import { addDays, addMonthsKeepingDay, type LocalDay } from './hospital-day.ts';

const monthsPerYear = 12;

/** How long a warranty or contract lasts: whole years, and months beside them. */
export interface YearsAndMonths {
  years: number;
  months: number;
}

/** A duration in months. */
export const monthsOf = ({ years, months }: YearsAndMonths): number => years * monthsPerYear + months;

/** A duration of so many months as forms and the API say it. */
export const yearsAndMonths = (months: number): YearsAndMonths => ({
  years: Math.floor(months / monthsPerYear),
  months: months % monthsPerYear,
});

/**
 * Returns the last day covered by a warranty: its start plus so many months, minus one day.
 * A start on 29 Feb counts its years to 28 Feb of a common year, as monthly steps do.
 * Source: docs/product.md P40.
 */
export function warrantyEnd(start: LocalDay, months: number): LocalDay {
  return addDays(addMonthsKeepingDay(start, months), -1);
}
