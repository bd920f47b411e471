import { sql } from 'drizzle-orm';
import type { HospitalScope } from '../db/scope.ts';

/**
 * Fields of bodies whose record may have been merged since the form or entry was made. The target of a schedule and
 * what a procedure is for are absent: they would apply to devices that their author has not seen.
 */
const followed = new Set([
  'vendorId',
  'departmentId',
  'serviceContactId',
  'salesContactId',
  'modelId',
  'equipmentMakeId',
  'makeId',
  'equipmentId',
]);

/**
 * Returns the input of a write with a body that names the survivors of merged records, over several merges. Forms that
 * were open during a merge and entries that a tablet made before it still name the merged record.
 */
export async function followMerges<Input extends { body?: unknown }>(
  scope: HospitalScope | null,
  input: Input,
): Promise<Input> {
  if (!scope) return input;
  const named = new Set<string>();
  const collect = (value: unknown, field = ''): void => {
    if (typeof value === 'string') {
      if (followed.has(field) && value !== '') named.add(value);
    } else if (Array.isArray(value)) value.forEach((each) => collect(each));
    else if (value !== null && typeof value === 'object') {
      for (const [name, each] of Object.entries(value)) collect(each, name);
    }
  };
  collect(input.body);
  const survivors = await survivorsOf(scope, [...named]);
  if (survivors.size === 0) return input;
  const replace = (value: unknown, field = ''): unknown => {
    if (typeof value === 'string') return (followed.has(field) && survivors.get(value)) || value;
    if (Array.isArray(value)) return value.map((each) => replace(each));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replace(each, name)]));
  };
  return { ...input, body: replace(input.body) };
}

/** Returns for each id that was merged, the record that it was merged into in the end. */
async function survivorsOf(scope: HospitalScope, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await scope.rows<{ asked: string; id: string }>(sql`
    with recursive chain (asked, kind, id) as (
      select from_id, kind, into_id from record_merge
      where hospital_id = ${scope.id} and from_id = any(${sql.param(ids)}::text[]) and undone_at is null
      union all
      select c.asked, c.kind, m.into_id from chain c
      join record_merge m on m.hospital_id = ${scope.id} and m.kind = c.kind and m.from_id = c.id and m.undone_at is null
    )
    select asked, id from chain c
    where not exists (
      select from record_merge m
      where m.hospital_id = ${scope.id} and m.kind = c.kind and m.from_id = c.id and m.undone_at is null
    )`);
  return new Map(rows.map(({ asked, id }) => [asked, id]));
}

/** Says of the first of these records that was merged, into which one: `“AV-9” has been merged into “AV9”.` */
export async function mergedSentence(scope: HospitalScope, ids: readonly string[]): Promise<string | undefined> {
  const survivors = await survivorsOf(scope, ids);
  for (const [id, into] of survivors) {
    const names = await scope.rows<{ id: string; name: string }>(
      sql.join(
        ['vendor', 'contact_person', 'department', 'equipment', 'equipment_make', 'equipment_model'].map(
          (table) => sql`
            select id, name from ${sql.identifier(table)}
            where hospital_id = ${scope.id} and id = any(${sql.param([id, into])}::text[])`,
        ),
        sql` union all `,
      ),
    );
    const nameOf = new Map(names.map((row) => [row.id, row.name]));
    return `“${nameOf.get(id)}” has been merged into “${nameOf.get(into)}”.`;
  }
  return undefined;
}
