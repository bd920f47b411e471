import { sql } from 'drizzle-orm';
import { writeActivity } from '../auth/security-events.ts';
import type { Services, SessionActor } from '../context.ts';
import type { HospitalScope } from '../db/scope.ts';
import { ApiError } from '../problem.ts';
import { refusingTakenEmail } from './accounts.ts';

/** Maximum number of other accounts' addresses that an engineer may try in a day. */
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
 * this hospital or another. Refusals are in the hospital's activity log; an engineer above the daily limit is refused
 * addresses of other accounts, while free ones always pass and the office is never limited. Deleted accounts of the
 * hospital are no secret and do not count.
 * Throws: ApiError `record.duplicate`, `server.rate_limited`. Source: docs/decisions/565-free-addresses-always-pass.md
 */
export async function givingEmail<T>(
  giver: Giver,
  account: { id: string; email: string },
  write: () => Promise<T>,
): Promise<T> {
  const { services, hospital, actor, address, now } = giver;
  // Concurrent requests wait here for each other's refusals.
  await hospital.rows(sql`select 1 from hospital where id = ${hospital.id} for no key update`);
  try {
    return await refusingTakenEmail(hospital, account, actor.role, write);
  } catch (error) {
    if (!isOfOther(error)) throw error;
    services.security.refuse('email.taken', { account: actor.id, hospital: hospital.id, address });
    if (actor.role !== 'Hospital') await requireTries(giver);
    // Written outside the write's transaction, which the refusal rolls back.
    await writeActivity(services.db, 'email.taken', { account: actor.id, hospital: hospital.id, at: now });
    throw error;
  }
}

const isOfOther = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'record.duplicate' && error.problem.context === undefined;

async function requireTries({ services, hospital, actor, now }: Giver): Promise<void> {
  const since = new Date(now.getTime() - dayMs).toISOString();
  // Outside the write's transaction, which a violated index has ended.
  const { rows } = await services.db.execute<{ count: string }>(sql`
    select count(*) as count from audit_entry
    where hospital_id = ${hospital.id} and call = 'email.taken' and user_id = ${actor.id} and at > ${since}::timestamptz`);
  if (Number(rows[0]?.count ?? 0) < maxTaken) return;
  throw new ApiError(
    'server.rate_limited',
    'Too many email addresses of other accounts were tried. Please ask the office to add this account.',
    { retryAfter: 60 * 60 },
  );
}
