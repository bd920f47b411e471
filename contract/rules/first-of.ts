/** Returns the first items in an order without sorting all of them. */
export function firstOf<T>(items: Iterable<T>, count: number, order: (a: T, b: T) => number): T[] {
  const first: T[] = [];
  if (count === 0) return first;
  for (const item of items) {
    const last = first.at(-1);
    if (first.length >= count && last !== undefined && order(item, last) >= 0) continue;
    first.push(item);
    first.sort(order);
    if (first.length > count) first.pop();
  }
  return first;
}
