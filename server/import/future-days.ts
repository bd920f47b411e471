import { addMonthsKeepingDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import { COLUMNS } from './columns.ts';
import type { ParsedImport, ParsedRow } from './types.ts';

/**
 * Dates that should be in the past in a register of installed devices; for an announced delivery they may be in the
 * near future.
 */
const installedFields = ['purchaseDate', 'installationDate'] as const;
/** Dates of completed work. */
const doneFields = ['lastCalibrationOn', 'lastPmOn'] as const;

/**
 * Clears dates of completed work that are later than the hospital's today, and adds a note to each of these and to
 * purchases and installations more than a year ahead.
 */
export function noteFutureDays(parsed: ParsedImport, today: LocalDay): ParsedImport {
  const inAYear = addMonthsKeepingDay(today, 12);
  return { ...parsed, rows: parsed.rows.map((row) => withFutureNotes(row, { today, inAYear })) };
}

function withFutureNotes(row: ParsedRow, { today, inAYear }: { today: LocalDay; inAYear: LocalDay }): ParsedRow {
  if (!row.ok) return row;
  const device = { ...row.device };
  const notes = [...row.notes];
  for (const field of doneFields) {
    const day = device[field];
    if (day === undefined || day <= today) continue;
    delete device[field];
    notes.push(`${COLUMNS[field].label} "${row.cells[field] ?? day}" lies in the future and was left empty.`);
  }
  for (const field of installedFields) {
    const day = device[field];
    if (day !== undefined && day > inAYear)
      notes.push(`${COLUMNS[field].label} "${row.cells[field] ?? day}" is more than a year from now.`);
  }
  return { ...row, device, notes };
}
