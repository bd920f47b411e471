import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { EquipmentTypeRow } from '#contract/calls/equipment-type.ts';
import type { Handlers } from '../context.ts';
import { deviceHolds, refusingTakenName, requireUnused, touchDevices } from '../records/named-record.ts';
import { namedPage } from '../records/page.ts';
import { equipment } from '../db/schema.ts';
import { lockRegister } from '../device/add-devices.ts';
import { acceptEdit } from '../records/accept-edit.ts';
import { withRevision } from '../records/revision.ts';
import { finderOf, refuseMerged } from '../records/living.ts';

type Option = { id: string; name: string };

const refusingTaken = <T>(write: () => Promise<T>): Promise<T> =>
  refusingTakenName('equipment_name', 'Equipment with this name already exists.', write);

const findEquipmentType = finderOf(equipment, 'equipment');

/** Equipment types, such as Ventilator. */
export const equipmentTypeHandlers = {
  equipmentTypePage: namedPage<EquipmentTypeRow>((hospital) => ({
    from: sql`equipment x where x.hospital_id = ${hospital.id} and x.retired_at is null`,
    columns: sql`x.id, x.name, x.description, x.importance as "equipmentImportance",
      x.hospital_id as "hospitalId", (
      select count(*)::int from installation i
      where i.hospital_id = x.hospital_id and i.equipment_id = x.id and i.retired_at is null
    ) as "noOfItems"`,
  })),

  allEquipmentTypes: ({ hospital }) =>
    hospital.rows<Option>(sql`
      select id, name from equipment where hospital_id = ${hospital.id} and retired_at is null order by name_order, id`),

  equipmentTypeDropdown: ({ hospital }) =>
    hospital.rows<Option & { makes: Option[] }>(sql`
      select e.id, e.name, coalesce(built.makes, '[]') as makes
      from equipment e
      left join (
        select b.equipment_id, json_agg(json_build_object('id', k.id, 'name', k.name) order by k.name_order, k.id) as makes
        from make_equipment b
        join equipment_make k on k.hospital_id = b.hospital_id and k.id = b.make_id and k.retired_at is null
        where b.hospital_id = ${hospital.id} group by b.equipment_id
      ) built on built.equipment_id = e.id
      where e.hospital_id = ${hospital.id} and e.retired_at is null order by e.name_order, e.id`),

  equipment: async ({ params, hospital }) => presentEquipmentType(await findEquipmentType(hospital, params.id)),

  createEquipmentType: async ({ body, hospital, now }) => {
    const { name, description, equipmentImportance: importance } = body;
    const row = { id: randomUUID(), name, description, importance, hospitalId: hospital.id };
    await refusingTaken(() => hospital.insert(equipment, { ...row, createdAt: now }));
    return presentEquipmentType(row);
  },

  updateEquipmentType: async ({ params, body: sent, hospital, now }) => {
    const known = await findEquipmentType(hospital, params.id, { lock: true });
    const body = await acceptEdit(hospital, { kind: 'equipmentType', sent, current: presentEquipmentType(known), now });
    const { name, description, equipmentImportance: importance } = body;
    const changes = { name, description, importance };
    await refusingTaken(() => hospital.update(equipment, changes, eq(equipment.id, known.id)));
    if (name !== known.name || importance !== known.importance) {
      await touchDevices(hospital, sql`i.equipment_id = ${known.id}`);
    }
    return presentEquipmentType({ ...known, ...changes });
  },

  deleteEquipmentType: async ({ params, hospital, now }) => {
    const known = await findEquipmentType(hospital, params.id, { lock: true });
    await lockRegister(hospital);
    requireUnused(known.name, 'equipment', await deviceHolds(hospital, 'equipment_id', known.id));
    await hospital.update(equipment, { retiredAt: now }, eq(equipment.id, known.id));
  },

  restoreEquipmentType: async ({ params, hospital }) => {
    await refuseMerged(hospital, equipment, params.id);
    await refusingTaken(() => hospital.update(equipment, { retiredAt: null }, eq(equipment.id, params.id)));
    return presentEquipmentType(await findEquipmentType(hospital, params.id));
  },
} satisfies Handlers<
  | 'equipmentTypePage'
  | 'allEquipmentTypes'
  | 'equipmentTypeDropdown'
  | 'equipment'
  | 'createEquipmentType'
  | 'updateEquipmentType'
  | 'deleteEquipmentType'
  | 'restoreEquipmentType'
>;

type EquipmentColumns = Pick<
  typeof equipment.$inferSelect,
  'id' | 'name' | 'description' | 'importance' | 'hospitalId'
>;

function presentEquipmentType({ id, name, description, importance, hospitalId }: EquipmentColumns) {
  return withRevision({ id, name, description, equipmentImportance: importance, hospitalId });
}
