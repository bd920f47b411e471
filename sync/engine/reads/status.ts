import type { CommandError, OutboxEntry, SyncStatus } from '../../types.ts';
import type { Command } from '../../outbox/command.ts';
import { isReceivedFor } from '../../outbox/received.ts';
import type { Upload } from '../../outbox/schema.ts';

/** A tablet's clock that is off by more than this gets a warning. Units: milliseconds. */
export const wrongClockMs = 10 * 60_000;

/** The facts behind the indicator. */
export interface StatusFacts {
  commands: readonly Command[];
  offline: boolean;
  downloadPercent: number | null;
  /** The server has work of this tablet that its replica lacks. */
  isBehind: boolean;
  asOf: string | null;
  updateRequired: boolean;
  clockOffsetMs: number;
}

/** True while the server lacks the entry or a file of it. */
export function isUnsent(command: Command): boolean {
  return command.state !== 'done' && command.state !== 'attention';
}

/** Returns the state for the header; its label is the most urgent one that applies (rule OB11). */
export function statusOf({ commands, isBehind, ...facts }: StatusFacts): SyncStatus {
  let sending = 0;
  let waiting = 0;
  let attention = 0;
  for (const command of commands) {
    if (command.state === 'attention') attention += 1;
    if (command.state === 'sending') sending += 1;
    if (isUnsent(command)) waiting += 1;
  }
  const { offline, downloadPercent } = facts;
  const counts = { sending, waiting, attention, ...facts };
  if (attention > 0) return { ...counts, tone: 'attention', label: `Sync: ${attention} need attention` };
  if (offline) {
    return { ...counts, tone: 'offline', label: waiting > 0 ? `Sync: offline, ${waiting} waiting` : 'Sync: offline' };
  }
  if (downloadPercent !== null) {
    return { ...counts, tone: 'receiving', label: `Sync: first download ${Math.floor(downloadPercent)} %` };
  }
  if (sending > 0) return { ...counts, tone: 'sending', label: `Sync: sending ${waiting}` };
  if (waiting > 0) return { ...counts, tone: 'waiting', label: `Sync: ${waiting} waiting` };
  if (isBehind) return { ...counts, tone: 'receiving', label: 'Sync: receiving changes' };
  return { ...counts, tone: 'ok', label: 'Sync: up to date' };
}

/** Returns the messages in an answer for the author of its entry. */
export function noticesIn(answer: unknown): string[] {
  const given = typeof answer === 'object' && answer !== null && 'notices' in answer ? answer.notices : [];
  return Array.isArray(given) ? given.filter((notice) => typeof notice === 'string') : [];
}

/** Parts that depend on the contract, which loads after the first rows. */
export interface RefusalRules {
  canBecomeNote: (command: Command) => boolean;
  /** Replaces the text of a refusal when that must not be shown. */
  textOf: (code: CommandError['code']) => string;
}

/** Converts an instant of the tablet's clock to the server's time; leaves a text that is not an instant unchanged. */
export function shifted(instant: string, offsetMs: number): string {
  const ms = Date.parse(instant) + offsetMs;
  return Number.isFinite(ms) ? new Date(ms).toISOString() : instant;
}

/** Returns a refusal without its details about the entry. */
const withoutWords = ({ class: kind, status, code, at }: CommandError, message: string): CommandError => ({
  class: kind,
  status,
  code,
  message,
  at,
});

/** Returns an entry as screens show it; another user's content is left out (rule OB13). */
export function entryOf(
  command: Command,
  uploads: ReadonlyMap<string, Upload>,
  userId: string | null,
  { canBecomeNote, textOf }: RefusalRules,
): OutboxEntry {
  const own = command.userId === userId;
  const { lastError } = command;
  const shownError = own || !lastError ? lastError : withoutWords(lastError, textOf(lastError.code));
  const isRefusalShown = command.state === 'acked' || command.answer === null || command.state === 'attention';
  return {
    id: command.id,
    seq: command.seq,
    kind: command.kind,
    title: own ? command.title : `Entry of ${command.userName}`,
    deviceIds: own ? command.deviceIds : [],
    userName: command.userName,
    own,
    madeAt: shifted(command.madeAt, command.clockOffsetMs),
    timeEstimated: command.clockOffsetMs === command.estimate?.offsetMs,
    state: command.state,
    error: isRefusalShown ? shownError : null,
    answeredAt: command.answer?.serverAt ?? command.answer?.at ?? null,
    notices: own ? noticesIn(command.answer?.body) : [],
    nextAttemptAt: command.state === 'waiting' ? command.nextAttemptAt : null,
    files: command.files.map(({ sha256, name, size }) => {
      const upload = uploads.get(sha256);
      return {
        sha256,
        name: own ? name : '',
        size,
        sentBytes: upload?.sentBytes ?? size,
        received: upload ? isReceivedFor(upload, command.hospitalId) : command.answer !== null,
      };
    }),
    lost: own ? (command.lost ?? []).map(({ name, reason }) => ({ name, reason })) : [],
    call: own ? { name: command.call.name, body: command.call.body } : null,
    canAddNote: own && command.state === 'attention' && canBecomeNote(command),
  };
}
