import { sql } from 'drizzle-orm';
import type { HospitalScope } from '../db/scope.ts';
import { ApiError } from '../problem.ts';
import { noSuchVendor } from '../records/vendors.ts';

/** The references of a device as a form sends them. */
interface SentReferences {
  modelId: string;
  vendorId: string;
  departmentId: string;
  serviceContactId?: string | null | undefined;
  salesContactId?: string | null | undefined;
}

interface Model {
  equipmentId: string;
  makeId: string;
}

const sentences = {
  modelId: 'This model does not exist.',
  vendorId: noSuchVendor,
  departmentId: 'This department does not exist.',
  serviceContactId: 'This contact person does not exist.',
  salesContactId: 'This contact person does not exist.',
} as const;

type Table = 'equipment_model' | 'vendor' | 'department' | 'contact_person';
type ReferenceField = keyof typeof sentences;

const tables: Record<ReferenceField, Table> = {
  modelId: 'equipment_model',
  vendorId: 'vendor',
  departmentId: 'department',
  serviceContactId: 'contact_person',
  salesContactId: 'contact_person',
};
const fields: readonly ReferenceField[] = ['modelId', 'vendorId', 'departmentId', 'serviceContactId', 'salesContactId'];

/**
 * Finds the models of devices, and checks that everything they refer to belongs to this hospital and is in use;
 * references that a device already had (`kept`) may stay. `fieldOf` returns the path of a device's field in the body.
 * Throws: ApiError `input.invalid` with the message at each field.
 */
export async function findReferences(
  scope: HospitalScope,
  devices: readonly SentReferences[],
  fieldOf: (place: number, field: string) => string,
  kept: readonly (string | null)[] = [],
): Promise<(place: number) => Model> {
  const known = await knownIds(scope, devices, kept);
  const errors: Record<string, string[]> = {};
  devices.forEach((device, place) => {
    for (const field of fields) {
      const id = device[field];
      if (id && !known[tables[field]].has(id)) errors[fieldOf(place, field)] = [sentences[field]];
    }
  });
  const [first] = Object.values(errors).flat();
  if (first !== undefined) throw new ApiError('input.invalid', first, { errors });
  const models = await scope.rows<Model & Record<string, unknown> & { id: string }>(sql`
    select id, equipment_id as "equipmentId", make_id as "makeId" from equipment_model
    where hospital_id = ${scope.id} and id = any(${sql.param(devices.map(({ modelId }) => modelId))}::text[])`);
  const byId = new Map(models.map((model) => [model.id, model]));
  return (place) => {
    const model = byId.get(devices[place]?.modelId ?? '');
    if (!model) throw new ApiError('input.invalid', sentences.modelId);
    return model;
  };
}

async function knownIds(
  scope: HospitalScope,
  devices: readonly SentReferences[],
  kept: readonly (string | null)[],
): Promise<Record<Table, ReadonlySet<string>>> {
  const read = async (table: Table): Promise<ReadonlySet<string>> => {
    const asked = fields
      .filter((field) => tables[field] === table)
      .flatMap((field) => devices.flatMap((device) => device[field] || []));
    const rows = await scope.rows<{ id: string }>(sql`
      select id from ${sql.identifier(table)}
      where hospital_id = ${scope.id} and id = any(${sql.param([...new Set(asked)])}::text[])
        and (retired_at is null or id = any(${sql.param(kept.filter((id) => id !== null))}::text[]))
      order by id for ${table === 'equipment_model' ? sql`key share` : sql`share`}`);
    return new Set(rows.map(({ id }) => id));
  };
  return {
    equipment_model: await read('equipment_model'),
    vendor: await read('vendor'),
    department: await read('department'),
    contact_person: await read('contact_person'),
  };
}
