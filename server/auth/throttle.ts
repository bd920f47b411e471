import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../db/database.ts';
import { loginThrottle } from '../db/schema.ts';
import { ApiError } from '../problem.ts';

const freeFailures = 5;
const waitMs = 60_000;
const forgetMs = 15 * 60_000;

/** Refuses further tries for a minute after five wrong ones. Throws: ApiError `auth.too_many_tries`. */
export async function requireTries(db: Executor, email: string, now: Date): Promise<void> {
  const [known] = await db.select().from(loginThrottle).where(eq(loginThrottle.email, email));
  if (!known || known.failures < freeFailures) return;
  const leftMs = known.lastAt.getTime() + waitMs - now.getTime();
  if (leftMs > 0) throw new ApiError('auth.too_many_tries', undefined, { retryAfter: Math.ceil(leftMs / 1000) });
}

/** Counts a wrong try; old ones are forgotten after a quarter of an hour. */
export async function countFailure(db: Executor, email: string, now: Date): Promise<void> {
  const forgotten = new Date(now.getTime() - forgetMs);
  await db
    .insert(loginThrottle)
    .values({ email, failures: 1, lastAt: now })
    .onConflictDoUpdate({
      target: loginThrottle.email,
      set: {
        failures: sql`case when ${loginThrottle.lastAt} < ${forgotten.toISOString()}::timestamptz then 1 else ${loginThrottle.failures} + 1 end`,
        lastAt: now,
      },
    });
}

/** Forgets the wrong tries of an address after a right one. */
export async function clearFailures(db: Executor, email: string): Promise<void> {
  await db.delete(loginThrottle).where(eq(loginThrottle.email, email));
}
