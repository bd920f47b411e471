import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { equipment, equipmentModel, makeEquipment } from '../db/schema.ts';
import type { HospitalScope, WriteScope } from '../db/scope.ts';
import { ApiError, invalidField } from '../problem.ts';

/** An equipment type as a make's form shows it. */
export type BuiltEquipment = { id: string; name: string };

/** Lists the equipment in use that a make builds, by name. */
export function readBuilt(scope: HospitalScope, makeId: string): Promise<BuiltEquipment[]> {
  return scope.rows<BuiltEquipment>(sql`
    select e.id, e.name from make_equipment b
    join equipment e on e.hospital_id = b.hospital_id and e.id = b.equipment_id and e.retired_at is null
    where b.hospital_id = ${scope.id} and b.make_id = ${makeId} order by e.name_order, e.id`);
}

/**
 * Sets the equipment of a make from its form. Retired equipment stays linked, so that it still has its makes after a
 * restore. Throws: ApiError `input.invalid` at `field` for equipment the hospital does not have; `record.in_use` when
 * models of this make belong to removed equipment.
 */
export async function writeBuilt(
  scope: WriteScope,
  makeId: string,
  ids: readonly string[],
  field: 'equipment' | 'equipmentIds',
): Promise<void> {
  const chosen = new Set(ids);
  const found = await scope.list(equipment, and(inArray(equipment.id, [...chosen]), isNull(equipment.retiredAt)));
  if (found.length < chosen.size) throw invalidField(field, 'This equipment does not exist.');
  const before = await readBuilt(scope, makeId);
  const known = new Set(before.map(({ id }) => id));
  const gone = before.filter(({ id }) => !chosen.has(id));
  if (gone.length > 0) {
    await requireNoModels(scope, makeId, gone);
    const isGone = inArray(
      makeEquipment.equipmentId,
      gone.map(({ id }) => id),
    );
    await scope.remove(makeEquipment, and(eq(makeEquipment.makeId, makeId), isGone)!);
  }
  const added = [...chosen].filter((id) => !known.has(id));
  await scope.insert(
    makeEquipment,
    added.map((equipmentId) => ({ makeId, equipmentId })),
  );
}

async function requireNoModels(scope: WriteScope, makeId: string, gone: readonly BuiltEquipment[]): Promise<void> {
  const isOfGone = inArray(
    equipmentModel.equipmentId,
    gone.map(({ id }) => id),
  );
  const [model] = await scope.list(
    equipmentModel,
    and(eq(equipmentModel.makeId, makeId), isOfGone, isNull(equipmentModel.retiredAt)),
    { orderBy: asc(equipmentModel.nameOrder), limit: 1 },
  );
  if (!model) return;
  const name = gone.find(({ id }) => id === model.equipmentId)?.name ?? '';
  const sentence = `${name} cannot be taken out: the model ${model.name} is of it.`;
  throw new ApiError('record.in_use', sentence, { errors: { equipment: [sentence] } });
}
