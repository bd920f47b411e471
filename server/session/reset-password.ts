import { and, eq, isNull, sql } from 'drizzle-orm';
import { hashNewPassword, makeOneTimePassword } from '../auth/new-password.ts';
import type { Database } from '../db/database.ts';
import { appUser } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { endSessions } from './families.ts';

/**
 * Gives an account of a hospital a one-time password and ends its sessions; the caller logs `password.reset`.
 * Throws: ApiError `input.invalid` at the field `password`.
 */
export async function resetPassword(
  scope: WriteScope,
  account: { id: string; email: string },
  password: string,
  now: Date,
): Promise<void> {
  const passwordHash = await hashNewPassword('password', password, account.email);
  await scope.update(appUser, { passwordHash, isPasswordOneTime: true }, eq(appUser.id, account.id));
  await endSessionsIn(scope, account.id, now);
}

/** Ends all sessions of a hospital account. */
export async function endSessionsIn(scope: WriteScope, userId: string, now: Date): Promise<void> {
  await scope.rows(sql`
    update refresh_family f set revoked_at = ${now.toISOString()}::timestamptz from app_user u
    where u.hospital_id = ${scope.id} and u.id = ${userId} and f.user_id = u.id and f.revoked_at is null`);
}

/** Result of resetting an Admin's password. */
export type AdminReset = { kind: 'reset'; id: string; password: string } | { kind: 'unknown' } | { kind: 'other-role' };

/** Gives an Admin a new one-time password and ends the Admin's sessions. */
export async function resetAdmin(db: Database, email: string, now: Date): Promise<AdminReset> {
  return db.transaction(async (tx) => {
    const [account] = await tx
      .select()
      .from(appUser)
      .where(and(eq(appUser.email, email.toLowerCase()), isNull(appUser.deletedAt)))
      .for('no key update');
    if (!account) return { kind: 'unknown' };
    if (account.role !== 'Admin') return { kind: 'other-role' };
    const { id } = account;
    const password = makeOneTimePassword();
    const passwordHash = await hashNewPassword('password', password, account.email);
    await tx.update(appUser).set({ passwordHash, isPasswordOneTime: true }).where(eq(appUser.id, id));
    await endSessions(tx, id, now);
    return { kind: 'reset', id, password };
  });
}
