import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Role } from '#contract/define.ts';
import { accessTokenMs, type SigningKeys } from './signing-keys.ts';

/** What an access token says; the session row behind `family` decides whether it still holds. */
interface AccessClaims {
  sub: string;
  role: Role;
  hospital: string | null;
  scope: 'full' | 'outbox';
  family: string;
}

/** Signs and reads access tokens. */
export interface AccessTokens {
  sign(claims: AccessClaims, now: Date): { token: string; expiresAt: Date };
  /** Gives the session family of a token, or null when it is not ours or too old. */
  readFamily(token: string, now: Date): Promise<string | null>;
}

/** Access tokens over the app's JWT plugin; time comes from the caller. */
export function accessTokens(app: FastifyInstance, keys: SigningKeys): AccessTokens {
  return {
    sign(claims, now) {
      const iat = Math.floor(now.getTime() / 1000);
      const exp = iat + accessTokenMs / 1000;
      const { id: kid, secret: key } = keys.current(now);
      return { token: app.jwt.sign({ ...claims, iat, exp }, { kid, key }), expiresAt: new Date(exp * 1000) };
    },
    async readFamily(token, now) {
      const kid = keyOf(app, token);
      const key = kid === undefined ? undefined : await keys.find(kid, now);
      if (key === undefined) return null;
      try {
        const read = app.jwt.verify<{ family?: unknown; exp?: unknown }>(token, {
          key,
          algorithms: ['HS256'],
          ignoreExpiration: true,
        });
        const alive = typeof read.exp === 'number' && read.exp * 1000 > now.getTime();
        return alive && typeof read.family === 'string' ? read.family : null;
      } catch {
        return null;
      }
    },
  };
}

/** The name of the key that a token says it was signed with. */
function keyOf(app: FastifyInstance, token: string): string | undefined {
  try {
    const read = app.jwt.decode<{ header?: { kid?: unknown } }>(token, { complete: true });
    return typeof read?.header?.kid === 'string' ? read.header.kid : undefined;
  } catch {
    return undefined;
  }
}

/** A new refresh secret for a sign-in. */
export function firstRefreshSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The secret that follows another one. It is derived, so a client whose answer was lost gets the same successor when
 * it asks again, and the database holds only fingerprints. Source: docs/decisions/102-refresh-rotation.md
 */
export function nextRefreshSecret(signingKey: string, secret: string): string {
  return createHmac('sha256', signingKey).update(`refresh ${secret}`).digest('base64url');
}

/** What the database keeps of a refresh secret. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
