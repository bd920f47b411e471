import { sql } from 'drizzle-orm';
import type { DutyTable } from '#contract/records/duty.ts';
import { onDuty } from '#contract/rules/duty.ts';
import { dutyTable } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';

/** Reads the duty table, which may name engineers who have left; undefined if the hospital has none. */
export async function readDuty(scope: HospitalScope): Promise<DutyTable | undefined> {
  const [row] = await scope.list(dutyTable);
  return row && { shifts: row.shifts, leave: row.leave };
}

/** Reads the ids of the hospital's engineers who have not left. */
export async function readEngineerIds(scope: HospitalScope): Promise<Set<string>> {
  const rows = await scope.rows<{ id: string }>(sql`
    select id from app_user where hospital_id = ${scope.id} and role = 'BME' and deleted_at is null`);
  return new Set(rows.map(({ id }) => id));
}

/** Reads the ids of the engineers on duty at an instant. Source: docs/product.md P322. */
export async function readEngineersOnDuty(scope: HospitalScope, instant: Date): Promise<string[]> {
  const engineers = [...(await readEngineerIds(scope))];
  return onDuty(await readDuty(scope), engineers, { instant, timeZone: scope.facts.timeZone }).ids;
}
