import { callPath, calls } from '#contract/index.ts';
import { isErrorCode, retryClass } from '#contract/errors.ts';
import type { Meta, MetaChanges, PendingLogout } from './outbox/meta.ts';
import type { Ports } from './ports.ts';
import { cookieLock } from './tokens.ts';
import type { Tokens } from './tokens.ts';
import { codeOf, exchange } from './wire.ts';

/** Logouts on their way to the server: whoever leaves is signed out here at once, and there when it can be reached. */
export interface Logouts {
  /** What changes when a user leaves; with `keepOutbox` the server leaves the right to send what is saved. */
  noted(userId: string, keepOutbox: boolean): MetaChanges;
  /** What changes when the user has signed in again: no earlier logout is told any more. */
  calledOff(userId: string): MetaChanges;
  /** Tells the server of logouts it has not heard of, and ends families whose queue is empty. */
  settle(hasUnsent: (userId: string) => boolean): Promise<void>;
}

/** Logouts of all users of this device, kept in its facts so that they outlive the tab. */
export function createLogouts(ports: Ports, meta: Meta, tokens: Pick<Tokens, 'forget'>): Logouts {
  /**
   * Tells the server of a logout that is `wanted`; false when it has not heard. `told` is written down before anybody
   * can sign in again: sign-ins hold the same lock.
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

  async function settle(hasUnsent: (userId: string) => boolean): Promise<void> {
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
    calledOff: (userId) => ({
      pendingLogouts: (list = []) => list.filter((one) => one.userId !== userId),
      outboxOnly: (list = []) => list.filter((one) => one !== userId),
    }),
    settle,
  };
}
