import type * as z from 'zod/mini';
import type { warrantyBody } from '#contract/calls/warranty.ts';

type WarrantyInput = z.input<typeof warrantyBody>;

/**
 * The values of the form: what is sent, and removed terms, which the draft keeps until it is saved. Source:
 * docs/product.md P135.
 */
export interface AgreementForm extends WarrantyInput {
  removedTerms?: WarrantyInput['terms'];
}
