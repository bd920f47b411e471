/**
 * Splits names into parts of about equal duration. The longest names are assigned first, each to the part with the
 * least time so far.
 */
export function partsByTime(names: readonly string[], secondsOf: (name: string) => number, count: number): string[][] {
  const parts = Array.from({ length: count }, () => ({ names: new Array<string>(), seconds: 0 }));
  const longestFirst = names.toSorted((a, b) => secondsOf(b) - secondsOf(a) || a.localeCompare(b, 'en'));
  for (const name of longestFirst) {
    const part = parts.reduce((least, each) => (each.seconds < least.seconds ? each : least));
    part.names.push(name);
    part.seconds += secondsOf(name);
  }
  return parts.map((part) => part.names);
}
