import type { Cell } from './cells.ts';
import { FIELDS, type ImportField } from './columns.ts';
import { dittoReader } from './ditto.ts';
import { readCells } from './rows.ts';
import type { ParsedImport } from './types.ts';

/** Rows that failed, as an Admin has corrected them on the screen: read as texts of a sheet are. Source: docs/product.md P249. */
export function correctedRows(rows: readonly { row: number; cells: Record<string, string> }[]): ParsedImport {
  const read = rows.map(({ row, cells }) => {
    const texts = FIELDS.flatMap((field): [ImportField, Cell][] => {
      const text = cells[field] ?? '';
      return text === '' ? [] : [[field, { kind: 'text', text }]];
    });
    // The rows above are not included, so a ditto mark refers to nothing.
    return { rowNumber: row, cells: dittoReader()(new Map(texts)) };
  });
  return {
    sheetName: '',
    guesses: [],
    otherSheets: [],
    headerRow: 0,
    columns: [],
    layout: { sheets: [], fields: [] },
    rows: readCells(read, false),
  };
}
