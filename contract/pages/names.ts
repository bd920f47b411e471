import { inNaturalOrder } from '../rules/natural-order.ts';

/** Orders records by name in natural order (Ward 9 before Ward 10), equal names by id. */
export function byName(a: { name: string; id: string }, b: { name: string; id: string }): number {
  return inNaturalOrder(a.name, b.name) || (a.id < b.id ? -1 : Number(a.id > b.id));
}
