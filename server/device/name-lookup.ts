import { sql } from 'drizzle-orm';
import type { Importance } from '#contract/records/ward.ts';
import { sameKey } from '#contract/rules/text.ts';
import { department, equipment, equipmentMake, equipmentModel, makeEquipment, vendor } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';

/** Ids of named records, by `sameKey`. */
export type IdsByName = ReadonlyMap<string, string>;

/** The name and facts of a new equipment type. */
export interface NamedEquipment {
  name: string;
  importance?: Importance | undefined;
  description?: string | undefined;
}

/** A model, identified by its name, make and equipment. */
export interface NamedModel {
  name: string;
  makeId: string;
  equipmentId: string;
}

/** Returns the key of a model in the result of `findOrCreateModels`. */
export function modelKey({ name, makeId, equipmentId }: NamedModel): string {
  return `${makeId} ${equipmentId} ${sameKey(name)}`;
}

/** Finds the departments of these names and creates the missing ones. */
export async function findOrCreateDepartments(
  scope: WriteScope,
  names: readonly string[],
  now: Date,
): Promise<IdsByName> {
  const wanted = firstByKey(names, sameKey);
  const created = await scope.rows<{ id: string }>(sql`
    insert into ${department} (hospital_id, id, name, created_at)
    select ${scope.id}, gen_random_uuid()::text, wanted.name, ${now.toISOString()}::timestamptz
    from unnest(${sql.param(wanted)}::text[]) as wanted (name)
    on conflict do nothing returning id`);
  scope.touch('department', ...created.map(({ id }) => id));
  return idsByName(scope, department, wanted);
}

/** Finds the vendors of these names and creates the missing ones. */
export async function findOrCreateVendors(scope: WriteScope, names: readonly string[], now: Date): Promise<IdsByName> {
  const wanted = firstByKey(names, sameKey);
  await scope.rows(sql`
    insert into ${vendor} (hospital_id, id, name, types, created_at)
    select ${scope.id}, gen_random_uuid()::text, wanted.name, 'Vendor', ${now.toISOString()}::timestamptz
    from unnest(${sql.param(wanted)}::text[]) as wanted (name)
    on conflict do nothing`);
  return idsByName(scope, vendor, wanted);
}

/** Finds the makes of these names and creates the missing ones. */
export async function findOrCreateMakes(scope: WriteScope, names: readonly string[], now: Date): Promise<IdsByName> {
  const wanted = firstByKey(names, sameKey);
  await scope.rows(sql`
    insert into ${equipmentMake} (hospital_id, id, name, created_at)
    select ${scope.id}, gen_random_uuid()::text, wanted.name, ${now.toISOString()}::timestamptz
    from unnest(${sql.param(wanted)}::text[]) as wanted (name)
    on conflict do nothing`);
  return idsByName(scope, equipmentMake, wanted);
}

/** Finds the equipment types with these names and creates the missing ones; the first row with a name describes it. */
export async function findOrCreateEquipmentType(
  scope: WriteScope,
  named: readonly NamedEquipment[],
  now: Date,
): Promise<IdsByName> {
  const wanted = firstByKey(named, ({ name }) => sameKey(name));
  const names = wanted.map(({ name }) => name);
  const importances = wanted.map(({ importance }) => importance ?? 'Critical');
  const descriptions = wanted.map(({ description }) => description ?? '');
  await scope.rows(sql`
    insert into ${equipment} (hospital_id, id, name, importance, description, created_at)
    select ${scope.id}, gen_random_uuid()::text, wanted.name, wanted.importance, wanted.description,
      ${now.toISOString()}::timestamptz
    from unnest(${sql.param(names)}::text[], ${sql.param(importances)}::text[], ${sql.param(descriptions)}::text[])
      as wanted (name, importance, description)
    on conflict do nothing`);
  return idsByName(scope, equipment, names);
}

/** Finds the models and creates the missing ones; also records that each make builds the equipment of its models. */
export async function findOrCreateModels(
  scope: WriteScope,
  named: readonly NamedModel[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const models = firstByKey(named, modelKey);
  const names = models.map(({ name }) => name);
  const makeIds = models.map(({ makeId }) => makeId);
  const equipmentIds = models.map(({ equipmentId }) => equipmentId);
  const wanted = sql`unnest(${sql.param(names)}::text[], ${sql.param(makeIds)}::text[], ${sql.param(equipmentIds)}::text[])
    as wanted (name, make_id, equipment_id)`;
  await scope.rows(sql`
    insert into ${makeEquipment} (hospital_id, make_id, equipment_id)
    select distinct ${scope.id}, wanted.make_id, wanted.equipment_id from ${wanted}
    on conflict do nothing`);
  await scope.rows(sql`
    insert into ${equipmentModel} (hospital_id, id, name, make_id, equipment_id, created_at)
    select ${scope.id}, gen_random_uuid()::text, wanted.name, wanted.make_id, wanted.equipment_id,
      ${now.toISOString()}::timestamptz
    from ${wanted} on conflict do nothing`);
  const rows = await scope.rows<{ [K in keyof NamedModel | 'id']: string }>(sql`
    select m.id, wanted.name, wanted.make_id as "makeId", wanted.equipment_id as "equipmentId"
    from ${wanted}
    join ${equipmentModel} m on m.hospital_id = ${scope.id} and m.retired_at is null and m.make_id = wanted.make_id
      and m.equipment_id = wanted.equipment_id and not m.is_twin and ward_key(m.name) = ward_key(wanted.name)`);
  return new Map(rows.map((row) => [modelKey(row), row.id]));
}

type NamedTable = typeof department | typeof vendor | typeof equipmentMake | typeof equipment;

async function idsByName(scope: WriteScope, table: NamedTable, names: readonly string[]): Promise<IdsByName> {
  const rows = await scope.rows<{ id: string; name: string }>(sql`
    select known.id, wanted.name from unnest(${sql.param(names)}::text[]) as wanted (name)
    join ${table} known on known.hospital_id = ${scope.id} and known.retired_at is null
      and not known.is_twin and ward_key(known.name) = ward_key(wanted.name)`);
  return new Map(rows.map(({ id, name }) => [sameKey(name), id]));
}

function firstByKey<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const first = new Map<string, T>();
  for (const item of items) {
    const key = keyOf(item);
    if (!first.has(key)) first.set(key, item);
  }
  return [...first.values()];
}
