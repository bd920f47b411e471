import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { hashPassword } from './auth/password.ts';
import type { Database } from './db/database.ts';
import { appUser } from './db/schema.ts';

const defaultEmail = 'admin@ward-rounds.local';
/** Any number of our own: servers that start together make one Admin. */
const adminLock = 7_302_114_958;

/**
 * Makes the first Admin when there is none, from the settings or with a password made up here; only that one comes
 * back, to be shown once.
 */
export async function makeFirstAdmin(
  db: Database,
  wanted: { email: string; password: string } | undefined,
): Promise<{ email: string; password: string } | undefined> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${adminLock})`);
    const [known] = await tx
      .select({ id: appUser.id })
      .from(appUser)
      .where(and(eq(appUser.role, 'Admin'), isNull(appUser.deletedAt)))
      .limit(1);
    if (known) return undefined;
    const email = (wanted?.email ?? defaultEmail).toLowerCase();
    const password = wanted?.password ?? randomBytes(9).toString('base64url');
    await tx.insert(appUser).values({
      id: randomUUID(),
      role: 'Admin',
      email,
      name: 'Administrator',
      passwordHash: await hashPassword(password),
    });
    return wanted ? undefined : { email, password };
  });
}
