import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Executor } from '../db/database.ts';
import { appUser, loginThrottle, refreshFamily } from '../db/schema.ts';
import { ApiError } from '../problem.ts';

/** Wrong tries from one place, and in all for one account, before the next has to wait. */
const freeFailures = 5;
const freeFailuresInAll = 100;
const waitMs = 60_000;
const forgetMs = 15 * 60_000;

/** Where wrong tries are counted, and how many are free there; the first is the place of the try itself. */
type Counter = { key: string; free: number };

/**
 * The counters of a try to sign in. A browser that this account has signed in on counts for itself, so whoever guesses
 * elsewhere does not keep the account's owner out. All others count by address, and together, against many addresses.
 * Nothing counts by address alone: a whole hospital may stand behind one. Source: docs/decisions/191-sign-in-tries.md
 */
export async function countersOf(
  db: Executor,
  { email, address, deviceId }: { email: string; address: string; deviceId: string | undefined },
): Promise<[Counter, ...Counter[]]> {
  const [known] = await db
    .select({ id: refreshFamily.id })
    .from(appUser)
    .innerJoin(refreshFamily, eq(refreshFamily.userId, appUser.id))
    .where(and(eq(appUser.email, email), eq(refreshFamily.deviceId, deviceId ?? '')))
    .limit(1);
  if (known && deviceId !== undefined) return [{ key: `${email} on ${deviceId}`, free: freeFailures }];
  return [
    { key: `${email} from ${address}`, free: freeFailures },
    { key: email, free: freeFailuresInAll },
  ];
}

/** Refuses further tries for a minute after too many wrong ones. Throws: ApiError `auth.too_many_tries`. */
export async function requireTries(db: Executor, counters: readonly Counter[], now: Date): Promise<void> {
  const keys = counters.map(({ key }) => key);
  const rows = await db.select().from(loginThrottle).where(inArray(loginThrottle.key, keys));
  const waits = rows
    .filter(({ key, failures }) => failures >= (counters.find((counter) => counter.key === key)?.free ?? 0))
    .map(({ lastAt }) => lastAt.getTime() + waitMs - now.getTime());
  const leftMs = Math.max(0, ...waits);
  if (leftMs > 0) throw new ApiError('auth.too_many_tries', undefined, { retryAfter: Math.ceil(leftMs / 1000) });
}

/** Counts a wrong try; old ones are forgotten after a quarter of an hour. */
export async function countFailure(db: Executor, counters: readonly Counter[], now: Date): Promise<void> {
  await db.delete(loginThrottle).where(lt(loginThrottle.lastAt, new Date(now.getTime() - forgetMs)));
  await db
    .insert(loginThrottle)
    .values(counters.map(({ key }) => ({ key, failures: 1, lastAt: now })))
    .onConflictDoUpdate({
      target: loginThrottle.key,
      set: { failures: sql`${loginThrottle.failures} + 1`, lastAt: now },
    });
}

/** Forgets the wrong tries of a place after a right one; those of all places go on counting. */
export async function clearFailures(db: Executor, [own]: readonly [Counter, ...Counter[]]): Promise<void> {
  await db.delete(loginThrottle).where(eq(loginThrottle.key, own.key));
}
