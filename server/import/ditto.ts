import { type Cell, isDitto, isMissing } from './cells.ts';
import type { ImportField } from './fields.ts';
import type { CellsOfRow } from './types.ts';

/** Fields in which a ditto mark stands for the cell above; a serial number is never that of another device. */
const dittoFields = ['equipmentName', 'makeName', 'modelName', 'departmentName', 'location', 'vendorName'] as const;

/**
 * Returns the cells of row after row with the cell above in place of each ditto mark; without one above, and in a serial
 * number, the mark is an empty cell. Source: docs/product.md P226.
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
