import { randomUUID } from 'node:crypto';
import { and, eq, isNull, ne } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '#contract/session.ts';
import type { Services } from '../context.ts';
import type { Executor } from '../db/database.ts';
import { appUser, hospital, refreshFamily } from '../db/schema.ts';
import { ApiError } from '../problem.ts';
import { firstRefreshSecret, nextRefreshSecret, secretHash } from './tokens.ts';

const cookieName = 'ward_refresh';
const familyMs = 30 * 24 * 60 * 60 * 1000;
/** How long the secret before the current one is still taken, for a client whose answer was lost. */
const lostAnswerMs = 12 * 60 * 60_000;

/** An account with its hospital, as a session needs it. */
export interface Account {
  user: typeof appUser.$inferSelect;
  hospital: typeof hospital.$inferSelect | null;
}

/** Reads a living account. Throws: ApiError `auth.hospital_inactive`. */
export async function readAccount(db: Executor, by: 'id' | 'email', value: string): Promise<Account | undefined> {
  const [row] = await db
    .select({ user: appUser, hospital })
    .from(appUser)
    .leftJoin(hospital, eq(hospital.id, appUser.hospitalId))
    .where(and(eq(appUser[by], value), isNull(appUser.deletedAt)));
  return row;
}

/** Refuses the people of a hospital that is switched off. Throws: ApiError `auth.hospital_inactive`. */
export function requireActive({ hospital }: Account): void {
  if (hospital && !hospital.isActive) throw new ApiError('auth.hospital_inactive');
}

/** Begins a session on a device and ends the older ones of the same user there. */
export async function beginFamily(
  services: Services,
  account: Account,
  deviceId: string | undefined,
): Promise<{ familyId: string; secret: string }> {
  const now = services.now();
  const secret = firstRefreshSecret();
  const familyId = randomUUID();
  const userId = account.user.id;
  if (deviceId !== undefined) {
    await services.db
      .update(refreshFamily)
      .set({ revokedAt: now })
      .where(
        and(eq(refreshFamily.userId, userId), eq(refreshFamily.deviceId, deviceId), isNull(refreshFamily.revokedAt)),
      );
  }
  await services.db.insert(refreshFamily).values({
    id: familyId,
    userId,
    deviceId: deviceId ?? null,
    currentHash: secretHash(secret),
    rotatedAt: now,
    createdAt: now,
    expiresAt: new Date(now.getTime() + familyMs),
  });
  return { familyId, secret };
}

/**
 * Takes the refresh cookie and gives its successor. The secret before the current one is taken for a shift and gives the
 * same successor again; any older one is theft and ends the family.
 * Throws: ApiError `auth.expired`.
 */
export async function rotateFamily(
  services: Services,
  userId: string,
  cookie: { familyId: string; secret: string },
): Promise<{ familyId: string; secret: string; scope: 'full' | 'outbox' }> {
  const now = services.now();
  const presented = secretHash(cookie.secret);
  const outcome = await services.db.transaction(async (tx) => {
    const [family] = await tx
      .select()
      .from(refreshFamily)
      .where(eq(refreshFamily.id, cookie.familyId))
      .for('no key update');
    if (!family || family.userId !== userId || family.revokedAt || family.expiresAt <= now) return null;
    const secret = nextRefreshSecret(services.meta.signingKey, cookie.secret);
    const { id: familyId, scope } = family;
    if (presented === family.currentHash) {
      await tx
        .update(refreshFamily)
        .set({
          currentHash: secretHash(secret),
          previousHash: presented,
          rotatedAt: now,
          expiresAt: new Date(now.getTime() + familyMs),
        })
        .where(eq(refreshFamily.id, familyId));
      return { familyId, secret, scope };
    }
    const isLostAnswer =
      presented === family.previousHash && now.getTime() - family.rotatedAt.getTime() <= lostAnswerMs;
    if (isLostAnswer) return { familyId, secret, scope };
    await tx.update(refreshFamily).set({ revokedAt: now }).where(eq(refreshFamily.id, familyId));
    return null;
  });
  if (!outcome) throw new ApiError('auth.expired');
  return outcome;
}

/** Ends the session of a cookie, or leaves it the right to send what was saved offline. */
export async function endFamily(services: Services, userId: string, familyId: string, keep: boolean): Promise<void> {
  await services.db
    .update(refreshFamily)
    .set(keep ? { scope: 'outbox' } : { revokedAt: services.now() })
    .where(and(eq(refreshFamily.id, familyId), eq(refreshFamily.userId, userId)));
}

/** Ends all sessions of a user, or all but one: after a password change or a deletion. */
export async function endSessions(db: Executor, userId: string, now: Date, except?: string): Promise<void> {
  await db
    .update(refreshFamily)
    .set({ revokedAt: now })
    .where(
      and(
        eq(refreshFamily.userId, userId),
        isNull(refreshFamily.revokedAt),
        except === undefined ? undefined : ne(refreshFamily.id, except),
      ),
    );
}

/** Reads the refresh cookie; the path keeps those of other users of this browser away. */
export function readCookie(request: FastifyRequest): { familyId: string; secret: string } | null {
  const [familyId, secret] = (request.cookies[cookieName] ?? '').split('.');
  return familyId && secret ? { familyId, secret } : null;
}

/** Sets the refresh cookie, or clears it without a value. */
export function writeCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
  value?: { familyId: string; secret: string },
): void {
  const options = {
    path: `/api/Auth/refresh/${userId}`,
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
  } as const;
  if (!value) reply.clearCookie(cookieName, options);
  else reply.setCookie(cookieName, `${value.familyId}.${value.secret}`, { ...options, maxAge: familyMs / 1000 });
}

/** The session answer of document 1, section 3. */
export function sessionOf(
  services: Services,
  { user, hospital }: Account,
  family: { familyId: string; scope: 'full' | 'outbox' },
): Session {
  const { token, expiresAt } = services.tokens.sign(
    { sub: user.id, role: user.role, hospital: user.hospitalId, scope: family.scope, family: family.familyId },
    services.now(),
  );
  return {
    token,
    userName: user.name,
    userId: user.id,
    userRole: user.role,
    ...(user.role === 'Hospital' && user.hospitalId !== null ? { hospitalId: user.hospitalId } : {}),
    ...(user.role === 'BME' ? { bmeAccountId: user.id } : {}),
    ...(hospital ? { hospital: { id: hospital.id, name: hospital.name, timeZone: hospital.timeZone } } : {}),
    scope: family.scope,
    expiresAt: expiresAt.toISOString(),
  };
}
