import { isReceivedFor } from '../outbox/received.ts';
import type { Upload } from '../outbox/schema.ts';
import { maxRetryAfterMs } from '../transport/wire.ts';
import type { Command } from '../outbox/command.ts';

/** Shortest and longest backoff after an attempt without an answer (rule PU5). */
const firstBackoffMs = 1_000;
const maxBackoffMs = 60_000;

/** While another page or worker is sending, how soon to check again. */
export const elsewhereMs = 5_000;

/** Returns a backoff with full jitter that doubles with each failure. Units: milliseconds. */
export function backoffMs(failures: number, random: number): number {
  return Math.ceil(random * Math.min(maxBackoffMs, firstBackoffMs * 2 ** Math.max(0, failures - 1)));
}

/** Input of the plan besides the queue. Units: ms since 1970. */
export interface PlanContext {
  now: number;
  /** Last answer of the server or hint of the platform (online, focus), which ends backoffs that began earlier. */
  lifeAt: number;
  /** Entries that this runner is sending. */
  inFlight: ReadonlySet<number>;
}

/**
 * Returns when a pause ends. A sign of life ends the backoff from an unreachable server. A pause longer than the
 * maximum came from a clock that has since been set back, so it is over.
 */
export function pauseEndsAt(
  pause: { nextAttemptAt: number; unreachableAt: number | null },
  now: number,
  lifeAt: number,
): number {
  const { nextAttemptAt, unreachableAt } = pause;
  if (nextAttemptAt - now > (unreachableAt === null ? maxRetryAfterMs : maxBackoffMs)) return 0;
  return unreachableAt !== null && unreachableAt < lifeAt ? 0 : nextAttemptAt;
}

function entryDueAt(command: Command, { now, lifeAt }: PlanContext): number {
  const { nextAttemptAt, lastError } = command;
  const unreachableAt = lastError?.class === 'unreachable' ? Date.parse(lastError.at) : null;
  return pauseEndsAt({ nextAttemptAt, unreachableAt }, now, lifeAt);
}

/** Returns whether an entry that names this one as the creator of its record must wait for it (rule PU18). */
function isAwaited(maker: Command | undefined): boolean {
  return maker !== undefined && maker.answer === null && maker.state !== 'attention' && maker.state !== 'done';
}

/**
 * Returns the first unanswered entry of each stream (rule PU2). An entry that needs attention blocks nothing (PU3); one
 * whose author must sign in blocks only the same author's later entries (PU7).
 */
function heads(commands: readonly Command[]): Command[] {
  const held = new Set<string>();
  const open = new Map(commands.map((command) => [command.id, command]));
  const found: Command[] = [];
  for (const command of commands) {
    if (command.state === 'attention' || command.state === 'acked' || command.state === 'done') continue;
    const { stream, userId } = command;
    const own = `${userId} ${stream}`;
    if (command.state === 'signed-out') {
      held.add(own);
      continue;
    }
    if (held.has(stream) || held.has(own)) continue;
    held.add(stream);
    if (command.dependsOn !== null && isAwaited(open.get(command.dependsOn))) continue;
    found.push(command);
  }
  return found;
}

/** Returns the entries that may be sent now, oldest attempts first; `commands` must be in order of `seq`. */
export function dueEntries(commands: readonly Command[], context: PlanContext): Command[] {
  return heads(commands)
    .filter(
      (one) => one.state === 'waiting' && !context.inFlight.has(one.seq) && entryDueAt(one, context) <= context.now,
    )
    .sort((a, b) => a.nextAttemptAt - b.nextAttemptAt || a.seq - b.seq);
}

/** Returns when the next entry may be sent; null when no entry is waiting for time to pass. Units: ms since 1970. */
export function nextEntryAt(commands: readonly Command[], context: PlanContext): number | null {
  const times = heads(commands)
    .filter((one) => !context.inFlight.has(one.seq))
    .map((one) => (one.state === 'sending' ? context.now + elsewhereMs : entryDueAt(one, context)));
  return times.length === 0 ? null : Math.min(...times);
}

/** A file to be sent, and the hospital that it belongs to. */
export interface PendingUpload extends Upload {
  hospitalId: string;
}

/** Returns the answered entries that name files, by the hash of the file. */
export function authorsOfFiles(commands: readonly Command[]): ReadonlyMap<string, readonly Command[]> {
  const authors = new Map<string, Command[]>();
  for (const command of commands) {
    if (command.answer === null || command.state === 'done') continue;
    for (const { sha256 } of command.files) authors.set(sha256, [...(authors.get(sha256) ?? []), command]);
  }
  return authors;
}

/**
 * Returns the files whose fact the server has (rule PU15); if several authors named one file, each gets a turn to send
 * it.
 */
export function pendingUploads(
  authors: ReadonlyMap<string, readonly Command[]>,
  uploads: readonly Upload[],
): PendingUpload[] {
  return uploads.flatMap((upload) => {
    const waiting = (authors.get(upload.sha256) ?? []).filter((one) => !isReceivedFor(upload, one.hospitalId));
    const author = waiting[upload.attempts % waiting.length];
    // An entry that was answered after the refusal must also be told about it (PU16).
    const isKnownRefused = upload.refused && waiting.every(({ state }) => state === 'attention');
    if (isKnownRefused || !author) return [];
    return [{ ...upload, userId: author.userId, hospitalId: author.hospitalId }];
  });
}

/** Returns when a file may be sent. Units: ms since 1970. */
export function uploadDueAt({ nextAttemptAt, unreachableAt }: Upload, now: number, lifeAt: number): number {
  return pauseEndsAt({ nextAttemptAt, unreachableAt: unreachableAt === 0 ? null : unreachableAt }, now, lifeAt);
}
