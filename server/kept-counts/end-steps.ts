import { sql } from 'drizzle-orm';
import { defaultEndSteps } from '#contract/rules/agreements/end-steps.ts';
import type { HospitalScope } from '../db/scope.ts';

/** Reads how many days before its end the hospital is reminded of a contract. Source: docs/product.md P136. */
export async function readEndSteps(scope: HospitalScope): Promise<number[]> {
  const [row] = await scope.rows<{ endSteps: number[] | null }>(sql`
    select settings->'endSteps' as "endSteps" from figure_settings
    where hospital_id = ${scope.id} order by place desc limit 1`);
  return row?.endSteps ?? [...defaultEndSteps];
}
