import { importanceChoice, type ImportProgress, type ImportReport } from '#contract/calls/import.ts';
import type { Importance } from '#contract/records/ward.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import type { CallContext, DirectHandlers, Handlers } from '../context.ts';
import type { WriteScope } from '../db/scope.ts';
import { tell as tellUsers } from '../records/tell.ts';
import { ApiError, invalidField, unknownRecord } from '../problem.ts';
import { readChosen } from './chosen-columns.ts';
import { correctedRows } from './corrected-rows.ts';
import { noteFutureDays } from './future-days.ts';
import { parseImport } from './parse.ts';
import { withProgress } from './progress.ts';
import { templateWorkbook } from './sheets-out.ts';
import { writeRegister } from './write-register.ts';

const fileNeeded = 'Please select a hospital and a file.';

/** Imports the devices of a register into a hospital, or only checks them. Source: docs/product.md P55 to P63 and P249. */
export const importHandlers = {
  importEquipment: (ctx) =>
    withProgress(ctx.services.db, { userId: ctx.actor.id, key: ctx.id, now: ctx.now }, (tell) =>
      importRegister(ctx, tell),
    ),

  correctImportRows: async ({ params, body, system, now }) => {
    const scope = await openHospital(system, params.hospitalId);
    const parsed = noteFutureDays(correctedRows(body.rows), hospitalDay(now, scope.facts.timeZone));
    return writeRegister(scope, parsed, { includePast: body.includePast, checkOnly: false, now });
  },
} satisfies Handlers<'importEquipment' | 'correctImportRows'>;

async function importRegister(
  { id, body, uploads, system, now }: CallContext<'importEquipment'>,
  tell: (progress: ImportProgress) => void,
): Promise<ImportReport> {
  const file = uploads.find(({ field }) => field.toLowerCase() === 'file');
  if (!file) throw new ApiError('input.invalid', fileNeeded, { errors: { File: [fileNeeded] } });
  const scope = await openHospital(system, body.HospitalId);
  tell({ phase: 'reading', done: 0, total: 0 });
  const parsed = await parseImport(file.bytes, {
    sheetName: body.SheetName || undefined,
    chosen: await readChosen(scope),
  });
  const report = await writeRegister(scope, noteFutureDays(parsed, hospitalDay(now, scope.facts.timeZone)), {
    checkOnly: isYes(body.CheckOnly),
    includePast: isYes(body.IncludePast),
    ask: isYes(body.AskImportance),
    importance: chosenImportance(body.Importance),
    now,
    tell,
  });
  const { CheckOnly, SuccessCount: count } = report.result;
  if (!CheckOnly && count > 0) {
    const about = { kind: 'devices', id: '' } as const;
    await tellUsers(scope, { kind: 'importFinished', cause: id, at: now, about, facts: { count } });
  }
  return report;
}

async function openHospital(system: CallContext<'importEquipment'>['system'], id: string): Promise<WriteScope> {
  const scope = await system.inHospital(id);
  if (!scope) throw unknownRecord('hospital');
  return scope;
}

function chosenImportance(text: string): Record<string, Importance> {
  const chosen = importanceChoice.safeParse(parsedJson(text));
  if (!chosen.success)
    throw invalidField('Importance', 'Importance must be Critical or Non-Critical, by equipment name.');
  return chosen.data;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch {
    return undefined;
  }
}

const isYes = (value: boolean | 'true' | 'false') => value === true || value === 'true';

/** Returns the empty register that a hospital fills in. */
export const importDirectHandlers = {
  importTemplate: async ({ reply }) => {
    void reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', 'attachment; filename="equipment-import-template.xlsx"')
      .send(templateWorkbook());
  },
} satisfies DirectHandlers<'importTemplate'>;
