import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Session } from '#contract/calls/session.ts';
import type { Role } from '#contract/define.ts';
import { accessTokenMs, type SigningKeys } from './signing-keys.ts';

/** Content of an access token; the session row of `family` decides whether it is still valid. */
interface AccessClaims {
  sub: string;
  role: Role;
  hospital: string | null;
  scope: Session['scope'];
  family: string;
}

/** Signs and verifies access tokens. */
export interface AccessTokens {
  sign(claims: AccessClaims, now: Date): { token: string; expiresAt: Date };
  /** Returns the session family, hospital and rights of a token, or null if it is not ours or has expired. */
  read(token: string, now: Date): Promise<Pick<AccessClaims, 'family' | 'scope' | 'hospital'> | null>;
}

/** Creates access tokens with the app's JWT plugin; the caller passes the time. */
export function accessTokens(app: FastifyInstance, keys: SigningKeys): AccessTokens {
  return {
    sign(claims, now) {
      const iat = Math.floor(now.getTime() / 1000);
      const exp = iat + accessTokenMs / 1000;
      const { id: kid, secret: key } = keys.current(now);
      return { token: app.jwt.sign({ ...claims, iat, exp }, { kid, key }), expiresAt: new Date(exp * 1000) };
    },
    async read(token, now) {
      const kid = keyOf(app, token);
      const key = kid === undefined ? undefined : await keys.find(kid, now);
      if (key === undefined) return null;
      try {
        const read = app.jwt.verify<{ family?: unknown; scope?: unknown; hospital?: unknown; exp?: unknown }>(token, {
          key,
          algorithms: ['HS256'],
          ignoreExpiration: true,
        });
        const alive = typeof read.exp === 'number' && read.exp * 1000 > now.getTime();
        if (!alive || typeof read.family !== 'string') return null;
        return {
          family: read.family,
          scope: read.scope === 'outbox' ? 'outbox' : 'full',
          hospital: typeof read.hospital === 'string' ? read.hospital : null,
        };
      } catch {
        return null;
      }
    },
  };
}

/** The id of the key that a token claims to be signed with. */
function keyOf(app: FastifyInstance, token: string): string | undefined {
  try {
    const read = app.jwt.decode<{ header?: { kid?: unknown } }>(token, { complete: true });
    return typeof read?.header?.kid === 'string' ? read.header.kid : undefined;
  } catch {
    return undefined;
  }
}

/** Creates an unlock key, which a tablet deletes when it locks. */
export function newUnlockKey(): string {
  return randomBytes(32).toString('hex');
}

/** Creates the first refresh secret of a sign-in. */
export function firstRefreshSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Derives the successor of a secret. A client that lost the response gets the same successor when it retries, and the
 * database stores only fingerprints. Source: docs/decisions/102-refresh-rotation.md
 */
export function nextRefreshSecret(signingKey: string, secret: string): string {
  return createHmac('sha256', signingKey).update(`refresh ${secret}`).digest('base64url');
}

/** Returns the fingerprint under which the database stores a refresh secret. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
