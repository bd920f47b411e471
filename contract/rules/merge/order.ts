/**
 * Inserts into `sequence` the items that only `other` has, each after its predecessor in `other`, so that it keeps its
 * place if the rest was moved.
 */
export function withPlaces<T>(sequence: readonly T[], other: readonly T[]): T[] {
  const placed = [...sequence];
  const known = new Set(sequence);
  let before: T | undefined;
  for (const [at, item] of other.entries()) {
    if (!known.has(item)) placed.splice(at === 0 || before === undefined ? 0 : placed.indexOf(before) + 1, 0, item);
    before = item;
  }
  return placed;
}
