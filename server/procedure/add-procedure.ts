import type { Step } from '#contract/records/procedure.ts';
import { procedure, procedureVersion } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';

/** The content of a procedure. */
export interface ProcedureFields {
  name: string;
  steps: Step[];
  equipmentIds: string[];
  modelIds: string[];
}

/** The author and time of added procedures. */
export interface AddContext {
  by: string;
  now: Date;
  newId: () => string;
}

/** Writes a procedure with its first version. */
export async function addProcedure(scope: WriteScope, fields: ProcedureFields, { by, now, newId }: AddContext) {
  const { steps, ...columns } = fields;
  const row = { ...columns, id: newId(), version: 1, createdAt: now, retiredAt: null, hospitalId: scope.id };
  await scope.insert(procedure, row);
  const { id: procedureId, name, version } = row;
  await scope.insert(procedureVersion, { procedureId, version, name, steps, createdAt: now, createdBy: by });
  scope.touch('procedure', procedureId);
  return row;
}
