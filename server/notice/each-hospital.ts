import { textOf } from '../db/database-start-error.ts';
import type { HospitalFacts } from '../db/scope.ts';

/**
 * Acts for one hospital after the other and returns the sum. A hospital that fails does not keep the others from their
 * turn. Throws: one error at the end, which names each hospital that failed.
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
