import { utils, type CellObject, type WorkSheet, write } from '@e965/xlsx';
import { startOfText } from '#contract/rules/cut-text.ts';

/** What a cell of a sheet holds: text, a number, a day (yyyy-MM-dd), nothing. */
export type SheetValue = string | number | null | { readonly day: string };

/** Excel's own bound of a cell. Units: characters. */
const maxCellLength = 32_767;
/** The number format "Text": a spreadsheet keeps `=A1` as text even when the cell is edited. */
const textFormat = '@';
const dayFormat = 'dd/mm/yyyy';
/** Widest column. Units: characters. */
const widest = 60;
const dayMs = 24 * 60 * 60 * 1000;
/** Excel counts days from here. */
const dayZeroMs = Date.UTC(1899, 11, 30);

/**
 * An .xlsx of one sheet with a header: numbers and days are what they are, every text is text, so that no spreadsheet
 * runs any of it as a formula. Source: docs/decisions/255-exports.md.
 */
export function workbook(name: string, header: readonly string[], rows: readonly (readonly SheetValue[])[]): Blob {
  const sheet: WorkSheet = {};
  [header, ...rows].forEach((values, r) => {
    values.forEach((value, c) => {
      const cell = cellOf(value);
      if (cell) sheet[utils.encode_cell({ r, c })] = cell;
    });
  });
  sheet['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length, c: Math.max(header.length - 1, 0) } });
  sheet['!cols'] = header.map((title, c) => ({ wch: widthOf(title, rows, c) }));
  sheet['!autofilter'] = { ref: sheet['!ref'] };
  // A sheet's name has at most 31 characters, without those that Excel keeps for itself.
  const book = utils.book_new(sheet, startOfText(name.replaceAll(/[\\/?*[\]:]/g, ' '), 31));
  const bytes = write(book, { type: 'array', bookType: 'xlsx', bookSST: true, compression: true }) as ArrayBuffer;
  return new Blob([bytes], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' });
}

function cellOf(value: SheetValue): CellObject | null {
  if (value === null || value === '') return null;
  if (typeof value === 'number') return { t: 'n', v: value };
  if (typeof value === 'string') return { t: 's', v: startOfText(value, maxCellLength), z: textFormat };
  return { t: 'n', v: (Date.parse(`${value.day}T00:00:00Z`) - dayZeroMs) / dayMs, z: dayFormat };
}

function widthOf(title: string, rows: readonly (readonly SheetValue[])[], column: number): number {
  const lengths = rows.map((row) => {
    const value = row[column] ?? '';
    return typeof value === 'object' ? dayFormat.length : String(value).length;
  });
  return Math.min(widest, 2 + lengths.reduce((most, length) => Math.max(most, length), title.length));
}
