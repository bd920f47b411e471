import { sql, type SQL } from 'drizzle-orm';
import type { MergeKind } from '#contract/rules/merge-kinds.ts';
import type { WriteScope } from '../db/scope.ts';
import { touchDevices } from '../records/named-record.ts';

/** Ids of rows that named a record, by `table.column`. */
export type MovedRows = Record<string, string[]>;

/** Closings of tasks that say which vendor did the work, and the terms that tickets keep of their contract. */
const inJson = ['work_event.data', 'ticket.terms'];

/**
 * Each column that names a record of a kind, models before their devices. `tests/contract/removed-and-restored.test.ts`
 * compares it with the database. The schedules of a model or type stay: one in use refuses the merge, and an ended one
 * keeps what it was for. `links.ts` moves what is in lists.
 */
export const references: Record<MergeKind, readonly string[]> = {
  vendor: ['installation.vendor_id', 'contact_person.vendor_id', 'warranty.vendor_id', 'schedule.vendor_id', ...inJson],
  contactPerson: ['installation.service_contact_id', 'installation.sales_contact_id'],
  department: ['installation.department_id', 'round_template.department_id'],
  equipmentType: ['equipment_model.equipment_id', 'installation.equipment_id', 'warranty.equipment_id'],
  make: ['equipment_model.make_id', 'installation.make_id', 'warranty.make_id'],
  model: ['installation.model_id'],
};

interface Move {
  from: string;
  to: string;
  /** Moves only these rows. */
  only?: readonly string[];
}

/** Points the rows of one reference, including retired rows, to another record and returns their ids. */
export async function moveReference(scope: WriteScope, reference: string, { from, to, only }: Move): Promise<string[]> {
  const [table = '', column = ''] = reference.split('.');
  const within = only ? sql`and id = any(${sql.param(only)}::text[])` : sql``;
  const target = sql`${sql.identifier(table)}`;
  const cell = sql`${sql.identifier(column)}`;
  const statement = inJson.includes(reference)
    ? sql`update ${target} set ${cell} = ${cell} || jsonb_build_object('vendorId', ${to}::text)
        where hospital_id = ${scope.id} and ${cell}->>'vendorId' = ${from} ${within} returning id`
    : sql`update ${target} set ${cell} = ${to}
        where hospital_id = ${scope.id} and ${cell} = ${from} ${within} ${ofModel(reference, to)} returning id`;
  return (await scope.rows<{ id: string }>(statement)).map(({ id }) => id);
}

/** Devices follow their models: a device that was given another model after a merge stays when the merge is undone. */
function ofModel(reference: string, to: string): SQL {
  const [table, column = ''] = reference.split('.');
  if (table !== 'installation' || !['equipment_id', 'make_id'].includes(column)) return sql``;
  return sql`and model_id in (select m.id from equipment_model m
    where m.hospital_id = installation.hospital_id and m.${sql.identifier(column)} = ${to})`;
}

/** Marks for tablets what shows the rows that have been moved. */
export async function touchMoved(scope: WriteScope, moved: MovedRows): Promise<void> {
  const of = (table: string) =>
    Object.entries(moved).flatMap(([reference, ids]) => (reference.startsWith(`${table}.`) ? ids : []));
  const schedules = idsIn(of('schedule'));
  await touchDevices(
    scope,
    sql`(i.id = any(${idsIn(of('installation'))}) or exists (
      select from schedule s where s.hospital_id = i.hospital_id and s.retired_at is null and s.id = any(${schedules})
        and (s.device_id = i.id or s.model_id = i.model_id or s.equipment_id = i.equipment_id)))`,
  );
  const living = async (query: SQL) => (await scope.rows<{ id: string }>(query)).map(({ id }) => id);
  scope.touch(
    'contract',
    ...(await living(sql`
      select id from warranty
      where hospital_id = ${scope.id} and retired_at is null and id = any(${idsIn(of('warranty'))})`)),
  );
  scope.touch(
    'template',
    ...(await living(sql`
      select id from round_template
      where hospital_id = ${scope.id} and retired_at is null and id = any(${idsIn(of('round_template'))})`)),
  );
  scope.touch('ticket', ...of('ticket'));
  scope.touch(
    'procedure',
    ...(await living(sql`
      select id from procedure
      where hospital_id = ${scope.id} and retired_at is null and id = any(${idsIn(of('procedure'))})`)),
  );
  // Tasks carry the vendor who does or did the work.
  scope.touch(
    'task',
    ...(await living(sql`
      select t.id from task t where t.hospital_id = ${scope.id} and t.removed_at is null
        and (t.source_kind = 'schedule' and t.source_id = any(${schedules}) or t.id in (
          select e.owner_id from work_event e
          where e.hospital_id = ${scope.id} and e.owner_kind = 'task' and e.id = any(${idsIn(of('work_event'))})))`)),
  );
}

const idsIn = (ids: readonly string[]): SQL => sql`${sql.param(ids)}::text[]`;
