import { addMonthsKeepingDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import { COLUMNS } from './columns.ts';
import type { ParsedImport, ParsedRow } from './types.ts';

/** Days that lie behind in a register of installed devices; of a delivery to come they may be near. */
const installedFields = ['purchaseDate', 'installationDate'] as const;
/** Days on which work was done. */
const doneFields = ['lastCalibrationOn', 'lastPmOn'] as const;

/**
 * The same file with days of done work left empty where they are later than the hospital's today, and with a note at each of
 * these and at purchases and installations more than a year from now.
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
