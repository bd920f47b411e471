import type { ImportProgress, ImportReport } from '#contract/calls/import.ts';
import type { Importance } from '#contract/records/ward.ts';
import { startOfText } from '#contract/rules/cut-text.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import type { WriteScope } from '../db/scope.ts';
import { lockRegister, takenSerials } from '../device/add-devices.ts';
import { readAgreementsNumbered } from '../records/agreements.ts';
import { agreeOnAgreements, agreementKeysOf } from './agree-on-rows.ts';
import { createDevices } from './create-devices.ts';
import { withImportance, withoutImportance } from './importance.ts';
import { importMessage } from './import-message.ts';
import { pastTasks } from './past-work.ts';
import { rowErrorText } from './report.ts';
import { failKnownSerials, serialKeysOf } from './serials.ts';
import { failedRowsSheet } from './sheets-out.ts';
import type { FailedRow, ParsedImport } from './types.ts';
import { writeSheet } from './write-sheet.ts';

/** More rows are corrected in the spreadsheet; the report names them all. Source: docs/product.md P249. */
const maxCorrected = 200;
/** Longer texts of failed rows are cut in the report. Units: characters. */
const maxCellText = 1_000;

interface Writing {
  checkOnly: boolean;
  includePast: boolean;
  /** Only check if an equipment type would be created without its importance. */
  ask?: boolean;
  /** Importance that an Admin has chosen for these types, by name. */
  importance?: Readonly<Record<string, Importance>>;
  now: Date;
  tell?: (progress: ImportProgress) => void;
}

/** Adds the devices of rows to a hospital, or only checks them, and reports. */
export async function writeRegister(
  scope: WriteScope,
  register: ParsedImport,
  { ask = false, includePast, importance, now, tell, ...more }: Writing,
): Promise<ImportReport> {
  const today = hospitalDay(now, scope.facts.timeZone);
  await lockRegister(scope);
  const taken = new Set(await takenSerials(scope, serialKeysOf(register)));
  const free = failKnownSerials(register, (key) => taken.has(key));
  const contracts = await readAgreementsNumbered(scope, agreementKeysOf(free));
  const { rows, sheetName, headerRow, columns, guesses, otherSheets, layout } = agreeOnAgreements(free, contracts);
  const recordFrom = includePast ? null : today;
  const read = rows.flatMap((row) => (row.ok ? [{ ...row.device, recordFrom }] : []));
  const asked = await withoutImportance(scope, read);
  const checkOnly = more.checkOnly || (ask && asked.length > 0);
  const devices = withImportance(read, asked, importance);
  const total = devices.length;
  tell?.({ phase: 'writing', done: 0, total });
  if (!checkOnly) await createDevices(scope, devices, now, (done) => tell?.({ phase: 'writing', done, total }));

  const failed = rows.filter((row) => !row.ok);
  return {
    message: importMessage({ added: total, failed: failed.length, checkOnly }),
    result: {
      SuccessCount: total,
      FailedCount: failed.length,
      Errors: failed.map(rowErrorText),
      FailedRows: failed.slice(0, maxCorrected).map(reported),
      Notes: rows.flatMap((row) => (row.ok ? row.notes.map((note) => `Row ${row.rowNumber}: ${note}`) : [])),
      SheetName: sheetName,
      HeaderRow: headerRow,
      Guesses: guesses,
      OtherSheets: otherSheets,
      Columns: columns,
      Layout: layout,
      ...(failed.length > 0 ? { FailedRowsFile: (await writeSheet(failedRowsSheet(rows))).toString('base64') } : {}),
      CheckOnly: checkOnly,
      Importance: asked,
      PastTasks: devices.reduce((sum, device) => sum + pastTasks(device, today), 0),
      IncludePast: includePast,
    },
  };
}

function reported({ rowNumber, errors, cells }: FailedRow): ImportReport['result']['FailedRows'][number] {
  const texts = Object.entries(cells).map(([field, text]) => [field, startOfText(text, maxCellText)]);
  return { row: rowNumber, errors, cells: Object.fromEntries(texts) };
}
