import { sql, type SQL } from 'drizzle-orm';
import type { HospitalScope } from '../db/scope.ts';

/** Maximum number of records that a search looks up to find the changes about them. */
const maxSearched = 200;

/**
 * Selects the names of a hospital's records by id, retired ones included, with the text that a search matches; for the
 * Admin, the hospitals.
 */
function namedRecords({ id }: HospitalScope): SQL {
  return sql`
    select id, serial_number as name, search from installation where hospital_id = ${id}
    union all select t.id, t.type || ' of ' || i.serial_number, lower(t.type) || ' of ' || i.search from task t
      join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id where t.hospital_id = ${id}
    union all select id, number, ward_search(number) from ticket where hospital_id = ${id}
    union all select r.id, t.name || ', ' || to_char(r.on_day, 'DD-MM-YYYY'),
      ward_search(t.name || ', ' || to_char(r.on_day, 'DD-MM-YYYY')) from round r
      join round_template t on t.hospital_id = r.hospital_id and t.id = r.template_id where r.hospital_id = ${id}
    union all select id, name, ward_search(name) from round_template where hospital_id = ${id}
    union all select id, number, search from warranty where hospital_id = ${id}
    union all select on_day::text, name || ', ' || to_char(on_day, 'DD-MM-YYYY'),
      ward_search(name || ', ' || to_char(on_day, 'DD-MM-YYYY')) from holiday where hospital_id = ${id}
    union all select id, name, search from procedure where hospital_id = ${id}
    union all select id, name || ' ' || serial_number, search from tester where hospital_id = ${id}
    union all select r.id, 'Test of ' || i.serial_number, 'test of ' || i.search from test_record r
      join installation i on i.hospital_id = r.hospital_id and i.id = r.device_id where r.hospital_id = ${id}
    union all select id, name, search from department where hospital_id = ${id}
    union all select id, name, search from vendor where hospital_id = ${id}
    union all select id, name, search from contact_person where hospital_id = ${id}
    union all select id, name, search from equipment where hospital_id = ${id}
    union all select id, name, search from equipment_make where hospital_id = ${id}
    union all select id, name, search from equipment_model where hospital_id = ${id}
    union all select id, name, search from app_user where hospital_id = ${id}
    union all select f.id, 'Tablet of ' || u.name, 'tablet of ' || u.search from refresh_family f
      join app_user u on u.id = f.user_id where u.hospital_id = ${id} or ${id} = '-'
    union all select id, name, ward_search(name) from hospital where ${id} = '-'
    union all select id, name, search from app_user where ${id} = '-' and hospital_id is null`;
}

/** Returns the names of records by id. */
export async function recordNames(scope: HospitalScope, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await scope.rows<{ id: string; name: string }>(sql`
    select id, name from (${namedRecords(scope)}) as named where id = any(${sql.param(ids)}::text[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns the ids of the records whose name contains a text. */
export async function recordsNamed(scope: HospitalScope, pattern: string): Promise<string[]> {
  const rows = await scope.rows<{ id: string }>(sql`
    select id from (${namedRecords(scope)}) as named where search like ${pattern} limit ${maxSearched}`);
  return rows.map(({ id }) => id);
}
