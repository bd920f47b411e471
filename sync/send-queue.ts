import type { PendingUpload, Uploader } from './files.ts';
import type { Upload } from './outbox/database.ts';
import type { Outbox } from './outbox/outbox.ts';
import { isReceivedFor } from './outbox/received.ts';
import type { Ports } from './ports.ts';
import { backoffMs, dueHeads, nextDueAt, pauseEndsAt } from './push-plan.ts';
import type { Reach } from './reach.ts';
import type { EntrySender, Sent } from './send-entry.ts';
import type { Command } from './types.ts';

/** Streams sent at once. Source: sync.md section 3. */
const maxStreams = 4;
/** With those whose answers are being written down meanwhile. */
const maxInHand = 8;
/** Nothing new starts after this part of a cycle, so that each try has its 20 s. */
const startsMs = 9_000;
/** Tries in a row without any answer after which a cycle ends: the network is away, not one entry. */
const failuresInARow = 4;

/** The word that something may be due: it stays until it is taken, and ends a wait. */
export interface Bell {
  ring(): void;
  /** Ends a wait without leaving a word. */
  wake(): void;
  isRung(): boolean;
  /** Takes the word. */
  take(): void;
  /** Resolves at the next ring or wake. */
  rung(): Promise<void>;
}

/** A bell for one sender. */
export function createBell(): Bell {
  let isRung = false;
  let wake: () => void = () => undefined;
  return {
    ring() {
      isRung = true;
      wake();
    },
    wake: () => wake(),
    isRung: () => isRung,
    take() {
      isRung = false;
    },
    rung: () =>
      new Promise((resolve) => {
        wake = resolve;
      }),
  };
}

/** What is due of the outbox, and how it is sent. */
export interface SendQueue {
  /** Files whose fact the server has; of several people who named one file each has a turn to send it. */
  pendingUploads(commands: readonly Command[]): Promise<PendingUpload[]>;
  /**
   * Starts what is due until nothing is, or the time to start is over; answers what is left. The queue is read at the
   * beginning, when something new may be in it, and when another runner has changed it; in between it is followed in
   * memory. Throws: what the storage throws.
   */
  sendAll(open: readonly Command[], startedAt: number, signal: AbortSignal): Promise<readonly Command[]>;
  /** When something is due again; null when only a new entry can bring work. Units: ms since 1970. */
  nextAt(): Promise<number | null>;
}

export interface SendQueueParts {
  ports: Pick<Ports, 'clock' | 'random'>;
  outbox: Outbox;
  reach: Reach;
  uploader: Uploader;
  sendEntry: EntrySender;
  bell: Bell;
}

/** The server has answered the last try. */
const near = { failures: 0, unreachableAt: 0, nextAttemptAt: 0 };

/** The queue of one sender; it remembers how far away the network is. */
export function createSendQueue({ ports, outbox, reach, uploader, sendEntry, bell }: SendQueueParts): SendQueue {
  const { clock, random } = ports;
  /** The network as a whole: after tries without any answer no entry is tried for a while. */
  let away = near;

  const context = (inFlight: ReadonlySet<number>) => ({ now: clock.now(), lifeAt: reach.lifeAt(), inFlight });

  const uploadDueAt = ({ nextAttemptAt, unreachableAt }: Upload) =>
    pauseEndsAt(
      { nextAttemptAt, unreachableAt: unreachableAt === 0 ? null : unreachableAt },
      clock.now(),
      reach.lifeAt(),
    );

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

  const furtherAway = (failures: number) => ({
    failures,
    unreachableAt: clock.now(),
    nextAttemptAt: clock.now() + backoffMs(failures, random.next()),
  });

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
          bell.wake();
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
        if (bell.isRung() || reread) {
          bell.take();
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
      if (bell.isRung() && mayStart()) continue;
      await Promise.race([...going, bell.rung()]);
    }
  }

  async function nextAt(): Promise<number | null> {
    const commands = await outbox.open();
    const times = (await pendingUploads(commands)).map(uploadDueAt);
    const next = nextDueAt(commands, context(new Set()));
    if (next !== null) times.push(next);
    if (times.length === 0) return null;
    const back = away.failures === 0 ? 0 : pauseEndsAt(away, clock.now(), reach.lifeAt());
    return Math.max(back, Math.min(...times));
  }

  return { pendingUploads, sendAll, nextAt };
}
