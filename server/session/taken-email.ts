import { sql } from 'drizzle-orm';
import { writeActivity } from '../auth/security-events.ts';
import type { Services, SessionActor } from '../context.ts';
import type { HospitalScope } from '../db/scope.ts';
import { ApiError } from '../problem.ts';
import { refusingTakenEmail } from './accounts.ts';

/** Maximum number of other accounts' addresses that one user may try in a day. */
const maxTaken = 10;
const dayMs = 24 * 60 * 60_000;

/** The user who assigns an e-mail address. */
interface Giver {
  services: Services;
  hospital: HospitalScope;
  actor: SessionActor;
  address: string;
  now: Date;
}

/**
 * Runs a write that assigns an e-mail address to an account. A refusal does not reveal whether the address belongs to
 * this hospital or another; each refusal is in the hospital's activity log, and above the daily limit the user cannot
 * assign any new address. Deleted accounts of the hospital are no secret and do not count.
 * Throws: ApiError `record.duplicate`, `server.rate_limited`. Source: docs/decisions/421-tries-by-user.md
 */
export async function givingEmail<T>(
  giver: Giver,
  account: { id: string; email: string },
  write: () => Promise<T>,
): Promise<T> {
  const { services, hospital, actor, address, now } = giver;
  await requireTries(giver);
  try {
    return await refusingTakenEmail(hospital, account, actor.role, write);
  } catch (error) {
    if (isOfOther(error)) {
      // Written outside the write's transaction, which the refusal rolls back.
      await writeActivity(services.db, 'email.taken', { account: actor.id, hospital: hospital.id, at: now });
      services.security.refuse('email.taken', { account: actor.id, hospital: hospital.id, address });
    }
    throw error;
  }
}

const isOfOther = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'record.duplicate' && error.problem.context === undefined;

async function requireTries({ hospital, actor, now }: Giver): Promise<void> {
  // Concurrent requests wait here for each other's refusals.
  await hospital.rows(sql`select 1 from hospital where id = ${hospital.id} for no key update`);
  const since = new Date(now.getTime() - dayMs).toISOString();
  const [row] = await hospital.rows<{ count: string }>(sql`
    select count(*) as count from audit_entry
    where hospital_id = ${hospital.id} and call = 'email.taken' and user_id = ${actor.id} and at > ${since}::timestamptz`);
  if (Number(row?.count ?? 0) < maxTaken) return;
  throw new ApiError(
    'server.rate_limited',
    'Too many email addresses of other accounts were tried. Please try again tomorrow or contact the administrator.',
    { retryAfter: 60 * 60 },
  );
}
