/** Signing in with the server, and what the tablet remembers of it. */
import { callPath, calls } from '#contract/index.ts';
import type { Session, SignedIn } from '#contract/calls/session.ts';
import type { Meta } from '../outbox/meta.ts';
import type { Ports } from '../ports/ports.ts';
import type { ServerStatus } from '../transport/server-status.ts';
import { exchange, messageOf, problemOf } from '../transport/wire.ts';
import { CallError } from '../types.ts';
import type { Logouts } from './logouts.ts';
import { learnPassword } from './password.ts';
import type { Learnt } from './password.ts';
import { cookieLock } from './tokens.ts';

/** Signs in. Throws: CallError `offline` without an answer, `problem` with the server's refusal. */
export type SignIn = (email: string, password: string) => Promise<Session>;

/** Binds signing in to this context. */
export function createSignIn(
  ports: Ports,
  parts: { meta: Meta; serverStatus: ServerStatus; logouts: Logouts },
): SignIn {
  const { meta, serverStatus, logouts } = parts;

  /**
   * The user's earlier logouts no longer count. Runs under the cookie lock, or one of them would end the new session.
   */
  async function noteSignIn({ userId, unlockKey }: SignedIn): Promise<void> {
    await meta.changeAll({
      signIns: (counts = {}) => ({ ...counts, [userId]: (counts[userId] ?? 0) + 1 }),
      unlockKeys: ({ [userId]: _before, ...others } = {}) =>
        unlockKey === undefined ? others : { ...others, [userId]: unlockKey },
      lost: () => undefined,
      ...logouts.cancelPending(userId),
    });
  }

  /** What the tablet knew about a user whose password was reset no longer opens it. */
  async function forget(userId: string): Promise<void> {
    await meta.changeAll({
      person: (one) => (one?.userId === userId ? { ...one, ended: true } : one),
      verifier: (one) => (one?.userId === userId ? undefined : one),
      unlockKeys: ({ [userId]: _own, ...others } = {}) => others,
    });
  }

  /**
   * Stores the tablet's new user and the verifier that checks the password offline: both or neither (rule AU4). Runs
   * under the cookie lock, or the key of an earlier sign-in could be stored after that of a later one.
   */
  async function keep(
    { unlockKey, ...session }: SignedIn,
    email: string,
    learning: Promise<Learnt | null>,
  ): Promise<void> {
    // An Admin works online only.
    const learnt = session.userRole === 'Admin' ? null : await learning;
    const now = ports.clock.now();
    const { userId, userName, userRole, hospitalId, bmeAccountId, hospital } = session;
    await meta.changeAll({
      verifier: () => learnt?.(userId, unlockKey),
      person: () => ({
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
      }),
    });
  }

  return async (email, password) => {
    const tabletId = await meta.get('tabletId');
    // Beside the request: the answer of the server takes as long. If it fails, unlocking needs the network.
    const learning = learnPassword(ports, password).catch(() => null);
    const result = await ports.locks.exclusive(cookieLock.name, cookieLock.loginPatienceMs, async () => {
      const answer = await exchange(ports, {
        method: calls.login.method,
        path: `/api${callPath(calls.login)}`,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password, deviceId: tabletId, locks: true }),
      });
      if (answer.kind === 'ours' && answer.status === 200) {
        const signedIn = answer.body as SignedIn;
        await noteSignIn(signedIn);
        if (signedIn.scope !== 'password') await keep(signedIn, email, learning);
      }
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
    if (session.scope === 'password') await forget(session.userId);
    return session;
  };
}
