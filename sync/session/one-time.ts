/** Signed in on a one-time password: nothing but the choice of an own one, in memory only, gone with the page. */
import { callPath, calls } from '#contract/index.ts';
import type { Session } from '#contract/calls/session.ts';
import { idempotencyHeader } from '#contract/calls/sync.ts';
import { retryClass } from '#contract/errors.ts';
import type { Ports } from '../ports/ports.ts';
import type { ServerStatus } from '../transport/server-status.ts';
import { codeOf, exchange, messageOf, problemOf } from '../transport/wire.ts';
import { CallError } from '../types.ts';

const changedMeanwhile = 'The password has changed in the meantime. Please sign in again.';

/** A sign-in with a one-time password, until the user has chosen a password of their own. */
export interface OneTimeSignIn {
  begin(email: string, password: string, session: Session): void;
  /** The user who has to choose a password; null if there is none. */
  userId(): string | null;
  /**
   * Sets the user's password and resolves to the e-mail address to sign in with. May be called again, with the same
   * password or another, until the user has signed in. Throws: CallError `offline`, `problem` with the field
   * `newPassword`, or `signed-out` if the user has to begin again with the one-time password.
   */
  choose(newPassword: string): Promise<string>;
  end(): void;
}

interface Held {
  email: string;
  session: Session;
  /** The password that the account has, as far as this context knows. */
  current: string;
  /** The current one is still the one that somebody else set. */
  isOneTime: boolean;
  /** The last choice, and the key under which it is sent until there is an answer. */
  attempt: { newPassword: string; key: string } | null;
}

/** Binds the choice to this context. */
export function createOneTimeSignIn(ports: Ports, serverStatus: ServerStatus): OneTimeSignIn {
  let held: Held | null = null;

  async function change(of: Held, newPassword: string): Promise<void> {
    if (of.attempt?.newPassword !== newPassword) of.attempt = { newPassword, key: ports.random.uuid() };
    const result = await exchange(ports, {
      method: calls.changePassword.method,
      path: `/api${callPath(calls.changePassword)}`,
      headers: { 'Content-Type': 'application/json', [idempotencyHeader]: of.attempt.key },
      token: of.session.token,
      body: JSON.stringify({ currentPassword: of.current, newPassword }),
    });
    if (result.kind === 'unreachable') {
      serverStatus.failed();
      throw new CallError('offline', result.message, null, result.status ?? null);
    }
    serverStatus.alive();
    if (result.status >= 200 && result.status < 300) return;
    const problem = problemOf(result.body);
    if (problem?.errors?.['currentPassword']) throw new CallError('signed-out', changedMeanwhile);
    const isEnded = retryClass(result.status, codeOf(result.body)) === 'sign-in';
    throw new CallError(isEnded ? 'signed-out' : 'problem', messageOf(result.body), problem);
  }

  return {
    begin(email, password, session) {
      held = { email, session, current: password, isOneTime: true, attempt: null };
    },
    userId: () => held?.session.userId ?? null,
    async choose(newPassword) {
      const of = held;
      if (!of) throw new CallError('signed-out', changedMeanwhile);
      if (of.isOneTime || newPassword !== of.current) {
        await change(of, newPassword);
        Object.assign(of, { current: newPassword, isOneTime: false, attempt: null });
      }
      return of.email;
    },
    end() {
      held = null;
    },
  };
}
