import { type Cell, isDitto, isMissing } from './cells.ts';
import { COLUMNS, FIELDS, type ImportField } from './columns.ts';
import type { CellsOfRow } from './types.ts';

/** A serial number is never that of another device. */
const dittoFields = FIELDS.filter((field) => COLUMNS[field].ditto);

/**
 * Returns a reader that replaces each ditto mark with the cell above, row by row; without a cell above, and in a serial
 * number, the mark counts as an empty cell. Source: docs/product.md P226.
 */
export function dittoReader(): (cells: CellsOfRow) => CellsOfRow {
  let above: CellsOfRow = new Map();
  return (cells) => {
    const resolved = new Map<ImportField, Cell>(cells);
    for (const field of dittoFields) {
      if (!isDitto(cells.get(field))) continue;
      const cell = above.get(field);
      if (cell === undefined || isMissing(cell)) resolved.delete(field);
      else resolved.set(field, cell);
    }
    if (isDitto(cells.get('serialNumber'))) resolved.delete('serialNumber');
    above = resolved;
    return resolved;
  };
}
