/** Returns a map with the values of some ids replaced; the same map if nothing changes. */
export function replaced<T>(
  known: ReadonlyMap<string, T>,
  ids: readonly string[],
  fresh: ReadonlyMap<string, T>,
): ReadonlyMap<string, T> {
  if (fresh.size === 0 && !ids.some((id) => known.has(id))) return known;
  const values = new Map(known);
  for (const id of ids) values.delete(id);
  for (const [id, value] of fresh) values.set(id, value);
  return values;
}
