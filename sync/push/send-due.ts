import type { Outbox } from '../outbox/outbox.ts';
import type { Ports } from '../ports/ports.ts';
import type { ServerStatus } from '../transport/server-status.ts';
import type { Command } from '../outbox/command.ts';
import type { EntrySender, Sent } from './entry.ts';
import type { Uploader } from './files.ts';
import { isTimeChangeable, isTimeDoubted, isTimeOpen } from '../outbox/states.ts';
import { createOutage } from './outage.ts';
import type { Outage } from './outage.ts';
import { authorsOfFiles, dueEntries, nextEntryAt, pendingUploads, uploadDueAt } from './plan.ts';
import type { PendingUpload } from './plan.ts';
import type { CorrectTimes } from './true-times.ts';
import type { WakeSignal } from './wake-signal.ts';

/** Maximum number of streams on the network at once (rule PU3). */
const maxStreams = 4;
/** The same limit, including entries whose answers are being recorded. */
const maxInHand = 8;
/** Nothing new starts after this part of a cycle, so that each attempt has its 20 s. */
const startsMs = 9_000;
/** A cycle ends after this many consecutive attempts without an answer: the network is down, not one entry. */
const failuresInARow = 4;

/** Sends what is due in the outbox. */
export interface SendDue {
  /** Returns the files that follow these entries (rule PU15). */
  pendingUploads(commands: readonly Command[]): Promise<PendingUpload[]>;
  /**
   * Sends due entries until none is left or no more may start; returns the rest. The queue is read at the start, when
   * it may have new entries, and when another runner has changed it; in between, changes are followed in memory.
   * Throws: errors of the storage.
   */
  sendAll(open: readonly Command[], startedAt: number, signal: AbortSignal): Promise<readonly Command[]>;
  /** Returns when something is due again; null when only a new entry can bring work. Units: ms since 1970. */
  nextAt(): Promise<number | null>;
}

export interface SendDueParts {
  ports: Pick<Ports, 'clock' | 'random'>;
  outbox: Outbox;
  serverStatus: ServerStatus;
  uploader: Uploader;
  sendEntry: EntrySender;
  correctTimes: CorrectTimes;
  wakeSignal: WakeSignal;
}

/** Entries in progress: those on the network, and those whose answers are being recorded. */
function createPlaces() {
  const inHand = new Map<number, Promise<void>>();
  const received = new Set<number>();
  return {
    free: () => Math.min(maxStreams - (inHand.size - received.size), maxInHand - inHand.size),
    seqs: (): ReadonlySet<number> => new Set(inHand.keys()),
    going: () => [...inHand.values()],
    take(seq: number, sending: Promise<void>): void {
      const ended = sending.then(() => {
        inHand.delete(seq);
        received.delete(seq);
      });
      inHand.set(seq, ended);
    },
    /** The server has answered, so the network slot is free. */
    leaveNetwork: (seq: number) => void received.add(seq),
  };
}

type RunParts = SendDueParts & Pick<SendDue, 'pendingUploads'> & { outage: Outage };

/** Runs within a cycle; see `SendDue.sendAll`. */
function createRun(parts: RunParts, open: readonly Command[], startedAt: number, signal: AbortSignal) {
  const { outbox, serverStatus, uploader, sendEntry, correctTimes, wakeSignal, outage } = parts;
  const { clock } = parts.ports;
  const places = createPlaces();
  let commands = open;
  let reread = false;
  /** Number of consecutive attempts without an answer. */
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
    if (answered) outage.end();
  }

  function noteSent(seq: number, { answered, left }: Sent): void {
    noteAnswer(answered);
    if (left === null) reread = true;
    else commands = commands.map((one) => (one.seq === seq ? left : one)).filter((one) => one.state !== 'done');
  }

  /** An entry's time must be checked before it is sent: by a first contact, or with the offset of one (ST9). */
  function isUntimed(command: Command): boolean {
    if (isTimeOpen(command)) return true;
    if (!serverStatus.isTimeHeard()) return isTimeChangeable(command);
    const offsetMs = serverStatus.clockOffsetMs();
    return serverStatus.isMeasured() && isTimeDoubted(command, { offsetMs, nowMs: clock.now() + offsetMs });
  }

  function startEntries(): void {
    const free = places.free();
    if (free <= 0) return;
    const context = { now: clock.now(), lifeAt: serverStatus.lifeAt(), inFlight: places.seqs() };
    const due = dueEntries(commands, context).filter((one) => !isUntimed(one));
    for (const { seq } of due.slice(0, free)) {
      const onReceived = () => {
        places.leaveNetwork(seq);
        // Written immediately, so that the start of the next entry and the answer of this one share a transaction.
        if (mayStart()) startEntries();
        wakeSignal.interrupt();
      };
      places.take(
        seq,
        sendEntry(seq, signal, onReceived).then((sent) => noteSent(seq, sent), stumble),
      );
    }
  }

  async function startFile(): Promise<void> {
    const pending = await parts.pendingUploads(commands);
    const now = clock.now();
    const lifeAt = serverStatus.lifeAt();
    const next = pending.find((upload) => uploadDueAt(upload, now, lifeAt) <= now);
    if (!next) return;
    const sending = uploader.send(next, signal).then((result) => {
      noteAnswer(result !== 'paused');
      reread = true;
    }, stumble);
    uploading = sending.then(() => {
      uploading = null;
    });
  }

  /** Starts due entries. */
  async function start(): Promise<void> {
    // 1. Read the queue again if something new may be in it.
    if (wakeSignal.isRaised() || reread) {
      wakeSignal.take();
      reread = false;
      commands = await outbox.open();
    }
    // 2. Correct or mark times before the first of these entries is sent (ST9).
    if (commands.some(isUntimed)) {
      if (!(await correctTimes(signal))) return noteAnswer(signal.aborted);
      commands = await outbox.open();
    }
    // 3. Start entries: the first of each stream, at most 4 at a time (PU2, PU3).
    startEntries();
    // 4. Start one file after its fact (PU15).
    if (uploading === null) await startFile();
  }

  async function end(): Promise<readonly Command[]> {
    if (trouble) throw trouble;
    if (failures > 0) outage.extend();
    return reread ? outbox.open() : commands;
  }

  async function run(): Promise<readonly Command[]> {
    for (;;) {
      if (mayStart()) await start();
      const going = [...places.going(), ...(uploading ? [uploading] : [])];
      if (going.length === 0) return end();
      if (wakeSignal.isRaised() && mayStart()) continue;
      await Promise.race([...going, wakeSignal.next()]);
    }
  }

  return { run };
}

/** Creates the sending for a runner; it remembers an outage. */
export function createSendDue(parts: SendDueParts): SendDue {
  const { outbox, serverStatus } = parts;
  const { clock } = parts.ports;
  const outage = createOutage(parts.ports, serverStatus);

  const sendDue: SendDue = {
    async pendingUploads(commands) {
      const authors = authorsOfFiles(commands);
      return authors.size === 0 ? [] : pendingUploads(authors, await outbox.uploads());
    },
    sendAll: (open, startedAt, signal) =>
      createRun({ ...parts, pendingUploads: sendDue.pendingUploads, outage }, open, startedAt, signal).run(),
    async nextAt() {
      const commands = await outbox.open();
      const uploads = await sendDue.pendingUploads(commands);
      const now = clock.now();
      const lifeAt = serverStatus.lifeAt();
      const times = uploads.map((upload) => uploadDueAt(upload, now, lifeAt));
      const entryAt = nextEntryAt(commands, { now, lifeAt, inFlight: new Set() });
      if (entryAt !== null) times.push(entryAt);
      return times.length === 0 ? null : Math.max(outage.endsAt(), Math.min(...times));
    },
  };
  return sendDue;
}
