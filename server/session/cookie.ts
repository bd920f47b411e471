import type { FastifyReply, FastifyRequest } from 'fastify';
import { unlockHeader } from '#contract/calls/session.ts';
import { ApiError } from '../problem.ts';

const plainName = 'ward_refresh';
/** Browsers accept and send a cookie with this prefix only over TLS. Source: RFC 6265bis, 4.1.3 */
const secureName = '__Secure-ward_refresh';

/** Content of a refresh cookie. */
export interface RefreshCookie {
  familyId: string;
  secret: string;
}

/**
 * Reads the refresh cookie; the path excludes those of other users of this browser. Over TLS, a cookie with the plain
 * name is accepted if it is the only one: the next refresh replaces it with the secure one.
 */
export function readCookie(request: FastifyRequest): RefreshCookie | null {
  const secure = isSecure(request) ? request.cookies[secureName] : undefined;
  const [familyId, secret] = (secure ?? request.cookies[plainName] ?? '').split('.');
  return familyId && secret ? { familyId, secret } : null;
}

/** Returns the unlock key that a tablet sends with its cookie; undefined if it is locked. */
export function readUnlockKey(request: FastifyRequest): string | undefined {
  const value = request.headers[unlockHeader.toLowerCase()];
  return typeof value === 'string' ? value : undefined;
}

/** Sets the refresh cookie until its session ends, or clears it if no value is given. */
export function writeCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
  value?: RefreshCookie & { leftMs: number },
): void {
  const isTls = isSecure(request);
  const options = { path: `/api/Auth/refresh/${userId}`, httpOnly: true, sameSite: 'strict', secure: isTls } as const;
  const name = isTls ? secureName : plainName;
  if (value) {
    const { familyId, secret, leftMs } = value;
    reply.setCookie(name, `${familyId}.${secret}`, { ...options, maxAge: Math.floor(leftMs / 1000) });
  } else reply.clearCookie(name, options);
  if (isTls && request.cookies[plainName] !== undefined) reply.clearCookie(plainName, options);
}

/**
 * Refuses requests from pages of another origin to calls that set, use or clear the cookie. `Sec-Fetch-Site` decides,
 * or `Origin` in older browsers. Clients other than browsers send neither.
 * Throws: ApiError `auth.forbidden`.
 */
export function refuseOtherOrigins(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  const isOwn = site === undefined ? isOwnOrigin(request) : site === 'same-origin' || site === 'none';
  if (!isOwn) throw new ApiError('auth.forbidden', 'This request comes from a page of another address.');
}

function isOwnOrigin(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, host } = new URL(origin);
  if (isSecure(request) && protocol !== 'https:') return false;
  // A proxy may forward the host name without the port.
  return request.host === host || request.host === hostname;
}

/** Returns whether the request came over TLS, to this server or to a proxy trusted by TRUST_PROXY. */
function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https';
}
