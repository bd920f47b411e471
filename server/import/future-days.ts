import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { IMPORT_FIELDS } from './fields.ts';
import type { ParsedImport, ParsedRow } from './types.ts';

/** Days on which work was done. */
const doneFields = ['lastCalibrationOn', 'lastPmOn'] as const;

/** The same file with days of done work left empty where they are later than the hospital's today; a note says so. */
export function leaveFutureWork(parsed: ParsedImport, today: LocalDay): ParsedImport {
  return { ...parsed, rows: parsed.rows.map((row) => withoutFutureWork(row, today)) };
}

function withoutFutureWork(row: ParsedRow, today: LocalDay): ParsedRow {
  if (!row.ok) return row;
  const device = { ...row.device };
  const notes = [...row.notes];
  for (const field of doneFields) {
    const day = device[field];
    if (day === undefined || day <= today) continue;
    delete device[field];
    notes.push(`${IMPORT_FIELDS[field].label} "${row.cells[field] ?? day}" lies in the future and was left empty.`);
  }
  return { ...row, device, notes };
}
