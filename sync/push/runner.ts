import type { Meta } from '../outbox/meta.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Ports } from '../ports/ports.ts';
import type { Sessions } from '../session/session.ts';
import type { Client } from '../transport/client.ts';
import type { ServerStatus } from '../transport/server-status.ts';
import { anyOf } from './any-of.ts';
import { createEntrySender } from './entry.ts';
import type { Uploader } from './files.ts';
import { createLease } from './lease.ts';
import { elsewhereMs } from './plan.ts';
import { createSendCycle } from './send-cycle.ts';
import { createSendDue } from './send-due.ts';
import { createCorrectTimes } from './true-times.ts';
import { createWakeSignal } from './wake-signal.ts';

/** Maximum backoff, which doubles with each storage failure (rule PU20). */
const maxStoragePauseMs = 30_000;
/** Pause between two cycles, in which others can take the lease. */
const minPauseMs = 50;

/** Sends the outbox. */
export interface Runner {
  /** Starts sending automatically: now, when kicked, and after each pause. */
  start(): void;
  /** Something may be due now. */
  kick(): void;
  /** Sends until nothing is due or the time is up, and resolves to whether unsent work is left (for the worker). */
  runUntilQuiet(limitMs: number): Promise<boolean>;
  stop(): Promise<void>;
}

export interface RunnerParts {
  ports: Ports;
  outbox: Outbox;
  meta: Meta;
  client: Client;
  sessions: Sessions;
  serverStatus: ServerStatus;
  uploader: Uploader;
  /** A write failed but may have been stored, so mirrors must read again. */
  onStorageTrouble?: (() => void) | undefined;
}

/**
 * Creates the runner of a page or worker. Several may run at once: every transition is guarded and the server
 * deduplicates by key.
 */
export function createRunner(parts: RunnerParts): Runner {
  const { ports, outbox, meta, sessions, serverStatus, uploader } = parts;
  const { clock } = ports;
  const stopped = new AbortController();
  const wakeSignal = createWakeSignal();
  const lease = createLease(ports, meta);
  const sendEntry = createEntrySender(parts);
  const correctTimes = createCorrectTimes({ clock, outbox, meta, client: parts.client, serverStatus });
  const sendDue = createSendDue({ ports, outbox, serverStatus, uploader, sendEntry, correctTimes, wakeSignal });
  const cycle = createSendCycle({ clock, outbox, sessions, sendDue, wakeSignal, stopped: stopped.signal });
  let running: Promise<void> = Promise.resolve();

  const tryCycle = () => lease.hold(cycle);

  const pause = (delayMs: number) => clock.delay(delayMs, stopped.signal).catch(() => undefined);

  /** Waits until `at` (null: without a limit), the wake signal, or the stop. */
  async function waitUntil(at: number | null, leastMs: number): Promise<void> {
    const woken = new AbortController();
    const { signal, release } = anyOf([woken.signal, stopped.signal]);
    const timer =
      at === null ? new Promise<void>(() => undefined) : clock.delay(Math.max(at - clock.now(), leastMs), signal);
    timer.catch(() => undefined);
    await Promise.race([timer, wakeSignal.next()]);
    woken.abort();
    release();
  }

  async function loop(): Promise<void> {
    let endedAt = 0;
    /** Number of consecutive cycles that failed because of storage. */
    let troubles = 0;
    while (!stopped.signal.aborted) {
      wakeSignal.take();
      // 1. Let others take the lease.
      const endedAgoMs = Math.abs(clock.now() - endedAt);
      if (endedAgoMs < minPauseMs) await pause(minPauseMs - endedAgoMs);
      // 2. Run one cycle. A storage failure costs time, but never an entry (PU20).
      let held = true;
      try {
        held = await tryCycle();
        troubles = 0;
      } catch {
        troubles += 1;
        parts.onStorageTrouble?.();
      }
      const leastMs = held ? Math.min(maxStoragePauseMs, minPauseMs * 2 ** troubles) : elsewhereMs;
      endedAt = clock.now();
      // 3. Wait until something is due; the next cycle reads the queue itself.
      if (wakeSignal.isRaised()) continue;
      const at = await sendDue.nextAt().catch(() => clock.now() + maxStoragePauseMs);
      if (wakeSignal.isRaised() || stopped.signal.aborted) continue;
      await waitUntil(at, leastMs);
    }
  }

  return {
    start() {
      running = loop();
    },
    kick: () => wakeSignal.raise(),
    async runUntilQuiet(limitMs) {
      const startedAt = clock.now();
      for (;;) {
        const held = await tryCycle();
        const at = await sendDue.nextAt();
        if (at === null) return (await outbox.open()).some((one) => one.state === 'waiting' || one.state === 'acked');
        const pauseMs = Math.max(at - clock.now(), held ? minPauseMs : elsewhereMs);
        if (stopped.signal.aborted || clock.now() + pauseMs - startedAt >= limitMs) return true;
        await pause(pauseMs);
      }
    },
    async stop() {
      stopped.abort();
      wakeSignal.interrupt();
      await running;
    },
  };
}
