const names = new Intl.Collator('en', { numeric: true });

/** Orders records by name in natural order (Ward 9 before Ward 10), equal names by id. */
export function byName(a: { name: string; id: string }, b: { name: string; id: string }): number {
  return names.compare(a.name, b.name) || (a.id < b.id ? -1 : Number(a.id > b.id));
}
