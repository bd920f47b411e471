import { vendor } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import { invalidField } from '../problem.ts';
import { isLiving } from './living.ts';

/** Error at the field of a vendor that the hospital does not have. */
export const noSuchVendor = 'This vendor does not exist.';

/**
 * The vendor in use whom `vendorId` of a body names; the vendor stays until the transaction ends. Throws: ApiError `input.invalid` with the sentence at that field.
 */
export async function vendorInUse(scope: HospitalScope, id: string): Promise<typeof vendor.$inferSelect> {
  const row = await scope.find(vendor, isLiving(vendor, id), { lock: true });
  if (!row) throw invalidField('vendorId', noSuchVendor);
  return row;
}
