import { sql } from 'drizzle-orm';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import type { HospitalScope } from '../db/scope.ts';

/** Reads the templates that have a round on the hospital's current day. Source: docs/product.md P43. */
export async function readDoneToday(scope: HospitalScope, now: Date): Promise<Set<string>> {
  const rows = await scope.rows<{ id: string }>(sql`
    select distinct template_id as id from round
    where hospital_id = ${scope.id} and on_day = ${hospitalDay(now, scope.facts.timeZone)}::date`);
  return new Set(rows.map(({ id }) => id));
}
