/** Signing in with the server, and what the tablet remembers of it. */
import { callPath, calls } from '#contract/index.ts';
import type { Session, SignedIn } from '#contract/calls/session.ts';
import type { Meta } from '../outbox/meta.ts';
import type { Ports } from '../ports/ports.ts';
import type { ServerStatus } from '../transport/server-status.ts';
import { exchange, messageOf, problemOf } from '../transport/wire.ts';
import { CallError } from '../types.ts';
import type { Logouts } from './logouts.ts';
import { cookieLock } from './tokens.ts';

/** Signs in. Throws: CallError `offline` without an answer, `problem` with the server's refusal. */
export type SignIn = (email: string, password: string) => Promise<Session>;

/** Binds signing in to this context. */
export function createSignIn(
  ports: Ports,
  parts: { meta: Meta; serverStatus: ServerStatus; logouts: Logouts },
): SignIn {
  const { meta, serverStatus, logouts } = parts;

  /** The user's earlier logouts no longer count. Runs under the cookie lock, or one of them would end the new session. */
  async function noteSignIn({ userId, unlockKey }: SignedIn): Promise<void> {
    await meta.changeAll({
      signIns: (counts = {}) => ({ ...counts, [userId]: (counts[userId] ?? 0) + 1 }),
      unlockKeys: ({ [userId]: _before, ...others } = {}) =>
        unlockKey === undefined ? others : { ...others, [userId]: unlockKey },
      ...logouts.cancelPending(userId),
    });
  }

  /** What the tablet knew of a user whose password was reset no longer opens it. */
  async function forget(userId: string): Promise<void> {
    await meta.changeAll({
      person: (one) => (one?.userId === userId ? { ...one, ended: true } : one),
      verifier: (one) => (one?.userId === userId ? undefined : one),
      unlockKeys: ({ [userId]: _own, ...others } = {}) => others,
    });
  }

  return async (email, password) => {
    const tabletId = await meta.get('tabletId');
    const result = await ports.locks.exclusive(cookieLock.name, cookieLock.loginPatienceMs, async () => {
      const answer = await exchange(ports, {
        method: calls.login.method,
        path: `/api${callPath(calls.login)}`,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password, deviceId: tabletId, locks: true }),
      });
      if (answer.kind === 'ours' && answer.status === 200) await noteSignIn(answer.body as SignedIn);
      return answer;
    });
    if (result.kind === 'unreachable') {
      serverStatus.failed();
      throw new CallError('offline', result.message, null, result.status ?? null);
    }
    serverStatus.alive();
    serverStatus.measured(result.headers.get('Date'));
    if (result.status !== 200) throw new CallError('problem', messageOf(result.body), problemOf(result.body));
    const { unlockKey: _kept, ...session } = result.body as SignedIn;
    if (session.scope === 'password') {
      await forget(session.userId);
      return session;
    }
    const now = ports.clock.now();
    await meta.change('verifier', () => undefined);
    const { userId, userName, userRole, hospitalId, bmeAccountId, hospital } = session;
    await meta.set('person', {
      userId,
      userName,
      userRole,
      email,
      hospitalId,
      bmeAccountId,
      hospital,
      onlineAt: now,
      activeAt: now,
      ended: false,
      locked: false,
    });
    return session;
  };
}
