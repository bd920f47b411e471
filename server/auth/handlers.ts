import { eq } from 'drizzle-orm';
import type { DirectHandlers, Handlers } from '../context.ts';
import { appUser } from '../db/schema.ts';
import { ApiError } from '../problem.ts';
import {
  beginFamily,
  endFamily,
  endSessions,
  readAccount,
  readCookie,
  requireActive,
  rotateFamily,
  sessionOf,
  writeCookie,
} from './families.ts';
import { hashPassword, isPassword } from './password.ts';
import { clearFailures, countersOf, countFailure, requireTries } from './throttle.ts';

/** Sign in, refresh, sign out: calls with a cookie. */
export const authDirectHandlers = {
  login: async ({ body, services, now, request, reply }) => {
    const { db } = services;
    const email = body.email.toLowerCase();
    const counters = await countersOf(db, { email, address: request.ip, deviceId: body.deviceId });
    await requireTries(db, counters, now);
    const account = await readAccount(db, 'email', email);
    if (!(await isPassword(account?.user.passwordHash, body.password)) || !account) {
      await countFailure(db, counters, now);
      throw new ApiError('auth.invalid_credentials');
    }
    await clearFailures(db, counters);
    requireActive(account);
    const family = await beginFamily(services, account, body.deviceId);
    writeCookie(request, reply, account.user.id, family);
    return sessionOf(services, account, { ...family, scope: 'full' });
  },

  refresh: async ({ params, services, request, reply }) => {
    const cookie = readCookie(request);
    if (!cookie) throw new ApiError('auth.expired');
    const family = await rotateFamily(services, params.userId, cookie);
    const account = await readAccount(services.db, 'id', params.userId);
    if (!account) throw new ApiError('auth.expired');
    writeCookie(request, reply, params.userId, family);
    requireActive(account);
    return sessionOf(services, account, family);
  },

  logout: async ({ params, body, services, actor, request, reply }) => {
    const cookie = readCookie(request);
    const { userId } = params;
    if (cookie) await endFamily(services, userId, cookie.familyId, body.keepOutbox);
    if (actor?.id === userId && actor.familyId !== cookie?.familyId) {
      await endFamily(services, userId, actor.familyId, body.keepOutbox);
    }
    if (!body.keepOutbox) writeCookie(request, reply, userId);
  },
} satisfies DirectHandlers<'login' | 'refresh' | 'logout'>;

/** Calls on the own account. */
export const authHandlers = {
  profile: async ({ actor, system }) => {
    const account = await readAccount(system.db, 'id', actor.id);
    if (!account) throw new ApiError('auth.expired');
    const { name, email, phone } = account.user;
    return { name, email, phone };
  },

  changePassword: async ({ body, actor, system, now }) => {
    const account = await readAccount(system.db, 'id', actor.id);
    if (!account || !(await isPassword(account.user.passwordHash, body.currentPassword))) {
      throw new ApiError('input.invalid', 'The current password is not right.', {
        errors: { currentPassword: ['The current password is not right.'] },
      });
    }
    await system.db
      .update(appUser)
      .set({ passwordHash: await hashPassword(body.newPassword) })
      .where(eq(appUser.id, actor.id));
    await endSessions(system.db, actor.id, now, actor.familyId);
  },
} satisfies Handlers<'profile' | 'changePassword'>;
