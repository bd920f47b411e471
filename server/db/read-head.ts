import { sql } from 'drizzle-orm';
import type { HospitalScope } from './scope.ts';

/** The version of a hospital now, and up to where tombstones may be gone. */
export async function readHead(scope: HospitalScope): Promise<{ head: number; prunedVersion: number }> {
  const [row] = await scope.rows<{ version: string; pruned_version: string }>(
    sql`select version, pruned_version from hospital_head where hospital_id = ${scope.id}`,
  );
  return { head: Number(row?.version ?? 0), prunedVersion: Number(row?.pruned_version ?? 0) };
}
