import { sql } from 'drizzle-orm';
import type { DepartmentRecord, RefusalRecord, TechnicianRecord } from '#contract/records/ward.ts';
import { isoInstant } from '../db/database.ts';
import type { HospitalScope } from '../db/scope.ts';
import { authorName } from '../records/author-name.ts';

/** Builds the replica's records of departments. */
export function presentDepartments(scope: HospitalScope, ids: readonly string[]): Promise<DepartmentRecord[]> {
  return scope.rows<{ id: string; name: string; location: string }>(sql`
    select id, name, location from department
    where hospital_id = ${scope.id} and id = any(${sql.param(ids)}::text[]) and retired_at is null`);
}

/** Builds the replica's records of the engineers that work can be assigned to. */
export function presentTechnicians(scope: HospitalScope, ids: readonly string[]): Promise<TechnicianRecord[]> {
  return scope.rows<{ id: string; name: string }>(sql`
    select id, name from app_user
    where hospital_id = ${scope.id} and id = any(${sql.param(ids)}::text[]) and role = 'BME' and deleted_at is null`);
}

/** Builds the replica's records of refused work; the payload stays on the server. */
export async function presentRefusals(scope: HospitalScope, ids: readonly string[]): Promise<RefusalRecord[]> {
  const rows = await scope.rows<{ [K in keyof RefusalRecord]: string }>(sql`
    select id, kind, title, ${authorName(sql`user_name`, sql`user_id`)} as "by", at, code, message from refusal
    where hospital_id = ${scope.id} and id = any(${sql.param(ids)}::text[])`);
  return rows.map((row) => ({ ...row, at: isoInstant(row.at) }));
}
