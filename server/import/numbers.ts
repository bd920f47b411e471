import { decimal, type NumberKind, readNumber, whole } from '#contract/rules/read-number.ts';
import { cellText, type Cell } from './cells.ts';

/**
 * Reads the number of a cell, ignoring its unit; undefined if it is not a number or ambiguous. Source: docs/product.md
 * P165.
 */
export function numberIn(cell: Cell, unit = /$/, kind: NumberKind = decimal): number | undefined {
  if (cell.kind === 'number') return cell.value;
  if (cell.kind !== 'text') return undefined;
  const read = readNumber(cellText(cell).replace(unit, ''), kind);
  return 'value' in read ? (read.value ?? undefined) : undefined;
}

/** Reads a whole number from 0 to `most`. */
export function wholeIn(cell: Cell, most: number, unit?: RegExp): number | undefined {
  const value = numberIn(cell, unit, whole);
  return value !== undefined && Number.isInteger(value) && value >= 0 && value <= most ? value : undefined;
}

/** Names both numbers that the text of a cell may mean; for other cells, returns `rule`. */
export const numberRule =
  (rule: string, kind: NumberKind = decimal) =>
  (cell: Cell): string => {
    const read = cell.kind === 'text' ? readNumber(cellText(cell), kind) : { value: null };
    return 'problem' in read ? (read.problem ?? rule) : rule;
  };
