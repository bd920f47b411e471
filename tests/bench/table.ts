import { short, type BenchRow } from './bench.ts';

const heads = ['', 'measured', 'ours: median (spread)', 'beside it: median (spread)', 'ratio', 'target'];

/** Formats the rows as a text table. */
export function tableOf(rows: readonly BenchRow[]): string {
  return aligned([
    heads,
    ...rows.map(({ what, ours, peer = '', ratio, target = '-', met }) => [
      met === null ? '' : met ? 'met' : 'NOT',
      what,
      ours,
      peer,
      ratio === undefined ? '' : short(ratio),
      target,
    ]),
  ]);
}

/** Pads columns to their longest cell. */
export function aligned(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_head, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
