import type { Client } from './client.ts';
import type { PendingUpload, Uploader } from './files.ts';
import { isReceivedFor } from './outbox/received.ts';
import type { Upload } from './outbox/database.ts';
import type { Meta } from './outbox/meta.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Ports } from './ports.ts';
import { backoffMs, dueHeads, elsewhereMs, nextDueAt, pauseEndsAt } from './push-plan.ts';
import type { Reach } from './reach.ts';
import type { Sessions } from './session.ts';
import { createEntrySender } from './send-entry.ts';
import type { Sent } from './send-entry.ts';
import type { Command } from './types.ts';

const lockName = 'ward-push';
/** Streams sent at once. Source: sync.md section 3. */
const maxStreams = 4;
/** With those whose answers are being written down meanwhile. */
const maxInHand = 8;
/** A cycle holds the lock at most this long; nothing new starts in its last part, so that each try has its 20 s. */
const cycleMs = 30_000;
const startsMs = 9_000;
/** The holder of the lock shows life this often, and loses the lock after three times the silence. */
const beatMs = 5_000;
const silentMs = 15_000;
/** Tries in a row without any answer after which a cycle ends: the network is away, not one entry. */
const failuresInARow = 4;
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

/** The server has answered the last try. */
const near = { failures: 0, unreachableAt: 0, nextAttemptAt: 0 };

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
  let kicked: () => void = () => undefined;
  let wanted = false;
  /** The network as a whole: after tries without any answer no entry is tried for a while. */
  let away = near;
  let running: Promise<void> = Promise.resolve();
  /** Since when the lock is seen held by a context that shows no life; null when there is none. */
  let silentSince: number | null = null;

  const sendEntry = createEntrySender(parts);

  const context = (inFlight: ReadonlySet<number>) => ({ now: clock.now(), lifeAt: reach.lifeAt(), inFlight });

  const uploadDueAt = ({ nextAttemptAt, unreachableAt }: Upload) =>
    pauseEndsAt(
      { nextAttemptAt, unreachableAt: unreachableAt === 0 ? null : unreachableAt },
      clock.now(),
      reach.lifeAt(),
    );

  /** Files whose fact the server has; of several people who named one file each has a turn to send it. */
  async function pendingUploads(commands: readonly Command[]): Promise<PendingUpload[]> {
    const authors = new Map<string, Command[]>();
    for (const command of commands) {
      if (command.answer === null || command.state === 'done') continue;
      for (const { sha256 } of command.files) authors.set(sha256, [...(authors.get(sha256) ?? []), command]);
    }
    if (authors.size === 0) return [];
    return (await outbox.uploads()).flatMap((upload) => {
      const waiting = (authors.get(upload.sha256) ?? []).filter((one) => !isReceivedFor(upload, one.hospitalId));
      const author = waiting[upload.attempts % waiting.length];
      // One that was answered after the refusal has to hear of it too.
      const isKnownRefused = upload.refused && waiting.every(({ state }) => state === 'attention');
      if (isKnownRefused || !author) return [];
      return [{ ...upload, userId: author.userId, hospitalId: author.hospitalId }];
    });
  }

  /** Tells the server of logouts; users with work that it may still take keep the right to send it. */
  async function settleLogouts(commands: readonly Command[]): Promise<void> {
    const moving = commands.filter(({ state }) => state !== 'attention');
    const users = new Set([...moving, ...(await pendingUploads(commands))].map(({ userId }) => userId));
    await sessions.settleLogouts((userId) => users.has(userId));
  }

  async function beat(until: AbortSignal): Promise<void> {
    while (!until.aborted) {
      await meta.set('pushBeat', { owner, at: clock.now() });
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
      const left = await sendAll(open, startedAt, signal);
      const ended = left.length < open.length ? told.then(() => settleLogouts(left)) : told;
      ended.catch(() => undefined);
      // A logout that hangs holds no entry: the next one ends the wait.
      if (!wanted) await Promise.race([ended, woken(), deadline]);
    } finally {
      over.abort();
      release();
      await beating;
      await meta.change('pushBeat', (shown) => (shown?.owner === owner ? undefined : shown));
    }
  }

  /**
   * Starts what is due until nothing is, or the time to start is over. The queue is read at the beginning, when
   * something new may be in it, and when another runner has changed it; in between it is followed in memory.
   */
  async function sendAll(
    open: readonly Command[],
    startedAt: number,
    signal: AbortSignal,
  ): Promise<readonly Command[]> {
    const inFlight = new Map<number, Promise<void>>();
    /** Entries whose answer is being written down: their place on the network is free. */
    const received = new Set<number>();
    let commands = open;
    let reread = false;
    let failures = 0;
    let uploading: Promise<void> | null = null;
    let trouble: Error | null = null;
    const stumble = (error: unknown) => {
      trouble ??= error instanceof Error ? error : new Error('The storage failed.');
    };
    const mayStart = () =>
      trouble === null && !signal.aborted && failures < failuresInARow && clock.now() - startedAt < startsMs;

    function noteAnswer(answered: boolean): void {
      failures = answered ? 0 : failures + 1;
      if (answered) away = near;
    }

    function sent(seq: number, { answered, left }: Sent): void {
      noteAnswer(answered);
      if (left === null) reread = true;
      else commands = commands.map((one) => (one.seq === seq ? left : one)).filter((one) => one.state !== 'done');
    }

    function startFacts(): void {
      const due = dueHeads(commands, context(new Set(inFlight.keys())));
      const free = Math.min(maxStreams - (inFlight.size - received.size), maxInHand - inFlight.size);
      for (const { seq } of due.slice(0, free)) {
        const onReceived = () => {
          received.add(seq);
          // At once, so that the start of the next and the settling of this are written together.
          if (mayStart()) startFacts();
          kicked();
        };
        const sending = sendEntry(seq, signal, onReceived).then((result) => sent(seq, result), stumble);
        inFlight.set(
          seq,
          sending.then(() => {
            inFlight.delete(seq);
            received.delete(seq);
          }),
        );
      }
    }

    async function startFile(): Promise<void> {
      const now = clock.now();
      const next = (await pendingUploads(commands)).find((upload) => uploadDueAt(upload) <= now);
      if (!next) return;
      const sending = uploader.send(next, signal).then((result) => {
        noteAnswer(result !== 'paused');
        reread = true;
      }, stumble);
      uploading = sending.then(() => {
        uploading = null;
      });
    }

    for (;;) {
      if (mayStart()) {
        if (wanted || reread) {
          wanted = false;
          reread = false;
          commands = await outbox.open();
        }
        startFacts();
        if (uploading === null) await startFile();
      }
      const going: Promise<void>[] = [...inFlight.values(), ...(uploading ? [uploading] : [])];
      if (going.length === 0) {
        if (trouble) throw trouble;
        if (failures > 0) away = furtherAway(away.failures + 1);
        return reread ? outbox.open() : commands;
      }
      if (wanted && mayStart()) continue;
      await Promise.race([...going, woken()]);
      kicked = () => undefined;
    }
  }

  const furtherAway = (failures: number) => ({
    failures,
    unreachableAt: clock.now(),
    nextAttemptAt: clock.now() + backoffMs(failures, random.next()),
  });

  /** Resolves at the next kick. */
  function woken(): Promise<void> {
    return new Promise((resolve) => {
      kicked = resolve;
    });
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
    await meta.set('pushBeat', { owner, at: clock.now() });
    await ports.locks.steal(lockName, cycle);
    return true;
  }

  /** When this context should look again; null when only a kick can bring work. */
  async function nextLookAt(): Promise<number | null> {
    const commands = await outbox.open();
    const times = (await pendingUploads(commands)).map(uploadDueAt);
    const next = nextDueAt(commands, context(new Set()));
    if (next !== null) times.push(next);
    if (times.length === 0) return null;
    const back = away.failures === 0 ? 0 : pauseEndsAt(away, clock.now(), reach.lifeAt());
    return Math.max(back, Math.min(...times));
  }

  async function loop(): Promise<void> {
    let endedAt = 0;
    /** Cycles in a row that the storage has ended. */
    let troubles = 0;
    while (!stopped.signal.aborted) {
      wanted = false;
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
      const at = await nextLookAt().catch(() => clock.now() + storagePauseMs);
      if (wanted || stopped.signal.aborted) continue;
      const waking = new AbortController();
      const unlink = anyOf([waking.signal, stopped.signal]);
      const timer =
        at === null
          ? new Promise<void>(() => undefined)
          : clock.delay(Math.max(at - clock.now(), pauseMs), unlink.signal);
      timer.catch(() => undefined);
      await Promise.race([timer, woken()]);
      waking.abort();
      unlink.release();
      kicked = () => undefined;
    }
  }

  return {
    start() {
      running = loop();
    },
    kick() {
      wanted = true;
      kicked();
    },
    async runUntilQuiet(limitMs) {
      const startedAt = clock.now();
      for (;;) {
        const own = await tryCycle();
        const at = await nextLookAt();
        if (at === null) return (await outbox.open()).some((one) => one.state === 'waiting' || one.state === 'acked');
        const pauseMs = Math.max(at - clock.now(), own ? minimumPauseMs : elsewhereMs);
        if (stopped.signal.aborted || clock.now() + pauseMs - startedAt >= limitMs) return true;
        await clock.delay(pauseMs, stopped.signal).catch(() => undefined);
      }
    },
    async stop() {
      stopped.abort();
      kicked();
      await running;
    },
  };
}
