import type * as z from 'zod/mini';
import type { warrantyBody } from '#contract/calls/warranty.ts';

type WarrantyInput = z.input<typeof warrantyBody>;

/**
 * The form's values: what is sent, plus removed terms, which the draft keeps until the form is saved. Source:
 * docs/product.md P135.
 */
export interface AgreementForm extends WarrantyInput {
  removedTerms?: WarrantyInput['terms'];
}
