import { useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { warrantyBody } from '#contract/calls/warranty.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { warrantyEnd } from '#contract/rules/warranty-end.ts';

type WarrantyInput = z.input<typeof warrantyBody>;

/** The first and the last day of the contract in the form, once start and duration are known. */
export function useTerm(): { start: LocalDay; end: LocalDay } | null {
  const [start, years] = useWatch<WarrantyInput, ['warrantyStartDate', 'warrantyDurationInYear']>({
    name: ['warrantyStartDate', 'warrantyDurationInYear'],
  });
  const { warrantyStartDate, warrantyDurationInYear } = warrantyBody.shape;
  if (!warrantyStartDate.safeParse(start).success || !warrantyDurationInYear.safeParse(years).success) return null;
  return { start, end: warrantyEnd(start, years) };
}
