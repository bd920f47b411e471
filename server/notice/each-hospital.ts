import { textOf } from '../db/database-start-error.ts';
import type { HospitalFacts } from '../db/scope.ts';

/**
 * Runs an action for each hospital in turn and returns the sum. A failure in one hospital does not affect the others.
 * Throws: a single error at the end that names every hospital that failed.
 */
export async function eachHospital<H extends HospitalFacts>(
  hospitals: readonly H[],
  act: (hospital: H) => Promise<number>,
): Promise<number> {
  let sum = 0;
  const errors: unknown[] = [];
  const failed: string[] = [];
  for (const hospital of hospitals) {
    try {
      sum += await act(hospital);
    } catch (error) {
      errors.push(error);
      failed.push(`hospital ${hospital.id}: ${textOf(error)}`);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, failed.join('; '));
  return sum;
}
