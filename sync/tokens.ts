import { callPath, calls } from '#contract/index.ts';
import type { Session } from '#contract/session.ts';
import { retryClass } from '#contract/errors.ts';
import type { Ports } from './ports.ts';
import { codeOf, exchange, messageOf } from './wire.ts';
import type { WireResult } from './wire.ts';

/**
 * All that sets or clears a refresh cookie takes turns under this lock, over all tabs and the worker: a late answer
 * would otherwise put an old cookie in the place of a new one. A holder that hangs is waited for only so long.
 */
export const cookieLock = { name: 'ward-cookies', patienceMs: 25_000, loginPatienceMs: 5_000 };

/** A token of one user, or why there is none. */
export type TokenResult =
  | { kind: 'token'; token: string }
  | { kind: 'signed-out'; message: string }
  | { kind: 'no-answer'; result: WireResult };

/** Tokens in memory only, one per user; each renewed by the user's own refresh cookie. */
export interface Tokens {
  /** A token of the user; `stale` is one the server has just refused. */
  tokenFor(userId: string, stale?: string): Promise<TokenResult>;
  put(session: Session): void;
  forget(userId: string): void;
}

function isSession(body: unknown): body is Session {
  return typeof body === 'object' && body !== null && 'token' in body && 'userId' in body;
}

/** Token keeper; `onSession` hears of every renewed session, `onRefused` of every family that is over. */
export function createTokens(
  ports: Pick<Ports, 'clock' | 'transport' | 'locks'>,
  events: {
    onSession: (session: Session) => void;
    onRefused: (userId: string, message: string) => void;
    /** How often this user has signed in on this device, in any tab. */
    signIns: (userId: string) => Promise<number>;
  },
): Tokens {
  const tokens = new Map<string, string>();
  const running = new Map<string, Promise<TokenResult>>();

  async function refresh(userId: string): Promise<TokenResult> {
    const signInsBefore = await events.signIns(userId);
    const { method, path } = { method: calls.refresh.method, path: callPath(calls.refresh, { userId }) };
    const result = await ports.locks.exclusive(cookieLock.name, cookieLock.patienceMs, () =>
      exchange(ports, { method, path: `/api${path}`, headers: {} }),
    );
    if (result.kind === 'unreachable') return { kind: 'no-answer', result };
    if (result.status === 200 && isSession(result.body) && result.body.userId === userId) {
      tokens.set(userId, result.body.token);
      events.onSession(result.body);
      return { kind: 'token', token: result.body.token };
    }
    const refusal = retryClass(result.status, codeOf(result.body));
    if (refusal === 'later' || refusal === 'update' || result.status < 400) return { kind: 'no-answer', result };
    // The refusal is of a family that a sign-in has replaced meanwhile, here or in another tab.
    if ((await events.signIns(userId)) !== signInsBefore) return refresh(userId);
    tokens.delete(userId);
    const message = messageOf(result.body);
    events.onRefused(userId, message);
    return { kind: 'signed-out', message };
  }

  return {
    async tokenFor(userId, stale) {
      const token = tokens.get(userId);
      if (token !== undefined && token !== stale) return { kind: 'token', token };
      const started = running.get(userId) ?? refresh(userId);
      running.set(userId, started);
      try {
        return await started;
      } finally {
        running.delete(userId);
      }
    },
    put: (session) => void tokens.set(session.userId, session.token),
    forget: (userId) => void tokens.delete(userId),
  };
}
