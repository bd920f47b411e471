import { violatedUnique } from '../db/database.ts';
import { ApiError } from '../problem.ts';

const taken = 'An account with this email address already exists.';

/** Runs a write of an account. Throws: ApiError `record.duplicate` when its e-mail address belongs to another one. */
export async function refusingTakenEmail<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedUnique(error) !== 'app_user_email') throw error;
    throw new ApiError('record.duplicate', taken, { errors: { email: [taken] } });
  }
}
