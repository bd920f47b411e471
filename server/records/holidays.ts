import { sql } from 'drizzle-orm';
import type { HolidayRecord } from '#contract/records/agreement.ts';
import type { HospitalScope } from '../db/scope.ts';

/** Builds the replica's records of holidays, whose ids are their days. */
export function presentHolidays(scope: HospitalScope, ids: readonly string[]): Promise<HolidayRecord[]> {
  return scope.rows<HolidayRecord & Record<string, unknown>>(sql`
    select on_day as id, name from holiday
    where hospital_id = ${scope.id} and on_day = any(${sql.param(ids)}::date[])`);
}

/** Reads the hospital's holidays in order. */
export function readHolidays(scope: HospitalScope): Promise<HolidayRecord[]> {
  return scope.rows<HolidayRecord & Record<string, unknown>>(sql`
    select on_day as id, name from holiday where hospital_id = ${scope.id} order by on_day`);
}
