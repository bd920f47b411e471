import { and, eq, sql } from 'drizzle-orm';
import { hashNewPassword } from '../auth/new-password.ts';
import { nameAccount } from '../auth/security-events.ts';
import type { DirectHandlers, Handlers } from '../context.ts';
import { appUser, passwordReset } from '../db/schema.ts';
import { ApiError } from '../problem.ts';
import { endSessions, readAccount, requireActive } from '../session/families.ts';
import { refuseOtherOrigins } from '../session/cookie.ts';
import { idOfLink, isLinkOf, linkId, linkLives } from './link.ts';

export const passwordLinkHandlers = {
  passwordLinks: ({ services }) => Promise.resolve({ areMailed: services.mailer !== undefined }),
} satisfies Handlers<'passwordLinks'>;

/** Calls of people who cannot sign in. Source: docs/product.md P350. */
export const passwordLinkDirectHandlers = {
  /**
   * Reads no account: only the worker that sends the mail does, so that neither the answer nor its timing reveals
   * whether one exists.
   */
  askForPasswordLink: async ({ body, services, now, request }) => {
    refuseOtherOrigins(request);
    if (!services.mailer) return;
    const email = body.email.toLowerCase();
    const id = linkId(services.meta.signingKey, email, now);
    await services.db
      .insert(passwordReset)
      .values({ id, email, askedAt: now, state: 'waiting', attempts: 0, nextAt: now })
      .onConflictDoNothing();
  },

  passwordByLink: async ({ body, services, now, note, request }) => {
    refuseOtherOrigins(request);
    const { db, meta } = services;
    const id = idOfLink(body.link);
    const [row] = await db
      .select({
        email: passwordReset.email,
        isUsed: sql<boolean>`${passwordReset.usedAt} is not null`,
        isExpired: sql<boolean>`${passwordReset.askedAt} <= ${now.toISOString()}::timestamptz - ${linkLives}::interval`,
      })
      .from(passwordReset)
      .where(eq(passwordReset.id, id));
    const account = row && (await readAccount(db, 'email', row.email));
    if (!account) throw new ApiError('auth.link_incomplete');
    nameAccount(request, account.user.id);
    if (row.isUsed) throw new ApiError('auth.link_used');
    if (row.isExpired) throw new ApiError('auth.link_expired');
    if (!isLinkOf(meta.signingKey, body.link, account.user)) throw new ApiError('auth.link_used');
    requireActive(account);
    const { id: userId, email, passwordHash: before } = account.user;
    const passwordHash = await hashNewPassword('newPassword', body.newPassword, email);
    await db.transaction(async (tx) => {
      // Only overwrites the password that the link was made for, so that a second use, or a reset in the meantime,
      // makes the link fail.
      const changed = await tx
        .update(appUser)
        .set({ passwordHash, isPasswordOneTime: false })
        .where(and(eq(appUser.id, userId), eq(appUser.passwordHash, before)));
      if (changed.rowCount !== 1) throw new ApiError('auth.link_used');
      await tx.update(passwordReset).set({ usedAt: now }).where(eq(passwordReset.id, id));
      await endSessions(tx, userId, now);
    });
    await note('password.by_link', { account: userId, hospital: account.user.hospitalId ?? undefined });
  },
} satisfies DirectHandlers<'askForPasswordLink' | 'passwordByLink'>;
