import type { Outbox } from '../outbox/outbox.ts';
import type { Clock } from '../ports/ports.ts';
import type { Sessions } from '../session/session.ts';
import type { Command } from '../outbox/command.ts';
import { anyOf } from './any-of.ts';
import type { SendDue } from './send-due.ts';
import type { WakeSignal } from './wake-signal.ts';

/** Maximum time that a cycle holds the lease. */
const cycleMs = 30_000;

/** Runs one cycle under the lease. Throws: errors of the storage. */
export type SendCycle = () => Promise<void>;

/** Creates the cycle of a runner, which ends when `stopped` is aborted. */
export function createSendCycle(parts: {
  clock: Clock;
  outbox: Outbox;
  sessions: Sessions;
  sendDue: SendDue;
  wakeSignal: WakeSignal;
  stopped: AbortSignal;
}): SendCycle {
  const { clock, outbox, sessions, sendDue, wakeSignal, stopped } = parts;

  /** Reports logouts to the server; users with work that it may still take keep the right to send it (rule AU5). */
  async function reportLogouts(commands: readonly Command[]): Promise<void> {
    const moving = commands.filter(({ state }) => state !== 'attention');
    const users = new Set([...moving, ...(await sendDue.pendingUploads(commands))].map(({ userId }) => userId));
    await sessions.reportLogouts((userId) => users.has(userId));
  }

  return async () => {
    const startedAt = clock.now();
    const over = new AbortController();
    // The end of the cycle, a change of user (PU13) and the end of the runner each abort the current request.
    const { signal, release } = anyOf([over.signal, sessions.fence(), stopped]);
    const deadline = clock.delay(cycleMs, over.signal).then(() => over.abort());
    deadline.catch(() => undefined);
    try {
      // 1. Recover what a dead runner left behind (OB4).
      const open = await outbox.recover();
      // 2. Report logouts while sending (AU5).
      const reported = reportLogouts(open);
      reported.catch(() => undefined);
      // 3. Send all that is due (PU1, PU2, PU3, PU15).
      const left = await sendDue.sendAll(open, startedAt, signal);
      // 4. Complete the logout of users whose queue is now empty (AU5). A call that hangs delays no entry: the next one
      // ends the wait.
      const ended = left.length < open.length ? reported.then(() => reportLogouts(left)) : reported;
      ended.catch(() => undefined);
      if (!wakeSignal.isRaised()) await Promise.race([ended, wakeSignal.next(), deadline]);
    } finally {
      over.abort();
      release();
    }
  };
}
