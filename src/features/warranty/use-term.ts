import { useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { warrantyBody } from '#contract/calls/warranty.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { monthsOf, warrantyEnd } from '#contract/rules/warranty-end.ts';

type WarrantyInput = z.input<typeof warrantyBody>;

/** Returns the first and last day of the contract in the form, once start and duration are filled in. */
export function useTerm(): { start: LocalDay; end: LocalDay } | null {
  const [start, years, months] = useWatch<
    WarrantyInput,
    ['warrantyStartDate', 'warrantyDurationInYear', 'warrantyExtraMonths']
  >({ name: ['warrantyStartDate', 'warrantyDurationInYear', 'warrantyExtraMonths'] });
  const { warrantyStartDate, warrantyDurationInYear, warrantyExtraMonths } = warrantyBody.shape;
  const extra = warrantyExtraMonths.safeParse(months);
  const whole = warrantyDurationInYear.safeParse(years);
  const isComplete = warrantyStartDate.safeParse(start).success && whole.success && extra.success;
  const duration = isComplete ? monthsOf({ years: whole.data, months: extra.data ?? 0 }) : 0;
  return duration > 0 ? { start, end: warrantyEnd(start, duration) } : null;
}
