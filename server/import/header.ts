import { cleanLine } from '#contract/rules/typed-text.ts';
import { cellText, isBlank, type Sheet } from './cells.ts';
import { COLUMNS, FIELDS, REQUIRED_FIELDS, type ImportField } from './columns.ts';

/** Number of rows from the top that are searched for a header row. Source: docs/product.md P56. */
export const HEADER_SEARCH_ROWS = 20;
/** Number of required columns that make a row the header row. Source: docs/product.md P56. */
const HEADER_MIN_FIELDS = 3;

export type HeaderColumn = { field: ImportField; column: number; header: string };

/** The header row of a sheet, or the row closest to being one. `row` counts from 0. */
export type Header = {
  row: number;
  columns: HeaderColumn[];
  missing: ImportField[];
  /** All columns that may hold the serial number, the best first. */
  serials: HeaderColumn[];
  meanings: Meanings;
};

type Meaning = { field: ImportField; rank: number };
type Meanings = ReadonlyMap<string, Meaning>;

/**
 * Meanings of headers that Admins have chosen, in normalized form, the newest choice first; a header without a meaning is not
 * read. Source: docs/product.md P248.
 */
export type ChosenColumns = readonly (readonly [header: string, field: ImportField | ''])[];

const MEANINGS: Meanings = new Map(
  FIELDS.flatMap((field) =>
    COLUMNS[field].names.split(',').map((name, rank): [string, Meaning] => [name, { field, rank }]),
  ),
);

/**
 * Normalizes a header for comparison: no brackets or punctuation, one case, single spaces. Source: docs/product.md P56.
 */
export function normaliseHeader(text: string): string {
  return withoutBrackets(text)
    .replace(/[._\-/:#*₹$]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the field that a header names; undefined for other columns and for row counters (S.No, Sl. No, S.N., #). */
export function fieldOfHeader(text: string, meanings = MEANINGS): ImportField | undefined {
  return meaningOf(text, meanings)?.field;
}

/** Finds the first header row at the top of a sheet; a row with fewer than three required columns is not one. */
export function findHeader(sheet: Sheet, chosen: ChosenColumns = []): { header?: Header; closest: Header } {
  const meanings = new Map(MEANINGS);
  for (const [place, [header, field]] of chosen.entries()) {
    if (field === '') meanings.delete(header);
    else meanings.set(header, { field, rank: place - chosen.length });
  }
  let closest: Header = { row: -1, columns: [], missing: [...REQUIRED_FIELDS], serials: [], meanings };
  for (let row = 0; row < Math.min(HEADER_SEARCH_ROWS, sheet.rowCount); row += 1) {
    const header = headerAt(sheet, row, meanings);
    if (REQUIRED_FIELDS.length - header.missing.length >= HEADER_MIN_FIELDS) return { header, closest: header };
    if (header.missing.length < closest.missing.length) closest = header;
  }
  return { closest };
}

/** Returns whether a row below the header repeats it, as registers do on each printed page. */
export function repeatsHeader(sheet: Sheet, row: number, header: Header): boolean {
  const said = header.columns.filter(({ field, column }) => {
    const cell = sheet.cellAt(row, column);
    return (
      REQUIRED_FIELDS.includes(field) && cell !== undefined && fieldOfHeader(cellText(cell), header.meanings) === field
    );
  });
  return said.length >= HEADER_MIN_FIELDS;
}

/**
 * Returns the rows below the header that describe devices: not empty in all required columns, and not a repeated
 * header.
 */
export function findDeviceRows(sheet: Sheet, header: Header): number[] {
  const required = header.columns.filter(({ field }) => REQUIRED_FIELDS.includes(field));
  const rows: number[] = [];
  for (let row = header.row + 1; row < sheet.rowCount; row += 1) {
    const isEmpty = required.every(({ column }) => isBlank(sheet.cellAt(row, column)));
    if (!isEmpty && !repeatsHeader(sheet, row, header)) rows.push(row);
  }
  return rows;
}

function headerAt(sheet: Sheet, row: number, meanings: Meanings): Header {
  const best = new Map<ImportField, HeaderColumn & { rank: number }>();
  const serials: (HeaderColumn & { rank: number })[] = [];
  for (let column = 0; column < sheet.columnCount(row); column += 1) {
    const cell = sheet.cellAt(row, column);
    if (cell === undefined || cell.kind !== 'text') continue;
    const meaning = meaningOf(cell.text, meanings);
    if (meaning === undefined) continue;
    const { field, rank } = meaning;
    const found = { field, column, header: cleanLine(cell.text), rank };
    if (field === 'serialNumber') serials.push(found);
    const held = best.get(field);
    if (held === undefined || rank < held.rank) best.set(field, found);
  }
  return {
    row,
    columns: [...best.values()].map(({ field, column, header }) => ({ field, column, header })),
    missing: REQUIRED_FIELDS.filter((field) => !best.has(field)),
    serials: serials.sort((a, b) => a.rank - b.rank),
    meanings,
  };
}

function meaningOf(text: string, meanings: Meanings): Meaning | undefined {
  const meaning = meanings.get(normaliseHeader(text));
  // "S.N." counts rows while "S/N" is a serial; without punctuation both read "s n".
  const isCounter = /^s\s*\.\s*n\s*\.?$/.test(withoutBrackets(text));
  return isCounter && meaning && meaning.rank >= 0 ? undefined : meaning;
}

function withoutBrackets(text: string): string {
  return cleanLine(text)
    .replace(/\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
