import { sql } from 'drizzle-orm';
import type { HospitalScope } from '../db/scope.ts';

/** Counts the engineers of a hospital, and reads how many it may have. */
export async function readQuota(
  scope: HospitalScope,
): Promise<{ numberOfBMEAdded: number; numberOfBMEAssigned: number }> {
  const [row] = await scope.rows<{ added: string; assigned: number }>(sql`
    select number_of_bme as assigned,
      (select count(*) from app_user where hospital_id = ${scope.id} and role = 'BME' and deleted_at is null) as added
    from hospital where id = ${scope.id}`);
  return { numberOfBMEAdded: Number(row?.added ?? 0), numberOfBMEAssigned: row?.assigned ?? 0 };
}
