import type { LocalDay } from './hospital-day.ts';

/** A warranty of a device, both days included. */
export interface WarrantyCover {
  number: string;
  start: LocalDay;
  end: LocalDay;
}

/** Returns whether a warranty is in force on a day. Source: docs/product.md P38. */
export function isCovered(warranties: readonly WarrantyCover[], day: LocalDay): boolean {
  return warranties.some(({ start, end }) => start <= day && day <= end);
}

/** The warranty that ends last; null without one. */
export function lastCover(warranties: readonly WarrantyCover[]): WarrantyCover | null {
  return warranties.reduce<WarrantyCover | null>((last, each) => (last && last.end >= each.end ? last : each), null);
}
