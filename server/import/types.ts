import type { ImportColumn, ImportLayout } from '#contract/calls/import.ts';
import type { Cell } from './cells.ts';
import type { ImportedDevice, ImportField } from './columns.ts';

/** The cells of a row, by the field that they belong to. */
export type CellsOfRow = ReadonlyMap<ImportField, Cell>;

/** The texts of a row as found in the sheet, by field; they are returned to the user with the reason for a failure. */
export type OriginalCells = Partial<Record<ImportField, string>>;

/**
 * A row that can be written. `notes` name values of optional columns that were left out because they were not
 * understood.
 */
export type ImportableRow = {
  rowNumber: number;
  ok: true;
  device: ImportedDevice;
  cells: OriginalCells;
  notes: string[];
};

/** A row that fails alone; `errors` are whole sentences, one per fault. */
export type FailedRow = { rowNumber: number; ok: false; errors: string[]; cells: OriginalCells };

export type ParsedRow = ImportableRow | FailedRow;

/** The content of an uploaded register. Row numbers count from 1, as the spreadsheet shows them. */
export type ParsedImport = {
  sheetName: string;
  /** Guesses about the sheet as a whole, in sentences. */
  guesses: string[];
  /** Other visible sheets with a header row, which were not read, and their numbers of device rows. */
  otherSheets: { name: string; rows: number }[];
  headerRow: number;
  columns: ImportColumn[];
  layout: ImportLayout;
  rows: ParsedRow[];
};
