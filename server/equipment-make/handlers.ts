import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { MakeRow } from '#contract/calls/equipment-make.ts';
import type { Handlers } from '../context.ts';
import { deviceHolds, refusingTakenName, requireUnused, touchDevices } from '../records/named-record.ts';
import { namedPage, type PageRow } from '../records/page.ts';
import { equipmentMake } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import { lockRegister } from '../device/add-devices.ts';
import { acceptEdit } from '../records/accept-edit.ts';
import { withRevision } from '../records/revision.ts';
import { readBuilt, writeBuilt } from './built.ts';
import { makeUptimes } from './make-uptime.ts';
import { finderOf, refuseMerged } from '../records/living.ts';

const refusingTaken = <T>(write: () => Promise<T>): Promise<T> =>
  refusingTakenName('equipment_make_name', 'A make with this name already exists.', write);

type NamedMake = Omit<MakeRow, 'upTime' | 'installBase'>;

const namedMakes = namedPage<NamedMake>((hospital) => ({
  from: sql`equipment_make x where x.hospital_id = ${hospital.id} and x.retired_at is null`,
  columns: sql`x.id, x.name, (
    select count(*)::int from make_equipment b
    join equipment e on e.hospital_id = b.hospital_id and e.id = b.equipment_id and e.retired_at is null
    where b.hospital_id = x.hospital_id and b.make_id = x.id
  ) as "noOfEquipment"`,
}));

const findMake = finderOf(equipmentMake, 'make');

/** Makes: the manufacturers of equipment. */
export const equipmentMakeHandlers = {
  makePage: async ({ query, hospital, now, services }) => {
    const [row] = await hospital.rows<PageRow<NamedMake>>(namedMakes.statement({ query, hospital }));
    const page = namedMakes.answer(row!, { query, hospital });
    const ids = page.items.map(({ id }) => id);
    const bases = await services.kept.installBases.read(hospital, { key: ids.join(' ') }, () =>
      readInstallBases(hospital, ids),
    );
    const items = page.items.map((row) => ({ ...row, installBase: bases.get(row.id) ?? 0 }));
    const upTimeOf = await makeUptimes(hospital, items, now);
    return { ...page, items: items.map((row) => ({ ...row, upTime: upTimeOf(row.id) })) };
  },

  make: async ({ params, hospital }) => presentMake(hospital, await findMake(hospital, params.id)),

  createMake: async ({ body, hospital, now }) => {
    const row = { id: randomUUID(), name: body.name };
    await refusingTaken(() => hospital.insert(equipmentMake, { ...row, createdAt: now }));
    const ids = body.equipmentIds.split(',').map((id) => id.trim());
    await writeBuilt(hospital, row.id, ids.filter(Boolean), 'equipmentIds');
    return presentMake(hospital, row);
  },

  updateMake: async ({ params, body: sent, hospital, now }) => {
    const known = await findMake(hospital, params.id, { lock: true });
    const body = await acceptEdit(hospital, { kind: 'make', sent, current: await presentMake(hospital, known), now });
    const { name } = body;
    await refusingTaken(() => hospital.update(equipmentMake, { name }, eq(equipmentMake.id, known.id)));
    await writeBuilt(
      hospital,
      known.id,
      body.equipment.map(({ id }) => id),
      'equipment',
    );
    if (name !== known.name) await touchDevices(hospital, sql`i.make_id = ${known.id}`);
    return presentMake(hospital, { id: known.id, name });
  },

  deleteMake: async ({ params, hospital, now }) => {
    const known = await findMake(hospital, params.id, { lock: true });
    await lockRegister(hospital);
    requireUnused(known.name, 'make', await deviceHolds(hospital, 'make_id', known.id));
    await hospital.update(equipmentMake, { retiredAt: now }, eq(equipmentMake.id, known.id));
  },

  restoreMake: async ({ params, hospital }) => {
    await refuseMerged(hospital, equipmentMake, params.id);
    await refusingTaken(() => hospital.update(equipmentMake, { retiredAt: null }, eq(equipmentMake.id, params.id)));
    return presentMake(hospital, await findMake(hospital, params.id));
  },
} satisfies Handlers<'makePage' | 'make' | 'createMake' | 'updateMake' | 'deleteMake' | 'restoreMake'>;

/** Counts the installed devices of makes, by make. */
export async function readInstallBases(scope: HospitalScope, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await scope.rows<{ id: string; count: number }>(sql`
    select make_id as id, count(*)::int as count from installation
    where hospital_id = ${scope.id} and make_id = any(${sql.param(ids)}::text[]) and retired_at is null
    group by make_id`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

async function presentMake(scope: HospitalScope, { id, name }: { id: string; name: string }) {
  const built = await readBuilt(scope, id);
  return withRevision({ id, name, equipment: built }, { id, name, equipment: built.map((each) => each.id).sort() });
}
