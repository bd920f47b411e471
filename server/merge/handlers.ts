import { and, eq, getTableName, isNull, sql } from 'drizzle-orm';
import { type MergeKind, mergeNouns } from '#contract/rules/merge-kinds.ts';
import { sameKey } from '#contract/rules/text.ts';
import type { Handlers } from '../context.ts';
import { isoInstant } from '../db/database.ts';
import {
  contactPerson,
  department,
  equipment,
  equipmentMake,
  equipmentModel,
  recordMerge,
  vendor,
} from '../db/schema.ts';
import type { HospitalScope, WriteScope } from '../db/scope.ts';
import { lockRegister } from '../device/add-devices.ts';
import { ApiError, invalidField, unknownRecord } from '../problem.ts';
import { isLiving } from '../records/living.ts';
import { refusingTakenName } from '../records/named-record.ts';
import { settleDevices } from '../task/plan.ts';
import { prepareEquipment, refuseUnsafe, returnEquipment } from './equipment.ts';
import { moveLinks, returnLinks } from './links.ts';
import { moveReference, type MovedRows, references, touchMoved } from './references.ts';

/** How long a merge can be undone. Units: milliseconds. */
const undoMs = 60 * 60_000;

const tables = {
  vendor,
  contactPerson,
  department,
  equipmentType: equipment,
  make: equipmentMake,
  model: equipmentModel,
};

/**
 * Merges two master data records of the same kind: everything that names one then names the other, in one transaction.
 */
export const mergeHandlers = {
  recentMerges: async ({ params: { kind, id }, hospital, now }) => {
    const rows = await hospital.rows<{ id: string; name: string; at: string }>(sql`
      select m.from_id as id, x.name, m.merged_at as at from record_merge m
      join ${tables[kind]} x on x.hospital_id = m.hospital_id and x.id = m.from_id
      where m.hospital_id = ${hospital.id} and m.kind = ${kind} and m.into_id = ${id} and m.undone_at is null
        and m.merged_at > ${oldest(now)}::timestamptz
      order by m.merged_at desc, m.id`);
    return rows.map(({ at, ...row }) => ({ ...row, mergedAt: isoInstant(at) }));
  },

  mergeRecords: async ({ params: { kind, id: fromId }, body: { intoId }, hospital, id, now }) => {
    if (intoId === fromId) throw invalidField('intoId', `Please choose another ${mergeNouns[kind]}.`);
    await lockRegister(hospital);
    const found = new Map<string, Awaited<ReturnType<typeof findLiving>>>();
    for (const each of [fromId, intoId].sort()) found.set(each, await findLiving(hospital, kind, each));
    const from = found.get(fromId);
    const into = found.get(intoId);
    if (!from) throw unknownRecord(mergeNouns[kind]);
    if (!into) throw invalidField('intoId', `This ${mergeNouns[kind]} does not exist.`);
    const two = { from: { id: fromId, name: from.name }, to: { id: intoId, name: into.name } };
    await refuseUnsafe(hospital, kind, two);
    const moved: MovedRows = await prepareEquipment(hospital, kind, two, now);
    for (const reference of references[kind]) {
      moved[reference] = await moveReference(hospital, reference, { from: fromId, to: intoId });
    }
    Object.assign(moved, await moveLinks(hospital, kind, { from: fromId, to: intoId }));
    await hospital.update(tables[kind], { retiredAt: now }, eq(tables[kind].id, fromId));
    const wasTwin = into.isTwin && !from.isTwin && sameKey(into.name) === sameKey(from.name);
    if (wasTwin) await setTwin(hospital, kind, intoId, false);
    await hospital.insert(recordMerge, { id, kind, fromId, intoId, mergedAt: now, moved, wasTwin });
    await settlePlans(hospital, kind, { intoId, moved }, now);
    await touchMoved(hospital, moved);
    if (kind === 'department') hospital.tombstone('department', fromId);
    return { id: fromId, intoId };
  },

  undoMerge: async ({ params: { kind, id: fromId }, hospital, now }) => {
    await lockRegister(hospital);
    const merge = await hospital.find(
      recordMerge,
      and(eq(recordMerge.kind, kind), eq(recordMerge.fromId, fromId), isNull(recordMerge.undoneAt))!,
      { lock: true },
    );
    if (!merge) throw unknownRecord('merge');
    if (merge.mergedAt < new Date(oldest(now))) {
      throw new ApiError('record.gone', 'A merge can be undone for an hour.');
    }
    const { intoId, moved } = merge;
    const into = await findLiving(hospital, kind, intoId);
    if (!into) {
      throw new ApiError(
        'record.gone',
        `The ${mergeNouns[kind]} that it was merged into has been deleted or merged since.`,
      );
    }
    for (const reference of references[kind]) {
      await moveReference(hospital, reference, { from: intoId, to: fromId, only: moved[reference] ?? [] });
    }
    await returnLinks(hospital, kind, { from: fromId, to: intoId }, moved);
    await returnEquipment(hospital, kind, fromId, moved);
    if (merge.wasTwin) await setTwin(hospital, kind, intoId, true);
    const table = tables[kind];
    await refusingTakenName(`${getTableName(table)}_name`, `A ${mergeNouns[kind]} with this name already exists.`, () =>
      hospital.update(table, { retiredAt: null }, eq(table.id, fromId)),
    );
    await hospital.update(recordMerge, { undoneAt: now }, eq(recordMerge.id, merge.id));
    await settlePlans(hospital, kind, { intoId, moved }, now);
    await touchMoved(hospital, moved);
    if (kind === 'department') hospital.touch('department', fromId);
    return { id: fromId, intoId };
  },
} satisfies Handlers<'recentMerges' | 'mergeRecords' | 'undoMerge'>;

const oldest = (now: Date): string => new Date(now.getTime() - undoMs).toISOString();

/** Updates the tasks of devices that come under the schedules of another type or model, or leave them. */
async function settlePlans(
  scope: WriteScope,
  kind: MergeKind,
  { intoId, moved }: { intoId: string; moved: MovedRows },
  now: Date,
): Promise<void> {
  if (kind !== 'equipmentType' && kind !== 'model') return;
  const column = kind === 'model' ? 'model_id' : 'equipment_id';
  const [planned] = await scope.rows(sql`
    select from schedule where hospital_id = ${scope.id} and ${sql.identifier(column)} = ${intoId} limit 1`);
  const ids = moved[`installation.${column}`] ?? [];
  if (planned && ids.length > 0) await settleDevices(scope, ids, now);
}

/** Finds a record in use and locks it; contact persons have no duplicates, since their names may repeat. */
async function findLiving(scope: HospitalScope, kind: MergeKind, id: string) {
  const table = tables[kind];
  // Waits for writers that have just chosen the record and only keep it from being deleted.
  await scope.rows(sql`select id from ${table} where hospital_id = ${scope.id} and id = ${id} for update`);
  const row = await scope.find(table, isLiving(table, id), { lock: true });
  return row && { name: row.name, isTwin: 'isTwin' in row && row.isTwin === true };
}

/** Says whether a record shares its name with an older one; without that it counts for the unique index. */
async function setTwin(scope: WriteScope, kind: MergeKind, id: string, isTwin: boolean): Promise<void> {
  if (kind === 'contactPerson') return;
  await scope.update(tables[kind], { isTwin }, eq(tables[kind].id, id));
}
