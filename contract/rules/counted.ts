const numbers = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 4 });

/** Formats a count with its noun and Indian grouping: `1 day`, `2.5 days`, `1,20,000 entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
}
