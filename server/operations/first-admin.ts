import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { makeOneTimePassword, refusalOfPassword } from '../auth/new-password.ts';
import { hashPassword } from '../auth/password.ts';
import type { Database } from '../db/database.ts';
import { appUser } from '../db/schema.ts';
import { SettingsError } from './settings.ts';

const defaultEmail = 'admin@ward-rounds.local';
/** An arbitrary number: servers that start together create only one Admin. */
const adminLock = 7_302_114_958;

/**
 * Creates the first Admin if there is none, with the password from the settings or a generated one-time password;
 * returns only a generated one, to be shown once. Throws: SettingsError when the given password is refused.
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
    const password = wanted?.password ?? makeOneTimePassword();
    const refusal = await refusalOfPassword(password, email);
    if (refusal !== null) throw new SettingsError([`ADMIN_PASSWORD: ${refusal}`]);
    await tx.insert(appUser).values({
      id: randomUUID(),
      role: 'Admin',
      email,
      name: 'Administrator',
      passwordHash: await hashPassword(password),
      isPasswordOneTime: wanted === undefined,
    });
    return wanted ? undefined : { email, password };
  });
}
