import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { ModelRow } from '#contract/calls/equipment-model.ts';
import type { Handlers } from '../context.ts';
import { installedDevices, refusingTakenName, requireUnused, touchDevices } from '../records/named-record.ts';
import { namedPage } from '../records/page.ts';
import { equipmentModel } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import { readBuilt } from '../equipment-make/built.ts';
import { lockRegister } from '../device/add-devices.ts';
import { unknownRecord } from '../problem.ts';
import { acceptEdit } from '../records/accept-edit.ts';
import { withRevision } from '../records/revision.ts';
import { moveDevices, refuseGoneParts, requireParts, type ModelColumns } from './model-parts.ts';
import { finderOf, refuseMerged } from '../records/living.ts';

const refusingTaken = <T>(write: () => Promise<T>): Promise<T> =>
  refusingTakenName('equipment_model_name', 'This make has a model with this name for this equipment already.', write);

const names = sql`
  join equipment_make k on k.hospital_id = x.hospital_id and k.id = x.make_id
  join equipment e on e.hospital_id = x.hospital_id and e.id = x.equipment_id`;
const columns = sql`x.id, x.name, x.make_id as "equipmentMakeId", k.name as "equipmentMakeName",
  x.equipment_id as "equipmentId", e.name as "equipmentName", x.hospital_id as "hospitalId"`;

const findModel = finderOf(equipmentModel, 'model');

/** Models: products of a make, each of one equipment type. */
export const equipmentModelHandlers = {
  modelPage: namedPage<ModelRow>((hospital) => ({
    from: sql`equipment_model x where x.hospital_id = ${hospital.id} and x.retired_at is null`,
    found: (has) => sql`${has(sql`x.search`)} or x.make_id = any(array(
      select id from equipment_make where hospital_id = ${hospital.id} and ${has(sql`search`)}))`,
    columns,
    joins: names,
  })),

  modelMakes: ({ hospital }) =>
    hospital.rows<{ id: string; name: string }>(sql`
      select id, name from equipment_make
      where hospital_id = ${hospital.id} and retired_at is null order by name_order, id`),

  modelEquipmentsByMake: ({ params, hospital }) => readBuilt(hospital, params.makeId),

  model: ({ params, hospital }) => readModel(hospital, params.id),

  createModel: async ({ body, hospital, now }) => {
    const row = { id: randomUUID(), ...columnsOf(body) };
    await requireParts(hospital, row);
    await refusingTaken(() => hospital.insert(equipmentModel, { ...row, createdAt: now }));
    return readModel(hospital, row.id);
  },

  updateModel: async ({ params, body: sent, hospital, now }) => {
    const known = await findModel(hospital, params.id, { lock: true });
    const body = await acceptEdit(hospital, { kind: 'model', sent, current: await readModel(hospital, known.id), now });
    const changes = columnsOf(body);
    await requireParts(hospital, changes);
    await refusingTaken(() => hospital.update(equipmentModel, changes, eq(equipmentModel.id, known.id)));
    await moveDevices(hospital, known, changes, now);
    const isShownAnew = (['name', 'makeId', 'equipmentId'] as const).some((field) => changes[field] !== known[field]);
    if (isShownAnew) await touchDevices(hospital, sql`i.model_id = ${known.id}`);
    return readModel(hospital, known.id);
  },

  deleteModel: async ({ params, hospital, now }) => {
    const known = await findModel(hospital, params.id, { lock: true });
    await lockRegister(hospital);
    const [row] = await hospital.rows<{ devices: number }>(sql`
      select count(*)::int as devices from installation
      where hospital_id = ${hospital.id} and model_id = ${known.id} and retired_at is null`);
    requireUnused(known.name, 'model', [installedDevices(row?.devices ?? 0)]);
    await hospital.update(equipmentModel, { retiredAt: now }, eq(equipmentModel.id, known.id));
  },

  restoreModel: async ({ params, hospital }) => {
    await refuseMerged(hospital, equipmentModel, params.id);
    const row = await hospital.find(equipmentModel, eq(equipmentModel.id, params.id), { lock: true });
    if (!row) throw unknownRecord('model');
    await refuseGoneParts(hospital, row);
    await requireParts(hospital, row);
    await refusingTaken(() => hospital.update(equipmentModel, { retiredAt: null }, eq(equipmentModel.id, row.id)));
    return readModel(hospital, row.id);
  },
} satisfies Handlers<
  | 'modelPage'
  | 'modelMakes'
  | 'modelEquipmentsByMake'
  | 'model'
  | 'createModel'
  | 'updateModel'
  | 'deleteModel'
  | 'restoreModel'
>;

function columnsOf(body: { name: string; equipmentMakeId: string; equipmentId: string }): ModelColumns {
  return { name: body.name, makeId: body.equipmentMakeId, equipmentId: body.equipmentId };
}

async function readModel(scope: HospitalScope, id: string) {
  const [row] = await scope.rows<ModelRow & Record<string, unknown>>(sql`
    select ${columns} from equipment_model x ${names}
    where x.hospital_id = ${scope.id} and x.id = ${id} and x.retired_at is null`);
  if (!row) throw unknownRecord('model');
  const { name, equipmentMakeId, equipmentId } = row;
  return withRevision<ModelRow>(row, { id, name, equipmentMakeId, equipmentId });
}
