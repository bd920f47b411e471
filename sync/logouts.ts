import { callPath, calls } from '#contract/index.ts';
import { isErrorCode, retryClass } from '#contract/errors.ts';
import type { Meta, PendingLogout } from './outbox/meta.ts';
import type { Ports } from './ports.ts';
import { cookieLock } from './tokens.ts';
import type { Tokens } from './tokens.ts';
import { codeOf, exchange } from './wire.ts';

/** Logouts on their way to the server: whoever leaves is signed out here at once, and there when it can be reached. */
export interface Logouts {
  /** A user has left; with `keepOutbox` the server leaves the right to send what is saved. */
  note(userId: string, keepOutbox: boolean): Promise<void>;
  /** The user has signed in again: no earlier logout is told any more. */
  callOff(userId: string): Promise<void>;
  /** Tells the server of logouts it has not heard of, and ends families whose queue is empty. */
  settle(hasUnsent: (userId: string) => boolean): Promise<void>;
}

/** Logouts of all users of this device, kept in its facts so that they outlive the tab. */
export function createLogouts(ports: Ports, meta: Meta, tokens: Pick<Tokens, 'forget'>): Logouts {
  /** Tells the server of a logout that is `stillWanted`; true when it was told or is no longer wanted. */
  async function tellLogout(
    userId: string,
    keepOutbox: boolean,
    stillWanted: () => Promise<boolean>,
  ): Promise<boolean> {
    return ports.locks.exclusive(cookieLock.name, cookieLock.patienceMs, async () => {
      if (!(await stillWanted())) return true;
      const result = await exchange(ports, {
        method: calls.logout.method,
        path: `/api${callPath(calls.logout, { userId })}`,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ keepOutbox }),
      });
      if (result.kind === 'unreachable') return false;
      return !isErrorCode(codeOf(result.body)) || retryClass(result.status, codeOf(result.body)) !== 'later';
    });
  }

  async function settle(hasUnsent: (userId: string) => boolean): Promise<void> {
    for (const pending of (await meta.get('pendingLogouts')) ?? []) {
      const { userId, keepOutbox } = pending;
      const isSame = (one: PendingLogout) => one.userId === userId && one.keepOutbox === keepOutbox;
      const wanted = async () => ((await meta.get('pendingLogouts')) ?? []).some(isSame);
      if (!(await tellLogout(userId, keepOutbox, wanted))) return;
      if (keepOutbox && (await wanted())) {
        await meta.change('outboxOnly', (list = []) => [...list.filter((one) => one !== userId), userId]);
      }
      await meta.change('pendingLogouts', (list = []) => list.filter((one) => !isSame(one)));
    }
    for (const userId of (await meta.get('outboxOnly')) ?? []) {
      const wanted = async () => ((await meta.get('outboxOnly')) ?? []).includes(userId);
      if (hasUnsent(userId) || !(await tellLogout(userId, false, wanted))) continue;
      if (await wanted()) tokens.forget(userId);
      await meta.change('outboxOnly', (list = []) => list.filter((one) => one !== userId));
    }
  }

  return {
    note: async (userId, keepOutbox) => {
      await meta.change('pendingLogouts', (list = []) => [
        ...list.filter((one) => one.userId !== userId),
        { userId, keepOutbox },
      ]);
    },
    callOff: async (userId) => {
      await meta.change('pendingLogouts', (list = []) => list.filter((one) => one.userId !== userId));
      await meta.change('outboxOnly', (list = []) => list.filter((one) => one !== userId));
    },
    settle,
  };
}
