import { addDays, addMonthsKeepingDay, type LocalDay } from './hospital-day.ts';

const monthsPerYear = 12;

/**
 * Returns the last day covered by a warranty: its start plus the duration, minus one day.
 * A start on 29 Feb counts its years to 28 Feb of a common year, as monthly steps do.
 * Source: docs/product.md P40.
 */
export function warrantyEnd(start: LocalDay, years: number): LocalDay {
  return addDays(addMonthsKeepingDay(start, Math.round(years * monthsPerYear)), -1);
}
