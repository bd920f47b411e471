import { and, eq, isNull, sql } from 'drizzle-orm';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { equipment, equipmentMake, installation } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { lockRegister } from '../device/add-devices.ts';
import { goneSince, invalidField } from '../problem.ts';

/** The columns of a model besides its id. */
export interface ModelColumns {
  name: string;
  makeId: string;
  equipmentId: string;
}

/**
 * Locks make and equipment of a model, so that nobody can delete them in the meantime, and records that the make builds
 * this equipment, as the model implies. Throws: ApiError `input.invalid` at the field whose record the hospital does
 * not have.
 */
export async function requireParts(scope: WriteScope, { makeId, equipmentId }: ModelColumns): Promise<void> {
  const lock = { lock: true };
  const make = and(eq(equipmentMake.id, makeId), isNull(equipmentMake.retiredAt));
  if (!(await scope.find(equipmentMake, make!, lock))) {
    throw invalidField('equipmentMakeId', 'This make does not exist.');
  }
  const kind = and(eq(equipment.id, equipmentId), isNull(equipment.retiredAt));
  if (!(await scope.find(equipment, kind!, lock))) throw invalidField('equipmentId', 'This equipment does not exist.');
  await scope.rows(sql`
    insert into make_equipment (hospital_id, make_id, equipment_id) values (${scope.id}, ${makeId}, ${equipmentId})
    on conflict do nothing`);
}

/**
 * Refuses to restore a retired model whose make or equipment no longer exists. Throws: ApiError `record.gone` that
 * names what is missing.
 */
export async function refuseGoneParts(scope: WriteScope, { name, makeId, equipmentId }: ModelColumns): Promise<void> {
  const make = await scope.find(equipmentMake, eq(equipmentMake.id, makeId));
  if (make?.retiredAt) throw goneSince(name, 'make', make.name);
  const kind = await scope.find(equipment, eq(equipment.id, equipmentId));
  if (kind?.retiredAt) throw goneSince(name, 'equipment', kind.name);
}

/**
 * Moves the devices of a model along with it to another make or equipment. A warranty over them that named the old one
 * now covers several. Source: docs/decisions/113-warranties.md
 */
export async function moveDevices(
  scope: WriteScope,
  before: ModelColumns & { id: string },
  { makeId, equipmentId }: ModelColumns,
  now: Date,
): Promise<void> {
  if (makeId === before.makeId && equipmentId === before.equipmentId) return;
  await lockRegister(scope);
  const typeSince = equipmentId === before.equipmentId ? {} : { typeSince: hospitalDay(now, scope.facts.timeZone) };
  await scope.update(installation, { makeId, equipmentId, ...typeSince }, eq(installation.modelId, before.id));
  await scope.rows(sql`
    update warranty w
    set equipment_id = case when w.equipment_id = ${equipmentId} then w.equipment_id end,
      make_id = case when w.make_id = ${makeId} then w.make_id end
    where w.hospital_id = ${scope.id} and w.id in (
      select s.warranty_id from warranty_serial s
      join installation i on i.hospital_id = s.hospital_id and i.id = s.device_id
      where s.hospital_id = ${scope.id} and i.model_id = ${before.id}
    )`);
}
