import { sameKey } from '#contract/rules/text.ts';
import { agreementNumberOf } from '../device/agreement-columns.ts';
import { cellText, isErrorValue, isMissing, type Cell, type Sheet } from './cells.ts';
import {
  COLUMNS,
  FIELDS,
  leftOutNote,
  REQUIRED_FIELDS,
  type ImportedDevice,
  type ImportField,
  type Values,
} from './columns.ts';
import { dittoReader } from './ditto.ts';
import { findDeviceRows, type Header } from './header.ts';
import { refused } from './refused.ts';
import type { CellsOfRow, OriginalCells, ParsedRow } from './types.ts';

/** Source: docs/product.md P55. */
const maxDeviceRows = 100_000;
/** Units: characters. Source: docs/product.md P12. */
const maxImportedTextLength = 255;
/** The order of the faults in a message. */
const READ_ORDER = [...new Set([...REQUIRED_FIELDS, ...FIELDS])];

/**
 * Every device row under the header, each one ready to write or failed alone with all its faults.
 * Throws: ApiError import.refused with too many rows. Source: docs/product.md P57 to P62.
 */
export function readRows(sheet: Sheet, header: Header, maxRows = maxDeviceRows): ParsedRow[] {
  const deviceRows = findDeviceRows(sheet, header);
  if (deviceRows.length > maxRows) {
    throw refused(
      `The sheet has more than ${maxRows.toLocaleString('en')} device rows. Split it into several files.`,
      'file.too_large',
    );
  }
  const resolved = dittoReader();
  const rows = deviceRows.map((row) => ({ rowNumber: row + 1, cells: resolved(cellsOf(sheet, row, header)) }));
  return readCells(rows, sheet.date1904);
}

/** The rows of which these are the cells; a serial number that an earlier one has fails its row. */
export function readCells(rows: readonly { rowNumber: number; cells: CellsOfRow }[], date1904: boolean): ParsedRow[] {
  const firstRowOf = new Map<string, number>();
  return rows.map(({ rowNumber, cells }) => readRow(cells, { rowNumber, date1904, firstRowOf }));
}

function cellsOf(sheet: Sheet, row: number, { columns }: Header): CellsOfRow {
  const cells = new Map<ImportField, Cell>();
  for (const { field, column, header } of columns) {
    const cell = sheet.cellAt(row, column);
    if (cell !== undefined) cells.set(field, COLUMNS[field].underHeader?.(cell, header) ?? cell);
  }
  return cells;
}

type RowContext = { rowNumber: number; date1904: boolean; firstRowOf: Map<string, number> };

function readRow(cells: CellsOfRow, { rowNumber, date1904, firstRowOf }: RowContext): ParsedRow {
  const { values, errors, notes } = readValues(cells, date1904);
  const { quantity = 1, serialNumber, ...more } = values;
  if (serialNumber !== undefined) {
    const firstRow = firstRowOf.get(sameKey(serialNumber));
    if (firstRow === undefined) firstRowOf.set(sameKey(serialNumber), rowNumber);
    else errors.unshift(`${COLUMNS.serialNumber.label} is already on row ${firstRow} of this file.`);
    if (/,\s|\s(?:to|&)\s/i.test(serialNumber)) {
      notes.push(`Serial number "${serialNumber}" may name several devices: give each device its own row.`);
    }
  }
  if (quantity > 1) notes.push(`Quantity is ${quantity}, but one row is one device: give each device its own row.`);
  const original = originalCells(cells, date1904);
  if (errors.length > 0) return { rowNumber, ok: false, errors, cells: original };
  return { rowNumber, ok: true, device: { serialNumber, ...more } as ImportedDevice, cells: original, notes };
}

/** The values of a row, an error for each one that fails it, and a note for each that is left out. */
function readValues(cells: CellsOfRow, date1904: boolean) {
  const values: Partial<Values> = {};
  const byField: Partial<Record<ImportField, unknown>> = values;
  const errors: string[] = [];
  const notes: string[] = [];
  const readInto = (field: ImportField): void => {
    const { label, strictness, read, rule } = COLUMNS[field];
    const cell = cells.get(field);
    const found = cell === undefined ? '' : cellText(cell);
    if (cell === undefined || found === '' || isMissing(cell)) {
      if (strictness === 'required') errors.push(`${label} is required.`);
      else if (cell && isErrorValue(cell)) notes.push(`${label} shows ${found} and was left empty.`);
      return;
    }
    if (found.length > maxImportedTextLength) {
      errors.push(`${label} must be at most ${maxImportedTextLength} characters.`);
      return;
    }
    if (strictness === 'contract' && agreementNumberOf({ serialNumber: '', ...values }) === undefined) {
      notes.push(leftOutNote(field, found, 'a contract needs a warranty number, or its start and duration'));
      return;
    }
    const value = read(cell, date1904);
    if (value !== undefined) byField[field] = value;
    else if (strictness === 'lenient') notes.push(`${label} "${found}" was not understood and left empty.`);
    else errors.push(`${label} ${(typeof rule === 'function' ? rule(cell) : rule) ?? 'is required.'}`);
  };
  READ_ORDER.forEach(readInto);
  return { values, errors, notes };
}

function originalCells(cells: CellsOfRow, date1904: boolean): OriginalCells {
  const original: OriginalCells = {};
  for (const [field, cell] of cells) {
    original[field] = COLUMNS[field].shown?.(cell, date1904) ?? (cell.kind === 'text' ? cell.text : cellText(cell));
  }
  return original;
}
