import type { Client } from './client.ts';
import type { Uploader } from './files.ts';
import type { Meta } from './outbox/meta.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Ports } from './ports.ts';
import { elsewhereMs } from './push-plan.ts';
import type { Reach } from './reach.ts';
import { createEntrySender } from './send-entry.ts';
import { createBell, createSendQueue } from './send-queue.ts';
import type { Sessions } from './session.ts';
import type { Command } from './types.ts';

const lockName = 'ward-push';
/** A cycle holds the lock at most this long. */
const cycleMs = 30_000;
/** The holder of the lock shows life this often, and loses the lock after three times the silence. */
const beatMs = 5_000;
const silentMs = 15_000;
/** A failing storage is asked again after twice the pause before, and at the latest after this. */
const storagePauseMs = 30_000;
/** Between two cycles the lock is free for others. */
const minimumPauseMs = 50;

/** Sends the outbox. */
export interface Pusher {
  /** Starts to send by itself: now, when kicked, and when a pause is over. */
  start(): void;
  /** Something may be due now. */
  kick(): void;
  /** Sends until nothing is due or the time is over, and tells whether unsent work is left (for the worker). */
  runUntilQuiet(limitMs: number): Promise<boolean>;
  stop(): Promise<void>;
}

export interface PushParts {
  ports: Ports;
  outbox: Outbox;
  meta: Meta;
  client: Client;
  sessions: Sessions;
  reach: Reach;
  uploader: Uploader;
  /** A write failed and may have happened all the same: mirrors have to read again. */
  onStorageTrouble?: () => void;
}

function anyOf(signals: readonly AbortSignal[]): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  for (const signal of signals) {
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
  }
  return {
    signal: controller.signal,
    release: () => {
      for (const signal of signals) signal.removeEventListener('abort', abort);
    },
  };
}

/** The runner of one context. Several may run at once: every transition is guarded and the server keeps the key. */
export function createPusher(parts: PushParts): Pusher {
  const { ports, outbox, meta, sessions, reach, uploader } = parts;
  const { clock, random } = ports;
  const owner = random.uuid();
  const stopped = new AbortController();
  const bell = createBell();
  let running: Promise<void> = Promise.resolve();
  /** Since when the lock is seen held by a context that shows no life; null when there is none. */
  let silentSince: number | null = null;

  const queue = createSendQueue({ ports, outbox, reach, uploader, sendEntry: createEntrySender(parts), bell });

  /** Tells the server of logouts; users with work that it may still take keep the right to send it. */
  async function settleLogouts(commands: readonly Command[]): Promise<void> {
    const moving = commands.filter(({ state }) => state !== 'attention');
    const users = new Set([...moving, ...(await queue.pendingUploads(commands))].map(({ userId }) => userId));
    await sessions.settleLogouts((userId) => users.has(userId));
  }

  async function beat(until: AbortSignal): Promise<void> {
    while (!until.aborted) {
      await meta.changeLightly('pushBeat', () => ({ owner, at: clock.now() }));
      await clock.delay(beatMs, until).catch(() => undefined);
    }
  }

  async function cycle(): Promise<void> {
    const startedAt = clock.now();
    const over = new AbortController();
    const { signal, release } = anyOf([over.signal, sessions.fence(), stopped.signal]);
    const deadline = clock.delay(cycleMs, over.signal).then(() => over.abort());
    deadline.catch(() => undefined);
    const beating = beat(over.signal).catch(() => undefined);
    try {
      const open = await outbox.recover();
      const told = settleLogouts(open);
      told.catch(() => undefined);
      const left = await queue.sendAll(open, startedAt, signal);
      const ended = left.length < open.length ? told.then(() => settleLogouts(left)) : told;
      ended.catch(() => undefined);
      // A logout that hangs holds no entry: the next one ends the wait.
      if (!bell.isRung()) await Promise.race([ended, bell.rung(), deadline]);
    } finally {
      over.abort();
      release();
      await beating;
      await meta.changeLightly('pushBeat', (shown) => (shown?.owner === owner ? undefined : shown));
    }
  }

  /** True while another context shows that it is sending. */
  async function isSentElsewhere(): Promise<boolean> {
    const shown = await meta.get('pushBeat');
    const silentFor = clock.now() - (shown?.at ?? 0);
    return shown !== undefined && shown.owner !== owner && silentFor >= 0 && silentFor < silentMs;
  }

  /** True when the holder of the lock shows no life, nor did in the time that a new holder has for its first sign. */
  async function isHolderLost(): Promise<boolean> {
    if (await isSentElsewhere()) silentSince = null;
    else silentSince ??= clock.now();
    return silentSince !== null && Math.abs(clock.now() - silentSince) >= beatMs;
  }

  /** One cycle under the lock; false when another context holds it and is not lost. */
  async function tryCycle(): Promise<boolean> {
    if (!ports.locks.real() && (await isSentElsewhere())) return false;
    if (await ports.locks.ifFree(lockName, cycle)) {
      silentSince = null;
      return true;
    }
    if (!(await isHolderLost())) return false;
    silentSince = null;
    await meta.changeLightly('pushBeat', () => ({ owner, at: clock.now() }));
    await ports.locks.steal(lockName, cycle);
    return true;
  }

  async function loop(): Promise<void> {
    let endedAt = 0;
    /** Cycles in a row that the storage has ended. */
    let troubles = 0;
    while (!stopped.signal.aborted) {
      bell.take();
      const endedAgoMs = Math.abs(clock.now() - endedAt);
      if (endedAgoMs < minimumPauseMs) {
        await clock.delay(minimumPauseMs - endedAgoMs, stopped.signal).catch(() => undefined);
      }
      const own = await tryCycle().then(
        (isOwn) => {
          troubles = 0;
          return isOwn;
        },
        () => {
          troubles += 1;
          parts.onStorageTrouble?.();
          return true;
        },
      );
      const pauseMs = own ? Math.min(storagePauseMs, minimumPauseMs * 2 ** troubles) : elsewhereMs;
      endedAt = clock.now();
      // The next cycle reads the queue itself.
      if (bell.isRung()) continue;
      const at = await queue.nextAt().catch(() => clock.now() + storagePauseMs);
      if (bell.isRung() || stopped.signal.aborted) continue;
      const waking = new AbortController();
      const unlink = anyOf([waking.signal, stopped.signal]);
      const timer =
        at === null
          ? new Promise<void>(() => undefined)
          : clock.delay(Math.max(at - clock.now(), pauseMs), unlink.signal);
      timer.catch(() => undefined);
      await Promise.race([timer, bell.rung()]);
      waking.abort();
      unlink.release();
    }
  }

  return {
    start() {
      running = loop();
    },
    kick: () => bell.ring(),
    async runUntilQuiet(limitMs) {
      const startedAt = clock.now();
      for (;;) {
        const own = await tryCycle();
        const at = await queue.nextAt();
        if (at === null) return (await outbox.open()).some((one) => one.state === 'waiting' || one.state === 'acked');
        const pauseMs = Math.max(at - clock.now(), own ? minimumPauseMs : elsewhereMs);
        if (stopped.signal.aborted || clock.now() + pauseMs - startedAt >= limitMs) return true;
        await clock.delay(pauseMs, stopped.signal).catch(() => undefined);
      }
    },
    async stop() {
      stopped.abort();
      bell.wake();
      await running;
    },
  };
}
