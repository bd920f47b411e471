import { callPath, calls } from '#contract/index.ts';
import { isErrorCode, retryClass } from '#contract/errors.ts';
import type { Meta, MetaChanges } from '../outbox/meta.ts';
import type { PendingLogout } from '../outbox/schema.ts';
import type { Ports } from '../ports/ports.ts';
import { cookieLock } from './tokens.ts';
import type { Tokens } from './tokens.ts';
import { codeOf, exchange } from '../transport/wire.ts';

/**
 * Logouts not yet sent to the server: users are signed out here immediately, and there as soon as it can be reached
 * (rule AU5).
 */
export interface Logouts {
  /** The facts that change when a user leaves; with `keepOutbox` the server still lets saved entries be sent. */
  noted(userId: string, keepOutbox: boolean): MetaChanges;
  /** The facts that change when the user has signed in again: earlier logouts are no longer reported. */
  cancelPending(userId: string): MetaChanges;
  /** Reports pending logouts to the server, and ends families whose queue is empty. */
  report(hasUnsent: (userId: string) => boolean): Promise<void>;
}

/** Logouts of all users of this tablet, kept in its facts so that they outlive the tab. */
export function createLogouts(ports: Ports, meta: Meta, tokens: Pick<Tokens, 'forget'>): Logouts {
  /**
   * Reports a logout that is still `wanted`; false if that failed. `told` runs before anyone can sign in again,
   * since sign-ins hold the same lock.
   */
  async function tellLogout(
    { userId, keepOutbox }: PendingLogout,
    wanted: () => Promise<boolean>,
    told: () => Promise<unknown>,
  ): Promise<boolean> {
    return ports.locks.exclusive(cookieLock.name, cookieLock.patienceMs, async () => {
      if (!(await wanted())) return true;
      const result = await exchange(ports, {
        method: calls.logout.method,
        path: `/api${callPath(calls.logout, { userId })}`,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ keepOutbox }),
      });
      if (result.kind === 'unreachable') return false;
      const code = codeOf(result.body);
      if (isErrorCode(code) && retryClass(result.status, code) === 'later') return false;
      await told();
      return true;
    });
  }

  async function report(hasUnsent: (userId: string) => boolean): Promise<void> {
    for (const pending of (await meta.get('pendingLogouts')) ?? []) {
      const { userId, keepOutbox } = pending;
      const isSame = (one: PendingLogout) => one.userId === userId && one.keepOutbox === keepOutbox;
      const wanted = async () => ((await meta.get('pendingLogouts')) ?? []).some(isSame);
      const isTold = await tellLogout(pending, wanted, () =>
        meta.changeAll({
          pendingLogouts: (list = []) => list.filter((one) => !isSame(one)),
          outboxOnly: (list = []) => [...list.filter((one) => one !== userId), ...(keepOutbox ? [userId] : [])],
        }),
      );
      if (!isTold) return;
    }
    for (const userId of (await meta.get('outboxOnly')) ?? []) {
      if (hasUnsent(userId)) continue;
      const wanted = async () => ((await meta.get('outboxOnly')) ?? []).includes(userId);
      await tellLogout({ userId, keepOutbox: false }, wanted, () => {
        tokens.forget(userId);
        return meta.change('outboxOnly', (list = []) => list.filter((one) => one !== userId));
      });
    }
  }

  return {
    noted: (userId, keepOutbox) => ({
      pendingLogouts: (list = []) => [...list.filter((one) => one.userId !== userId), { userId, keepOutbox }],
    }),
    cancelPending: (userId) => ({
      pendingLogouts: (list = []) => list.filter((one) => one.userId !== userId),
      outboxOnly: (list = []) => list.filter((one) => one !== userId),
    }),
    report,
  };
}
