import { callPath, calls } from '#contract/index.ts';
import { unlockHeader } from '#contract/calls/session.ts';
import type { Session } from '#contract/calls/session.ts';
import { errorCatalogue, retryClass } from '#contract/errors.ts';
import type { Ports } from '../ports/ports.ts';
import { codeOf, exchange, messageOf } from '../transport/wire.ts';
import type { TokenResult } from '../transport/client.ts';

/**
 * Everything that sets or clears a refresh cookie takes turns under this lock, across all tabs and the worker: a late
 * answer would otherwise replace a new cookie with an old one. The wait for a holder that hangs is bounded.
 */
export const cookieLock = { name: 'ward-cookies', patienceMs: 25_000, loginPatienceMs: 5_000 };

/** Tokens in memory only, one per user; each renewed by the user's own refresh cookie. */
export interface Tokens {
  /** A token of the user; `stale` is one the server has just refused. */
  tokenFor(userId: string, stale?: string): Promise<TokenResult>;
  put(session: Session): void;
  forget(userId: string): void;
}

function isSession(body: unknown): body is Session {
  return isObject(body) && 'token' in body && 'userId' in body;
}

/** Returns whether a refused session is one of a tablet that was reported lost. */
const saysLost = (problem: unknown): boolean =>
  isObject(problem) && 'context' in problem && isObject(problem.context) && 'lost' in problem.context;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Keeps the tokens; `onSession` is called for every renewed session, `onRefused` for every family that has ended. */
export function createTokens(
  ports: Pick<Ports, 'clock' | 'transport' | 'locks'>,
  events: {
    onSession: (session: Session) => void;
    onRefused: (userId: string, message: string, isLost: boolean) => void;
    /** How often this user has signed in on this tablet, in any tab. */
    signIns: (userId: string) => Promise<number>;
    /** The user's unlock key; undefined while the tablet is locked. */
    unlockKey: (userId: string) => Promise<string | undefined>;
  },
): Tokens {
  const tokens = new Map<string, string>();
  const running = new Map<string, Promise<TokenResult>>();

  async function refresh(userId: string): Promise<TokenResult> {
    const signInsBefore = await events.signIns(userId);
    const { method, path } = { method: calls.refresh.method, path: callPath(calls.refresh, { userId }) };
    let unlockKey: string | undefined;
    const result = await ports.locks.exclusive(cookieLock.name, cookieLock.patienceMs, async () => {
      unlockKey = await events.unlockKey(userId);
      const headers = unlockKey === undefined ? {} : { [unlockHeader]: unlockKey };
      return exchange(ports, { method, path: `/api${path}`, headers });
    });
    if (result.kind === 'unreachable') return { kind: 'no-answer', result };
    const renewed =
      result.status === 200 && isSession(result.body) && result.body.userId === userId ? result.body : null;
    // While this token for a locked tablet was in flight, somebody unlocked the tablet or signed in.
    if (renewed?.scope === 'outbox' && (await events.unlockKey(userId)) !== unlockKey) return refresh(userId);
    // Somebody signed in on the tablet again while this answer was in flight.
    if (renewed?.lost && (await events.signIns(userId)) !== signInsBefore) return refresh(userId);
    // Rule AU10: the password was reset, and the new one has not been asked for here.
    const isReset = renewed?.scope === 'password';
    if (renewed && !isReset) {
      tokens.set(userId, renewed.token);
      events.onSession(renewed);
      return { kind: 'token', token: renewed.token };
    }
    const refusal = retryClass(result.status, codeOf(result.body));
    if (!isReset && (refusal === 'later' || refusal === 'update' || result.status < 400))
      return { kind: 'no-answer', result };
    // The refused family has been replaced by a sign-in in the meantime, here or in another tab.
    if ((await events.signIns(userId)) !== signInsBefore) return refresh(userId);
    tokens.delete(userId);
    const message = isReset ? errorCatalogue['auth.one_time_password'].text : messageOf(result.body);
    events.onRefused(userId, message, saysLost(result.body));
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
