import { eq } from 'drizzle-orm';
import { vendor } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import { invalidField } from '../problem.ts';

/** Makes sure that a hospital has or had a vendor. Throws: ApiError `input.invalid` with the sentence at its field. */
export async function requireKnownVendor(scope: HospitalScope, id: string): Promise<void> {
  const found = await scope.find(vendor, eq(vendor.id, id));
  if (!found) throw invalidField('vendorId', 'This vendor does not exist.');
}
