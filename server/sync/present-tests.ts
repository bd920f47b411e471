import { sql } from 'drizzle-orm';
import type { ProcedureRecord, TesterRecord, TestRecord } from '#contract/records/test.ts';
import type { HospitalScope } from '../db/scope.ts';
import { readTests } from '../records/tests.ts';

/** Builds the replica's records of procedures in their current version; retired ones have none. */
export function presentProcedures(scope: HospitalScope, ids: readonly string[]): Promise<ProcedureRecord[]> {
  return scope.rows<ProcedureRecord & Record<string, unknown>>(sql`
    select p.id, p.name, p.version, v.steps, p.equipment_ids as "equipmentIds", p.model_ids as "modelIds"
    from procedure p join procedure_version v on v.hospital_id = p.hospital_id and v.procedure_id = p.id
      and v.version = p.version
    where p.hospital_id = ${scope.id} and p.id = any(${sql.param(ids)}::text[]) and p.retired_at is null`);
}

/** Builds the replica's records of testers with all their certificates, the current one first. */
export function presentTesters(scope: HospitalScope, ids: readonly string[]): Promise<TesterRecord[]> {
  return scope.rows<TesterRecord & Record<string, unknown>>(sql`
    select t.id, t.name, t.serial_number as "serialNumber", (
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', c.id, 'number', c.number, 'dueOn', c.due_on, 'calibration', c.calibration))
        order by c.id = t.certificate_id desc, c.created_at desc, c.id)
      from tester_certificate c where c.hospital_id = t.hospital_id and c.tester_id = t.id
    ) as certificates
    from tester t
    where t.hospital_id = ${scope.id} and t.id = any(${sql.param(ids)}::text[]) and t.retired_at is null`);
}

/** Builds the replica's records of tests, whatever their age: only tombstones make tablets drop them. */
export function presentTests(scope: HospitalScope, ids: readonly string[]): Promise<TestRecord[]> {
  return readTests(scope, sql`r.id = any(${sql.param(ids)}::text[])`);
}
