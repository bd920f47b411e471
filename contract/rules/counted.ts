const numbers = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 4 });

/** Formats a count with its noun and Indian grouping: `1 day`, `2.5 days`, `1,20,000 entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${numbers.format(count)} ${nounOf(count, one, many)}`;
}

/** Returns the form of a noun that agrees with a count shown beside it. */
export function nounOf(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}
