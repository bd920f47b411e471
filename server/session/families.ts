import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull, isNull, ne, or } from 'drizzle-orm';
import type { Session } from '#contract/calls/session.ts';
import type { Services } from '../context.ts';
import type { Executor } from '../db/database.ts';
import { appUser, hospital, pushSubscription, refreshFamily } from '../db/schema.ts';
import { ApiError } from '../problem.ts';
import { scopeOf } from './session.ts';
import { firstRefreshSecret, nextRefreshSecret, secretHash } from '../auth/tokens.ts';
import type { RefreshCookie } from './cookie.ts';

/** How long the previous secret stays valid for a client that lost the response. */
const lostAnswerMs = 12 * 60 * 60_000;

/** An account with its hospital, as sessions need it. */
export interface Account {
  user: typeof appUser.$inferSelect;
  hospital: typeof hospital.$inferSelect | null;
}

/** Reads an account that is not deleted. Throws: ApiError `auth.hospital_inactive`. */
export async function readAccount(db: Executor, by: 'id' | 'email', value: string): Promise<Account | undefined> {
  const [row] = await db
    .select({ user: appUser, hospital })
    .from(appUser)
    .leftJoin(hospital, eq(hospital.id, appUser.hospitalId))
    .where(and(eq(appUser[by], value), isNull(appUser.deletedAt)));
  return row;
}

/** Refuses users of an inactive hospital. Throws: ApiError `auth.hospital_inactive`. */
export function requireActive({ hospital }: Account, extra: { context?: Record<string, unknown> } = {}): void {
  if (hospital && !hospital.isActive) throw new ApiError('auth.hospital_inactive', undefined, extra);
}

/** A session as the browser gets it: the content and expiry of the cookie. */
interface Family extends RefreshCookie {
  /** Time until the session ends, which use does not extend. Units: milliseconds. */
  leftMs: number;
}

/** Starts a session on a tablet; ends older ones of the same user there, and push for all others. */
export async function beginFamily(
  services: Services,
  account: Account,
  deviceId: string | undefined,
  unlockKey: string | undefined,
): Promise<Family> {
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
    // Somebody with an account has the tablet again: entries of others who were signed in on it can still be sent.
    await services.db
      .update(refreshFamily)
      .set({ lostAt: null, lostToldAt: null })
      .where(and(eq(refreshFamily.deviceId, deviceId), isNotNull(refreshFamily.lostAt)));
  }
  await services.db.transaction(async (tx) => {
    await tx.insert(refreshFamily).values({
      id: familyId,
      userId,
      deviceId: deviceId ?? null,
      currentHash: secretHash(secret),
      unlockHash: unlockKey === undefined ? null : secretHash(unlockKey),
      rotatedAt: now,
      createdAt: now,
      expiresAt: new Date(now.getTime() + services.sessionMs),
    });
    // Other users' sessions continue because of their unsent entries; without the subscription, waiting copies are
    // dropped.
    if (deviceId !== undefined) {
      await tx
        .delete(pushSubscription)
        .where(and(eq(pushSubscription.tabletId, deviceId), ne(pushSubscription.userId, userId)));
    }
  });
  return { familyId, secret, leftMs: services.sessionMs };
}

/**
 * Exchanges the refresh cookie for its successor. The previous secret is accepted for the length of a shift and gives
 * the same successor again; any older one indicates theft, ends the family and is logged with the client's address. If
 * the session has an unlock key and it is missing, the token can only send, which is all that a locked tablet may do.
 * The session of a lost tablet says so, even after it has ended; `isBack` is true for the first time. Throws: ApiError
 * `auth.expired`.
 */
export async function rotateFamily(
  services: Services,
  userId: string,
  { unlockKey, ...cookie }: RefreshCookie & { unlockKey: string | undefined },
  address: string,
): Promise<Family & { scope: 'full' | 'outbox'; lost: boolean; isBack: boolean }> {
  const now = services.now();
  const presented = secretHash(cookie.secret);
  const outcome = await services.db.transaction(async (tx) => {
    const [family] = await tx
      .select()
      .from(refreshFamily)
      .where(eq(refreshFamily.id, cookie.familyId))
      .for('no key update');
    if (!family || family.userId !== userId) return null;
    const isKnown = presented === family.currentHash || presented === family.previousHash;
    const lost = family.lostAt !== null;
    if (family.revokedAt || family.expiresAt <= now) return lost && isKnown ? 'lost' : null;
    const secret = nextRefreshSecret(services.meta.signingKey, cookie.secret);
    const { id: familyId, unlockHash } = family;
    const isUnlocked = unlockHash === null || (unlockKey !== undefined && secretHash(unlockKey) === unlockHash);
    const scope = isUnlocked ? family.scope : 'outbox';
    const leftMs = family.expiresAt.getTime() - now.getTime();
    const isBack = lost && isKnown && family.lostToldAt === null;
    const renewed = { familyId, secret, scope, leftMs, lost, isBack };
    const told = isBack ? { lostToldAt: now } : {};
    if (presented === family.currentHash) {
      await tx
        .update(refreshFamily)
        .set({ currentHash: secretHash(secret), previousHash: presented, rotatedAt: now, ...told })
        .where(eq(refreshFamily.id, familyId));
      return renewed;
    }
    const isLostAnswer =
      presented === family.previousHash && now.getTime() - family.rotatedAt.getTime() <= lostAnswerMs;
    if (isLostAnswer) {
      if (isBack) await tx.update(refreshFamily).set(told).where(eq(refreshFamily.id, familyId));
      return renewed;
    }
    await tx.update(refreshFamily).set({ revokedAt: now }).where(eq(refreshFamily.id, familyId));
    return 'reused';
  });
  if (outcome === 'reused') services.security.refuse('session.secret_reused', { account: userId, address });
  if (outcome === 'lost') throw new ApiError('auth.expired', undefined, { context: { lost: true } });
  if (outcome === null || outcome === 'reused') throw new ApiError('auth.expired');
  return outcome;
}

/**
 * Ends a session, or restricts it to sending offline entries. A caller without a token must present the session's
 * current or previous secret, as after a refresh whose response was lost; any other secret ends nothing.
 */
export async function endFamily(
  services: Services,
  userId: string,
  { familyId, secret }: { familyId: string; secret?: string },
  keep: boolean,
): Promise<void> {
  const shown = secret === undefined ? undefined : secretHash(secret);
  await services.db
    .update(refreshFamily)
    .set(keep ? { scope: 'outbox' } : { revokedAt: services.now() })
    .where(
      and(
        eq(refreshFamily.id, familyId),
        eq(refreshFamily.userId, userId),
        shown === undefined
          ? undefined
          : or(eq(refreshFamily.currentHash, shown), eq(refreshFamily.previousHash, shown)),
      ),
    );
}

/** Ends all sessions of a user, or all but one, after a password change or a deletion. */
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

/** Returns the session response of docs/product.md P9. */
export function sessionOf(
  services: Services,
  { user, hospital }: Account,
  family: { familyId: string; scope: 'full' | 'outbox'; lost?: boolean },
): Session {
  const scope = scopeOf(user, family.scope);
  const { token, expiresAt } = services.tokens.sign(
    { sub: user.id, role: user.role, hospital: user.hospitalId, scope, family: family.familyId },
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
    scope,
    expiresAt: expiresAt.toISOString(),
    ...(family.lost ? { lost: true } : {}),
  };
}
