import { sql } from 'drizzle-orm';
import type { HospitalScope } from '../db/scope.ts';
import { unknownRecord } from '../problem.ts';

/** Finds an engineer of this hospital, even a former one: an assignment made offline is kept. */
export async function findTechnician(
  scope: HospitalScope,
  id: string,
): Promise<{ id: string; name: string } | undefined> {
  const [found] = await scope.rows<{ id: string; name: string }>(
    sql`select id, name from app_user where hospital_id = ${scope.id} and id = ${id} and role = 'BME'`,
  );
  return found;
}

/** Finds an engineer who must exist. Throws: ApiError `record.unknown`. */
export async function requireTechnician(scope: HospitalScope, id: string): Promise<{ id: string; name: string }> {
  const found = await findTechnician(scope, id);
  if (!found) throw unknownRecord('technician');
  return found;
}

/** Notice for the author of an assignment if a later one had arrived first. */
export const laterAssignment = 'A later assignment counts. Yours is kept in the timeline.';
