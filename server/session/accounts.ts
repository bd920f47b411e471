import { sql } from 'drizzle-orm';
import type { Role } from '#contract/define.ts';
import { violatedUnique } from '../db/database.ts';
import type { HospitalScope } from '../db/scope.ts';
import { ApiError } from '../problem.ts';

const taken = 'An account with this email address already exists.';
const ofDeleted = 'This email address belongs to a deleted account of this hospital.';
/** The next step for a taken address: for the office, which can restore the account, and for others. */
const wayBack = { office: 'Restore that account instead.', others: 'Ask the office to restore that account.' };

/**
 * Runs a write of an account. An address stays with its account permanently, deleted or not: otherwise the next account
 * with it would be mistaken for its former owner. Throws: ApiError `record.duplicate` when it belongs to another
 * account.
 * Source: docs/product.md P176
 */
export async function refusingTakenEmail<T>(
  scope: Pick<HospitalScope, 'id' | 'rows'>,
  account: { id: string; email: string },
  asking: Role,
  write: () => Promise<T>,
): Promise<T> {
  const [owner] = await scope.rows<{ id: string; isOwnDeleted: boolean }>(sql`
    select id, deleted_at is not null and hospital_id is not distinct from ${scope.id} as "isOwnDeleted" from app_user
    where email = ${account.email} and id <> ${account.id} order by deleted_at desc limit 1`);
  if (owner?.isOwnDeleted)
    throw refused(`${ofDeleted} ${asking === 'Hospital' ? wayBack.office : wayBack.others}`, {
      deletedAccount: owner.id,
    });
  if (owner) throw refused(taken);
  return refusingLivingEmail(write);
}

/**
 * Runs a write that reactivates an account with its address. Throws: ApiError `record.duplicate` when another active
 * account has the same one.
 */
export async function refusingLivingEmail<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedUnique(error) !== 'app_user_email') throw error;
    throw refused(taken);
  }
}

function refused(sentence: string, context?: { deletedAccount: string }): ApiError {
  return new ApiError('record.duplicate', sentence, { errors: { email: [sentence] }, ...(context && { context }) });
}
