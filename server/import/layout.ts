import type { ImportLayout } from '#contract/calls/import.ts';
import { maxTextLength } from '#contract/fields.ts';
import { cleanLine } from '#contract/rules/typed-text.ts';
import type { Sheet } from './cells.ts';
import { COLUMNS, FIELDS } from './columns.ts';
import { HEADER_SEARCH_ROWS, normaliseHeader } from './header.ts';
import type { Workbook } from './workbook.ts';

/** A layout is stored with the refusal that carries it, so it holds little. */
const maxSheets = 12;
const maxRows = 6;
const maxHeaders = 60;
/** Rows with fewer texts are titles. */
const fewestHeaders = 3;

/** The rows of the sheets that may be header rows, for an Admin who says what their columns mean. Source: docs/product.md P248. */
export function layoutOf(workbook: Workbook, sheetName: string): ImportLayout {
  const names = [sheetName, ...workbook.visibleSheets.filter((name) => name !== sheetName)].slice(0, maxSheets);
  return {
    sheets: names.flatMap((name) => {
      const rows = headerRows(workbook.top(name));
      return rows.length > 0 ? [{ name, rows }] : [];
    }),
    fields: FIELDS.map((field) => ({
      field,
      label: COLUMNS[field].label,
      required: COLUMNS[field].strictness === 'required',
    })),
  };
}

/** The rows with the most headers, in the order of the sheet. */
function headerRows(sheet: Sheet): { row: number; headers: string[] }[] {
  return Array.from({ length: Math.min(HEADER_SEARCH_ROWS, sheet.rowCount) }, (_, row) => ({
    row: row + 1,
    headers: headersIn(sheet, row),
  }))
    .filter(({ headers }) => headers.length >= fewestHeaders)
    .sort((a, b) => b.headers.length - a.headers.length)
    .slice(0, maxRows)
    .sort((a, b) => a.row - b.row);
}

/** The texts of a row that can be headers, each once. */
function headersIn(sheet: Sheet, row: number): string[] {
  const headers = new Map<string, string>();
  for (let column = 0; column < sheet.columnCount(row) && headers.size < maxHeaders; column += 1) {
    const cell = sheet.cellAt(row, column);
    if (cell?.kind !== 'text') continue;
    const text = cleanLine(cell.text);
    const key = normaliseHeader(text);
    if (key !== '' && text.length <= maxTextLength && !headers.has(key)) headers.set(key, text);
  }
  return [...headers.values()];
}
