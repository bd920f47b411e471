import * as XLSX from '@e965/xlsx';
import { COLUMNS, FIELDS, headerOf, REQUIRED_FIELDS } from './columns.ts';
import type { ParsedRow } from './types.ts';
import { startOfText } from '#contract/rules/cut-text.ts';

/** Excel's limit for a cell. Units: characters. */
const maxCellLength = 32_767;
/** The number format "Text": a spreadsheet keeps `=A1` as text even after the cell is edited. */
const TEXT_FORMAT = '@';

/** A sheet of text cells; its first row is the header. */
export interface TextSheet {
  name: string;
  rows: readonly (readonly string[])[];
}

/** Returns whether the worker's input is a sheet to write rather than a file to read. */
export function isTextSheet(data: unknown): data is TextSheet {
  return typeof data === 'object' && data !== null && 'rows' in data;
}

/**
 * An .xlsx in which every value is text, so that no spreadsheet runs any of it as a formula.
 * Source: docs/product.md P61.
 */
export function textWorkbook(...sheets: readonly TextSheet[]): Buffer {
  const book = XLSX.utils.book_new();
  for (const sheet of sheets) XLSX.utils.book_append_sheet(book, textSheet(sheet.rows), sheet.name);
  const bytes: unknown = XLSX.write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true, compression: true });
  if (!Buffer.isBuffer(bytes)) throw new TypeError('The workbook was not written as bytes.');
  return bytes;
}

function textSheet(rows: TextSheet['rows']): XLSX.WorkSheet {
  const sheet: XLSX.WorkSheet = {};
  rows.forEach((row, r) => {
    row.forEach((text, c) => {
      if (text === '') return;
      const cell: XLSX.CellObject = { t: 's', v: startOfText(text, maxCellLength), z: TEXT_FORMAT };
      sheet[XLSX.utils.encode_cell({ r, c })] = cell;
    });
  });
  const columns = Math.max(1, ...rows.slice(0, 1).map((row) => row.length));
  sheet['!ref'] = XLSX.utils.encode_range({
    s: { r: 0, c: 0 },
    e: { r: Math.max(0, rows.length - 1), c: columns - 1 },
  });
  sheet['!cols'] = Array.from({ length: columns }, () => ({ wch: 20 }));
  return sheet;
}

/** The empty register that a hospital fills in, and an example for each of its columns on a second sheet. */
export function templateWorkbook(): Buffer {
  const columns = FIELDS.map((field) => [
    headerOf(field),
    REQUIRED_FIELDS.includes(field) ? 'Yes' : 'No',
    COLUMNS[field].example,
  ]);
  return textWorkbook(
    { name: 'Equipment', rows: [FIELDS.map(headerOf)] },
    { name: 'Examples', rows: [['Column', 'Required', 'Example'], ...columns] },
  );
}

/** Returns the failed rows as found, each with its reasons; once corrected, the sheet can be imported again. */
export function failedRowsSheet(rows: readonly ParsedRow[]): TextSheet {
  const failed = rows.flatMap((row) => (row.ok ? [] : [row]));
  const fields = FIELDS.filter(
    (field) => REQUIRED_FIELDS.includes(field) || failed.some(({ cells }) => cells[field] !== undefined),
  );
  return {
    name: 'Failed rows',
    rows: [
      [...fields.map(headerOf), 'Reason'],
      ...failed.map(({ cells, errors }) => fields.map((field) => cells[field] ?? '').concat(errors.join(' '))),
    ],
  };
}
