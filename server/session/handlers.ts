import { and, eq } from 'drizzle-orm';
import type { DirectHandlers, Handlers } from '../context.ts';
import { nameAccount } from '../auth/security-events.ts';
import { appUser } from '../db/schema.ts';
import { ApiError, invalidField } from '../problem.ts';
import {
  beginFamily,
  endFamily,
  endSessions,
  readAccount,
  requireActive,
  rotateFamily,
  sessionOf,
} from './families.ts';
import { readCookie, readUnlockKey, refuseOtherOrigins, writeCookie } from './cookie.ts';
import { hashNewPassword } from '../auth/new-password.ts';
import { isPassword } from '../auth/password.ts';
import { newUnlockKey } from '../auth/tokens.ts';
import { countersOf, tryPassword } from './throttle.ts';

/** Sign in, refresh, sign out: the calls that use the cookie. */
export const authDirectHandlers = {
  login: async ({ body, services, now, note, request, reply }) => {
    refuseOtherOrigins(request);
    const { db } = services;
    const email = body.email.toLowerCase();
    const tried = await readAccount(db, 'email', email);
    nameAccount(request, tried?.user.id ?? services.security.unknownAccount(email));
    const counters = await countersOf(db, { email, address: request.ip, deviceId: body.deviceId });
    const account = await tryPassword(db, counters, now, async () => {
      const known = await readAccount(db, 'email', email);
      return (await isPassword(known?.user.passwordHash, body.password)) && known ? known : null;
    });
    if (!account) throw new ApiError('auth.invalid_credentials');
    requireActive(account);
    const unlockKey = body.locks === true ? newUnlockKey() : undefined;
    const family = await beginFamily(services, account, body.deviceId, unlockKey);
    await note('sign_in.done', { account: account.user.id, hospital: account.user.hospitalId ?? undefined });
    writeCookie(request, reply, account.user.id, family);
    const session = sessionOf(services, account, { ...family, scope: 'full' });
    return unlockKey === undefined ? session : { ...session, unlockKey };
  },

  refresh: async ({ params, services, note, request, reply }) => {
    refuseOtherOrigins(request);
    const cookie = readCookie(request);
    if (!cookie) throw new ApiError('auth.expired');
    const family = await rotateFamily(
      services,
      params.userId,
      { ...cookie, unlockKey: readUnlockKey(request) },
      request.ip,
    );
    const account = await readAccount(services.db, 'id', params.userId);
    const lost = family.lost ? { context: { lost: true } } : {};
    if (!account) throw new ApiError('auth.expired', undefined, lost);
    writeCookie(request, reply, params.userId, family);
    if (family.isBack) await note('tablet.back', { account: account.user.id, hospital: account.hospital?.id });
    requireActive(account, lost);
    return sessionOf(services, account, family);
  },

  logout: async ({ params, body, services, actor, note, request, reply }) => {
    refuseOtherOrigins(request);
    const cookie = readCookie(request);
    const { userId } = params;
    if (cookie) await endFamily(services, userId, cookie, body.keepOutbox);
    if (actor?.id === userId && actor.familyId !== cookie?.familyId) {
      await endFamily(services, userId, { familyId: actor.familyId }, body.keepOutbox);
    }
    if (actor?.id === userId) await note('session.ended');
    if (!body.keepOutbox) writeCookie(request, reply, userId);
  },
} satisfies DirectHandlers<'login' | 'refresh' | 'logout'>;

/** Calls about the user's own account. */
export const authHandlers = {
  profile: async ({ actor, system }) => {
    const account = await readAccount(system.db, 'id', actor.id);
    if (!account) throw new ApiError('auth.expired');
    const { name, email, phone } = account.user;
    return { name, email, phone };
  },

  changePassword: async ({ body, actor, address, system, services, now, note }) => {
    const account = await readAccount(system.db, 'id', actor.id);
    // Counted outside the write's transaction, which a wrong password rolls back.
    const isOwner = await tryPassword(services.db, { place: `${actor.id} in ${actor.familyId}` }, now, async () =>
      (await isPassword(account?.user.passwordHash, body.currentPassword)) ? true : null,
    );
    if (!isOwner) services.security.refuse('password.refused', { account: actor.id, address });
    if (!account || !isOwner) throw notTheCurrent();
    if (actor.scope === 'password' && body.newPassword === body.currentPassword) {
      throw invalidField('newPassword', 'Please choose another password than the one-time password.');
    }
    const passwordHash = await hashNewPassword('newPassword', body.newPassword, account.user.email);
    // Only overwrites the password that was just checked, so that a concurrent reset wins.
    const changed = await system.db
      .update(appUser)
      .set({ passwordHash, isPasswordOneTime: false })
      .where(and(eq(appUser.id, actor.id), eq(appUser.passwordHash, account.user.passwordHash)));
    if (changed.rowCount !== 1) throw notTheCurrent();
    await endSessions(system.db, actor.id, now, actor.familyId);
    await note('password.changed');
  },
} satisfies Handlers<'profile' | 'changePassword'>;

const notTheCurrent = () => invalidField('currentPassword', 'The current password is not right.');
