import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import type { ProcedureDetails, ProcedureRow } from '#contract/calls/procedure.ts';
import type { Handlers } from '../context.ts';
import { procedure, procedureVersion } from '../db/schema.ts';
import type { HospitalScope, WriteScope } from '../db/scope.ts';
import { lockRegister } from '../device/add-devices.ts';
import { invalidField, unknownRecord } from '../problem.ts';
import { refusingTakenName } from '../records/named-record.ts';
import { namedPage } from '../records/page.ts';
import { mergedSentence } from '../records/survivor.ts';
import { acceptEdit } from '../records/accept-edit.ts';
import { withRevision } from '../records/revision.ts';
import { addProcedure, type ProcedureFields } from './add-procedure.ts';
import { addStarters } from './starter/add-starters.ts';
import { finderOf } from '../records/living.ts';

type ProcedureTable = Pick<typeof procedure.$inferSelect, 'id' | 'name' | 'version' | 'equipmentIds' | 'modelIds'>;
type ProcedureCalls =
  | 'procedurePage'
  | 'procedure'
  | 'procedureVersion'
  | 'createProcedure'
  | 'updateProcedure'
  | 'copyProcedure'
  | 'deleteProcedure'
  | 'restoreProcedure'
  | 'addStarterProcedures';

const refusingTaken = <T>(write: () => Promise<T>): Promise<T> =>
  refusingTakenName('procedure_name', 'A procedure with this name already exists.', write);

const findProcedure = finderOf(procedure, 'procedure');

/**
 * Procedures: how devices are tested. A change of name or steps creates a new version. Source: docs/product.md P100.
 */
export const procedureHandlers = {
  procedurePage: namedPage<ProcedureRow>((hospital) => ({
    from: sql`procedure x where x.hospital_id = ${hospital.id} and x.retired_at is null`,
    columns: sql`x.id, x.name, x.version, jsonb_array_length(v.steps) as "stepCount", (
        select count(*)::int from jsonb_array_elements(v.steps) s where s ->> 'isConfirmed' = 'false'
      ) as "unconfirmedCount", (
        select count(*)::int from jsonb_array_elements(v.steps) s where s ->> 'upper' is null
          and (s ->> 'kind' = 'electrical' or (s ->> 'kind' = 'reading' and s ->> 'lower' is null))
      ) as "unlimitedCount", (
        select case when count(*) filter (where s ->> 'method' like 'applied-part%') = 0
          then max(s ->> 'appliedPart') filter (where s ->> 'method' like 'leakage%' and s ->> 'appliedPart' in ('BF', 'CF')) end
        from jsonb_array_elements(v.steps) s
      ) as "unmeasuredPart", coalesce((
        select string_agg(n.name, ', ' order by n.name_order) from (
          select e.name, e.name_order from equipment e where e.hospital_id = x.hospital_id and e.id = any(x.equipment_ids)
          union all
          select m.name, m.name_order from equipment_model m where m.hospital_id = x.hospital_id and m.id = any(x.model_ids)
        ) n
      ), '') as "usedFor"`,
    joins: sql`join procedure_version v on v.hospital_id = x.hospital_id and v.procedure_id = x.id
      and v.version = x.version`,
  })),

  procedure: async ({ params, hospital }) => present(hospital, await findProcedure(hospital, params.id)),

  procedureVersion: async ({ params, query, hospital }) => {
    const { name, version, steps } = await readVersion(hospital, params.id, query.version);
    return { name, version, steps };
  },

  createProcedure: async ({ body, hospital, actor, now }) => {
    await requireTargets(hospital, body);
    const row = await add(hospital, body, actor.name, now);
    return present(hospital, row);
  },

  updateProcedure: async ({ params, body: sent, hospital, actor, now }) => {
    const known = await findProcedure(hospital, params.id, { lock: true });
    const current = await present(hospital, known);
    const body = await acceptEdit(hospital, { kind: 'procedure', sent, current, now });
    await requireTargets(hospital, body);
    const { name, steps, equipmentIds, modelIds } = body;
    const isSame = name === known.name && isDeepStrictEqual(steps, current.steps);
    const version = isSame ? known.version : known.version + 1;
    if (!isSame) {
      const made = { procedureId: known.id, version, name, steps, createdAt: now, createdBy: actor.name };
      await hospital.insert(procedureVersion, made);
    }
    const changes = { name, version, equipmentIds, modelIds };
    await refusingTaken(() => hospital.update(procedure, changes, eq(procedure.id, known.id)));
    hospital.touch('procedure', known.id);
    return present(hospital, { ...known, ...changes });
  },

  copyProcedure: async ({ params, body, hospital, actor, now }) => {
    const known = await findProcedure(hospital, params.id);
    const { steps } = await readVersion(hospital, known.id, known.version);
    const row = await add(hospital, { name: body.name, steps, equipmentIds: [], modelIds: [] }, actor.name, now);
    return present(hospital, row);
  },

  deleteProcedure: async ({ params, hospital, now }) => {
    const known = await findProcedure(hospital, params.id, { lock: true });
    await hospital.update(procedure, { retiredAt: now }, eq(procedure.id, known.id));
    hospital.tombstone('procedure', known.id);
  },

  restoreProcedure: async ({ params, hospital }) => {
    const row = await hospital.find(procedure, eq(procedure.id, params.id), { lock: true });
    if (!row) throw unknownRecord('procedure');
    await refusingTaken(() => hospital.update(procedure, { retiredAt: null }, eq(procedure.id, row.id)));
    hospital.touch('procedure', row.id);
    return present(hospital, row);
  },

  addStarterProcedures: async ({ hospital, actor, now }) => {
    // Of two concurrent requests, the second finds what the first has created.
    await lockRegister(hospital);
    return addStarters(hospital, { by: actor.name, now, newId: randomUUID });
  },
} satisfies Handlers<ProcedureCalls>;

async function add(scope: WriteScope, fields: ProcedureFields, by: string, now: Date) {
  return refusingTaken(() => addProcedure(scope, fields, { by, now, newId: randomUUID }));
}

/** Reads a version of a procedure, even a retired one. Throws: ApiError `record.unknown`. */
export async function readVersion(scope: HospitalScope, procedureId: string, version: number) {
  const which = and(eq(procedureVersion.procedureId, procedureId), eq(procedureVersion.version, version))!;
  const row = await scope.find(procedureVersion, which);
  if (!row) throw unknownRecord('procedure');
  return row;
}

async function present(scope: HospitalScope, row: ProcedureTable): Promise<ProcedureDetails> {
  const { id, name, version, equipmentIds, modelIds } = row;
  const { steps } = await readVersion(scope, id, version);
  return withRevision({ id, name, version, steps, equipmentIds, modelIds });
}

/**
 * Checks that this hospital has the records that a procedure applies to.
 * Throws: ApiError `input.invalid` at the field of a missing one.
 */
async function requireTargets(
  scope: HospitalScope,
  { equipmentIds, modelIds }: Pick<ProcedureFields, 'equipmentIds' | 'modelIds'>,
): Promise<void> {
  const [found] = await scope.rows<{ types: string[] | null; models: string[] | null }>(sql`
    select
      (select array_agg(id) from equipment where hospital_id = ${scope.id}
        and id = any(${sql.param(equipmentIds)}::text[])) as types,
      (select array_agg(id) from equipment_model where hospital_id = ${scope.id}
        and id = any(${sql.param(modelIds)}::text[])) as models`);
  for (const [field, ids] of Object.entries({ equipmentIds, modelIds })) {
    const merged = await mergedSentence(scope, ids);
    if (merged !== undefined) throw invalidField(field, `${merged} Choose again.`);
  }
  const [types, models] = [new Set(found?.types), new Set(found?.models)];
  if (equipmentIds.some((id) => !types.has(id)))
    throw invalidField('equipmentIds', 'One of these equipment types does not exist.');
  if (modelIds.some((id) => !models.has(id))) throw invalidField('modelIds', 'One of these models does not exist.');
}
