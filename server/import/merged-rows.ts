import type * as XLSX from '@e965/xlsx';

/**
 * Returns a lookup from a cell to the row whose value it shows: the first row of a vertical merge. Horizontal merges,
 * such as titles, are left alone. Source: docs/product.md P226.
 */
export function mergedRows(merges: readonly XLSX.Range[]): (row: number, column: number) => number {
  const byColumn = new Map<number, { from: number; to: number }[]>();
  for (const { s, e } of merges) {
    if (e.r === s.r) continue;
    const known = byColumn.get(s.c);
    if (known) known.push({ from: s.r, to: e.r });
    else byColumn.set(s.c, [{ from: s.r, to: e.r }]);
  }
  for (const spans of byColumn.values()) spans.sort((a, b) => a.from - b.from);
  return (row, column) => {
    const spans = byColumn.get(column);
    return (spans && lastFrom(spans, row)) ?? row;
  };
}

/** Returns the first row of the span that covers a row; spans do not overlap. */
function lastFrom(spans: readonly { from: number; to: number }[], row: number): number | undefined {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.from ?? 0) <= row) low = middle + 1;
    else high = middle;
  }
  const span = spans[low - 1];
  return span && row <= span.to ? span.from : undefined;
}
