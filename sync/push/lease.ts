import type { Meta } from '../outbox/meta.ts';
import type { Ports } from '../ports/ports.ts';

const lockName = 'ward-push';
/** Interval of the heartbeat; the holder loses the lease after three missed ones. */
const beatMs = 5_000;
const silentMs = 15_000;

/**
 * The lease to send (rule PU11): a Web Lock with a heartbeat in the outbox, so that a frozen holder is noticed. It
 * saves work; correctness never depends on it (rule PU12).
 */
export interface Lease {
  /**
   * Runs the work while holding the lease; returns false if another live page or worker holds it.
   * Throws: errors of the work and of the storage.
   */
  hold(work: () => Promise<void>): Promise<boolean>;
}

/** Creates the lease of a page or worker. */
export function createLease({ clock, locks, random }: Pick<Ports, 'clock' | 'locks' | 'random'>, meta: Meta): Lease {
  const owner = random.uuid();
  /** Time since which the lock has been held without a heartbeat; null if it has a heartbeat or is free. */
  let silentSince: number | null = null;

  const showLife = () => meta.changeLightly('pushBeat', () => ({ owner, at: clock.now() }));

  async function beat(until: AbortSignal): Promise<void> {
    while (!until.aborted) {
      await showLife();
      await clock.delay(beatMs, until).catch(() => undefined);
    }
  }

  async function withHeartbeat(work: () => Promise<void>): Promise<void> {
    const over = new AbortController();
    const beating = beat(over.signal).catch(() => undefined);
    try {
      await work();
    } finally {
      over.abort();
      await beating;
      await meta.changeLightly('pushBeat', (shown) => (shown?.owner === owner ? undefined : shown));
    }
  }

  /** Returns whether another page or worker shows that it is sending. */
  async function isHeldElsewhere(): Promise<boolean> {
    const shown = await meta.get('pushBeat');
    const silentFor = clock.now() - (shown?.at ?? 0);
    return shown !== undefined && shown.owner !== owner && silentFor >= 0 && silentFor < silentMs;
  }

  /** Returns whether the holder is silent and has used up the time that a new holder gets for its first heartbeat. */
  async function isHolderLost(): Promise<boolean> {
    if (await isHeldElsewhere()) silentSince = null;
    else silentSince ??= clock.now();
    return silentSince !== null && Math.abs(clock.now() - silentSince) >= beatMs;
  }

  return {
    async hold(work) {
      // 1. Without locks on the platform, the heartbeat alone decides.
      if (!locks.real() && (await isHeldElsewhere())) return false;
      // 2. Take a free lock.
      if (await locks.ifFree(lockName, () => withHeartbeat(work))) {
        silentSince = null;
        return true;
      }
      // 3. Steal it from a silent holder.
      if (!(await isHolderLost())) return false;
      silentSince = null;
      await showLife();
      await locks.steal(lockName, () => withHeartbeat(work));
      return true;
    },
  };
}
