import type { ImportProgress, ImportReport } from '#contract/calls/import.ts';
import type { CallContext, DirectHandlers, Handlers } from '../context.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { lockRegister, takenSerials } from '../device/add-devices.ts';
import { readAgreementsNumbered } from '../records/agreements.ts';
import { agreeOnAgreements, agreementKeysOf } from './agree-on-rows.ts';
import { readChosen } from './chosen-columns.ts';
import { createDevices } from './create-devices.ts';
import { ApiError, unknownRecord } from '../problem.ts';
import { noteFutureDays } from './future-days.ts';
import { importMessage } from './import-message.ts';
import { parseImport } from './parse.ts';
import { pastTasks } from './past-work.ts';
import { withProgress } from './progress.ts';
import { rowErrorText } from './report.ts';
import { failKnownSerials, serialKeysOf } from './serials.ts';
import { failedRowsSheet, templateWorkbook } from './sheets-out.ts';
import { writeSheet } from './write-sheet.ts';

const fileNeeded = 'Please select a hospital and a file.';

/** Imports the devices of a register into a hospital, or only checks them. Source: docs/product.md P55 to P63. */
export const importHandlers = {
  importEquipment: (ctx) =>
    withProgress(ctx.services.db, { userId: ctx.actor.id, key: ctx.id, now: ctx.now }, (tell) =>
      importRegister(ctx, tell),
    ),
} satisfies Handlers<'importEquipment'>;

async function importRegister(
  { body, uploads, system, now }: CallContext<'importEquipment'>,
  tell: (progress: ImportProgress) => void,
): Promise<ImportReport> {
  const file = uploads.find(({ field }) => field.toLowerCase() === 'file');
  if (!file) throw new ApiError('input.invalid', fileNeeded, { errors: { File: [fileNeeded] } });
  const scope = await system.inHospital(body.HospitalId);
  if (!scope) throw unknownRecord('hospital');
  const checkOnly = isYes(body.CheckOnly);
  const includePast = isYes(body.IncludePast);
  const today = hospitalDay(now, scope.facts.timeZone);

  tell({ phase: 'reading', done: 0, total: 0 });
  const register = noteFutureDays(
    await parseImport(file.bytes, { sheetName: body.SheetName || undefined, chosen: await readChosen(scope) }),
    today,
  );
  await lockRegister(scope);
  const taken = new Set(await takenSerials(scope, serialKeysOf(register)));
  const free = failKnownSerials(register, (key) => taken.has(key));
  const contracts = await readAgreementsNumbered(scope, agreementKeysOf(free));
  const { rows, sheetName, headerRow, columns, guesses, otherSheets, layout } = agreeOnAgreements(free, contracts);
  const recordFrom = includePast ? null : today;
  const devices = rows.flatMap((row) => (row.ok ? [{ ...row.device, recordFrom }] : []));
  const total = devices.length;
  tell({ phase: 'writing', done: 0, total });
  if (!checkOnly) await createDevices(scope, devices, now, (done) => tell({ phase: 'writing', done, total }));

  const errors = rows.flatMap((row) => (row.ok ? [] : [rowErrorText(row)]));
  return {
    message: importMessage({ added: devices.length, failed: errors.length, checkOnly }),
    result: {
      SuccessCount: devices.length,
      FailedCount: errors.length,
      Errors: errors,
      Notes: rows.flatMap((row) => (row.ok ? row.notes.map((note) => `Row ${row.rowNumber}: ${note}`) : [])),
      SheetName: sheetName,
      HeaderRow: headerRow,
      Guesses: guesses,
      OtherSheets: otherSheets,
      Columns: columns,
      Layout: layout,
      ...(errors.length > 0 ? { FailedRowsFile: (await writeSheet(failedRowsSheet(rows))).toString('base64') } : {}),
      CheckOnly: checkOnly,
      PastTasks: devices.reduce((sum, device) => sum + pastTasks(device, today), 0),
      IncludePast: includePast,
    },
  };
}

const isYes = (value: boolean | 'true' | 'false') => value === true || value === 'true';

/** Sends the empty register that a hospital fills in. */
export const importDirectHandlers = {
  importTemplate: async ({ reply }) => {
    void reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', 'attachment; filename="equipment-import-template.xlsx"')
      .send(templateWorkbook());
  },
} satisfies DirectHandlers<'importTemplate'>;
