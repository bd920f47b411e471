import { sameKey } from '#contract/rules/text.ts';
import type { ParsedImport, ParsedRow } from './types.ts';

/** Returns the keys of all serials in a file, to ask the hospital which of them it already has. */
export function serialKeysOf(parsed: ParsedImport): string[] {
  const keys = parsed.rows.map((row) => sameKey(row.ok ? row.device.serialNumber : (row.cells.serialNumber ?? '')));
  return [...new Set(keys.filter((key) => key !== ''))];
}

/** Fails the rows whose serial the hospital already has; `isKnown` takes a key of `sameKey`. */
export function failKnownSerials(parsed: ParsedImport, isKnown: (key: string) => boolean): ParsedImport {
  return { ...parsed, rows: parsed.rows.map((row) => failIfKnown(row, isKnown)) };
}

function failIfKnown(row: ParsedRow, isKnown: (key: string) => boolean): ParsedRow {
  const key = sameKey(row.ok ? row.device.serialNumber : (row.cells.serialNumber ?? ''));
  if (key === '' || !isKnown(key)) return row;
  const fault = 'Serial number is already in this hospital.';
  return {
    rowNumber: row.rowNumber,
    ok: false,
    errors: row.ok ? [fault] : [fault, ...row.errors],
    cells: row.cells,
  };
}
