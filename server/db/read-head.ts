import { sql } from 'drizzle-orm';
import type { HospitalScope } from './scope.ts';

/** Returns the current version of a hospital, and the version up to which tombstones may have been pruned. */
export async function readHead(scope: HospitalScope): Promise<{ head: number; prunedVersion: number }> {
  const [row] = await scope.rows<{ version: string; pruned_version: string }>(
    sql`select version, pruned_version from hospital_head where hospital_id = ${scope.id}`,
  );
  return { head: Number(row?.version ?? 0), prunedVersion: Number(row?.pruned_version ?? 0) };
}
