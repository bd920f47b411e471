import type { WarrantyCover } from '../records/plan.ts';
import type { LocalDay } from './hospital-day.ts';

/** Returns whether an agreement counts as cover; pay per call does not. */
const isCover = ({ kind }: WarrantyCover): boolean => kind !== 'Per call';

/** Returns whether a warranty is in force on a day. Source: docs/product.md P38. */
export function isCovered(warranties: readonly WarrantyCover[], day: LocalDay): boolean {
  return warranties.some((each) => isCover(each) && each.start <= day && day <= each.end);
}

/** Returns the cover that ends last, or null. */
export function lastCover(warranties: readonly WarrantyCover[]): WarrantyCover | null {
  return warranties
    .filter(isCover)
    .reduce<WarrantyCover | null>((last, each) => (last && last.end >= each.end ? last : each), null);
}
