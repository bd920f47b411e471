import { utils, type CellObject, type WorkSheet, write } from '@e965/xlsx';
import type { PaperValue } from '#contract/pages/papers/paper.ts';
import { startOfText } from '#contract/rules/cut-text.ts';
import { hospitalDay, hospitalTime } from '#contract/rules/hospital-day.ts';

/** The value of a spreadsheet cell, as in a paper's table. */
export type SheetValue = PaperValue;

/** Excel's limit for the text in a cell. Units: characters. */
const maxCellLength = 32_767;
/** The number format "Text": a spreadsheet keeps `=A1` as text even when the cell is edited. */
const textFormat = '@';
const dayFormat = 'dd/mm/yyyy';
const timeFormat = 'dd/mm/yyyy hh:mm';
/** Hours continue past 24, so that sums are correct. */
const lengthFormat = '[h]:mm';
/** Widest column. Units: characters. */
const widest = 60;
const dayMs = 24 * 60 * 60 * 1000;
/** Day 0 of Excel's calendar. */
const dayZeroMs = Date.UTC(1899, 11, 30);

/**
 * Builds an .xlsx file with one sheet and a header. Numbers, days, times (in the hospital's time zone) and durations
 * can be sorted and summed; every text is stored as text, so that no spreadsheet runs it as a formula. Source:
 * docs/decisions/255-exports.md.
 */
export function workbook(
  name: string,
  header: readonly string[],
  rows: readonly (readonly SheetValue[])[],
  timeZone: string,
): Blob {
  const sheet: WorkSheet = {};
  [header, ...rows].forEach((values, r) => {
    values.forEach((value, c) => {
      const cell = cellOf(value, timeZone);
      if (cell) sheet[utils.encode_cell({ r, c })] = cell;
    });
  });
  sheet['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length, c: Math.max(header.length - 1, 0) } });
  sheet['!cols'] = header.map((title, c) => ({ wch: widthOf(title, rows, c) }));
  sheet['!autofilter'] = { ref: sheet['!ref'] };
  // A sheet name has at most 31 characters and excludes those that Excel reserves.
  const book = utils.book_new(sheet, startOfText(name.replaceAll(/[\\/?*[\]:]/g, ' '), 31));
  const bytes = write(book, { type: 'array', bookType: 'xlsx', bookSST: true, compression: true }) as ArrayBuffer;
  return new Blob([bytes], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' });
}

function cellOf(value: SheetValue, timeZone: string): CellObject | null {
  if (value === null || value === '') return null;
  if (typeof value === 'number') return { t: 'n', v: value };
  if (typeof value === 'string') return { t: 's', v: startOfText(value, maxCellLength), z: textFormat };
  if ('ms' in value) return { t: 'n', v: value.ms / dayMs, z: lengthFormat };
  if ('day' in value) return { t: 'n', v: daysSinceZero(`${value.day}T00:00Z`), z: dayFormat };
  const local = `${hospitalDay(value.at, timeZone)}T${hospitalTime(value.at, timeZone)}Z`;
  return { t: 'n', v: daysSinceZero(local), z: timeFormat };
}

function daysSinceZero(utc: string): number {
  return (Date.parse(utc) - dayZeroMs) / dayMs;
}

function widthOf(title: string, rows: readonly (readonly SheetValue[])[], column: number): number {
  const lengths = rows.map((row) => {
    const value = row[column] ?? '';
    return typeof value === 'object' ? timeFormat.length : String(value).length;
  });
  return Math.min(widest, 2 + lengths.reduce((most, length) => Math.max(most, length), title.length));
}
