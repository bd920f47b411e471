import type { Replica } from '../replica/replica.ts';
import { CallError } from '../types.ts';
import { createDailyCheck } from './daily-check.ts';
import type { AnsweredWork } from './daily-check.ts';
import type { OpenEvents } from './event-stream.ts';
import { createLive } from './live.ts';
import type { LivePorts } from './live.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { createPages } from './pages.ts';
import type { CallApi } from './pages.ts';
import { createRebuilder } from './rebuild.ts';

/** Keeps the replica in step with the server. */
export interface Pull {
  /** Resolves when a pull that began after this call has reached the server's head. Throws: CallError. */
  pullNow: (signal?: AbortSignal) => Promise<void>;
  /** Pulls now, at each live event, and every minute if there are none. */
  start: () => void;
  stop: () => void;
}

export interface PullParts {
  ports: LivePorts;
  callApi: CallApi;
  openEvents: OpenEvents;
  replica: Replica;
  /** The server's records have a schema that this app does not know, so the app must be updated. */
  onWarning: (warning: 'update-required') => void;
  /**
   * The server was restored from a backup. Awaited before the replica is rebuilt, because afterwards nothing on the
   * tablet shows what the server has lost.
   */
  onRestored?: () => Promise<void>;
  answered?: AnsweredWork;
  /** The last attempt of this tab failed. */
  isOffline?: () => boolean;
}

/** How long to wait for another tab's pull before pulling too; the replica itself fences the two tabs. */
const lockPatienceMs = 10_000;

/** Creates the pull of a replica. */
export function createPull(parts: PullParts): Pull {
  const { ports, callApi, openEvents, replica, onRestored = async () => undefined, isOffline } = parts;
  const pages = createPages(callApi, () => parts.onWarning('update-required'));
  const rebuilder = createRebuilder(replica, pages);
  const dailyCheck = createDailyCheck({ clock: ports.clock, callApi, replica, answered: parts.answered });

  /**
   * Returns whether the server's data is no longer what this replica has followed, because it was restored or replaced.
   */
  function isOtherHistory(epoch: unknown, headVersion: unknown): boolean {
    if (replica.epoch === null) return false;
    return epoch !== replica.epoch || (typeof headVersion === 'number' && headVersion < replica.cursor);
  }

  /**
   * Stores the pages above the cursor up to the head; returns false when the replica must be rebuilt. The next page is
   * requested in advance, so that network and storage work at the same time.
   */
  async function storePages(signal: AbortSignal | undefined): Promise<boolean> {
    let asked = replica.cursor;
    let answer = await pages.ask(asked, replica.epoch, signal);
    while (!replica.closed && pages.isReadable(answer)) {
      if (isOtherHistory(answer.epoch, answer.head)) {
        await onRestored();
        return false;
      }
      const ahead = answer.more ? pages.ask(answer.next, answer.epoch, signal) : null;
      ahead?.catch(() => undefined);
      if (await replica.applyPage(answer, asked)) {
        if (ahead === null) return true;
        asked = answer.next;
        answer = await ahead;
      } else {
        asked = replica.cursor;
        answer = await pages.ask(asked, replica.epoch, signal);
      }
    }
    return true;
  }

  /** Works like `storePages`; also returns false when the server rejects the cursor. */
  async function follow(signal: AbortSignal | undefined): Promise<boolean> {
    try {
      return await storePages(signal);
    } catch (error) {
      const isExpired = error instanceof CallError && error.problem?.code === 'sync.cursor_expired';
      if (!isExpired) throw error;
      const { epoch = replica.epoch, head } = error.problem?.context ?? {};
      if (isOtherHistory(epoch, head)) await onRestored();
      return false;
    }
  }

  async function pull(signal: AbortSignal | undefined): Promise<void> {
    // 1. Pull changes page by page, each with its cursor (PL1), or resume an interrupted rebuild.
    if (!rebuilder.isUnderWay() && (await follow(signal))) {
      // 2. Once a day, check that the replica equals the server, and that the server knows our work (PU21).
      if (await dailyCheck.run(signal)) return;
      // Nothing else reveals a restored backup whose version has since passed this cursor.
      await onRestored();
    }
    // 3. After a restore, build a second replica next to the old one, then swap them (PL2).
    await rebuilder.run(signal);
  }

  const pullNow = oneAtATime((signal?: AbortSignal) =>
    ports.locks.exclusive(`pull-${replica.hospitalId}`, lockPatienceMs, () => pull(signal)),
  );
  const live = createLive({ ports, openEvents, replica, pullNow, isOffline, isPullDue: dailyCheck.isWorthAPull });
  return { pullNow, start: live.start, stop: live.stop };
}
