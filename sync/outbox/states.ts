import type { CommandError } from '../types.ts';
import type { Command } from './command.ts';
import { isReceivedFor } from './received.ts';
import type { Upload } from './schema.ts';

/**
 * The states of an entry (rule OB4) as pure transitions. Each checks the state it starts from, because another runner
 * may have moved the entry meanwhile (rule PU12).
 */

/** Facts that a transition may read besides its entry. */
export interface Facts {
  uploads: ReadonlyMap<string, Upload>;
  signIns: Record<string, number>;
}

/** A transition of one entry; null leaves it as it is. */
export type Transition = (command: Command, facts: Facts) => Command | null;

/** Returns whether the entry's hospital has all its files. */
const allReceived = ({ uploads }: Facts, command: Command): boolean =>
  command.files.every((file) => {
    const upload = uploads.get(file.sha256);
    return upload === undefined || isReceivedFor(upload, command.hospitalId);
  });

/** `waiting -> sending`. */
export const begun: Transition = (command) =>
  command.state === 'waiting' ? { ...command, state: 'sending', attempts: command.attempts + 1 } : null;

/** `-> acked`, or `-> done` where no file is missing. The first answer counts, whoever sent the entry (PU1). */
export const acknowledged =
  (answer: NonNullable<Command['answer']>): Transition =>
  (command, facts) =>
    command.answer === null
      ? { ...command, state: allReceived(facts, command) ? 'done' : 'acked', answer, lastError: null }
      : null;

const isAttempt = (command: Command, attempt: number): boolean =>
  command.state === 'sending' && command.attempts === attempt;

/** `sending -> attention`: the server refuses the entry permanently (PU8). */
export const refused =
  (attempt: number, lastError: CommandError): Transition =>
  (command) =>
    isAttempt(command, attempt) ? { ...command, state: 'attention', lastError } : null;

/** `sending -> waiting` after a temporary failure (PU5, PU6). */
export const postponed =
  (attempt: number, lastError: CommandError | null, nextAttemptAt: number): Transition =>
  (command) =>
    isAttempt(command, attempt)
      ? { ...command, state: 'waiting', lastError: lastError ?? command.lastError, nextAttemptAt }
      : null;

/**
 * `-> signed-out` for all that the user has unanswered (PU7). If the user has signed in since `signIns` was read, in
 * any tab, the refusal is outdated and the entries wait (AU8).
 */
export const signedOut =
  (userId: string, signIns: number, lastError: CommandError): Transition =>
  (command, facts) => {
    if (command.userId !== userId || (command.state !== 'waiting' && command.state !== 'sending')) return null;
    const again = (facts.signIns[userId] ?? 0) !== signIns;
    return again ? { ...command, state: 'waiting', nextAttemptAt: 0 } : { ...command, state: 'signed-out', lastError };
  };

/** `signed-out -> waiting` for one user, or for all with null. */
export const signedInAgain =
  (userId: string | null): Transition =>
  (command) =>
    command.state === 'signed-out' && (userId === null || command.userId === userId)
      ? { ...command, state: 'waiting', nextAttemptAt: 0 }
      : null;

/**
 * `acked -> done` when the server has all the files (PU15); also `attention -> done` if the entry needed attention for
 * a file that another entry has delivered since (PU16).
 */
export const settled: Transition = (command, facts) => {
  const awaitsFiles = command.state === 'acked' || (command.state === 'attention' && command.answer !== null);
  return awaitsFiles && allReceived(facts, command) ? { ...command, state: 'done', lastError: null } : null;
};

/** Recovery after a dead runner: `sending -> waiting`, and settled entries are done. */
export const recovered: Transition = (command, facts) =>
  command.state === 'sending' ? { ...command, state: 'waiting' } : settled(command, facts);

/** `attention -> waiting`, or `-> acked` if only a file was refused; an entry that backs off is due immediately. */
export const retried: Transition = (command) => {
  if (command.state === 'attention') {
    return { ...command, state: command.answer === null ? 'waiting' : 'acked', nextAttemptAt: 0 };
  }
  return command.state === 'waiting' ? { ...command, nextAttemptAt: 0 } : null;
};

/** A measurement of the tablet's clock by a contact. */
export interface MeasuredClock {
  /** Server minus tablet. Units: milliseconds. */
  offsetMs: number;
  /** The server's time. Units: ms since 1970. */
  nowMs: number;
  /** See `TimeEstimate`. */
  setBacks: number;
}

/** Differences up to this lie within the precision of the Date header and of the network. Units: milliseconds. */
const coarseMs = 5_000;

/**
 * If a clock lost less than this since the last contact, the times of entries stay as they are. Units: milliseconds.
 */
const doubtedMs = 10 * 60_000;

/** Returns whether an entry has never been sent, so that its time may still change (rule ST9). */
export const isTimeChangeable = ({ attempts, state }: Command): boolean =>
  attempts === 0 && (state === 'waiting' || state === 'signed-out');

/**
 * Records that the server was not reached before the first attempt, for callers that wait for the outcome of an entry.
 */
export const unreached =
  (error: CommandError): Transition =>
  (command) =>
    isTimeChangeable(command) && command.lastError === null ? { ...command, lastError: error } : null;

/** Returns whether the next contact may correct the entry's estimated time (rule ST9). */
export const isTimeOpen = (command: Command): boolean =>
  typeof command.estimate?.setBacks === 'number' && isTimeChangeable(command);

/**
 * Returns whether an entry may have been made while the clock was behind unnoticed: a contact has measured that the
 * clock lost time since the previous contact, and with the correction the entry would not be in the future (rule ST9).
 */
export const isTimeDoubted = (command: Command, { offsetMs, nowMs }: Omit<MeasuredClock, 'setBacks'>): boolean =>
  command.estimate === undefined &&
  isTimeChangeable(command) &&
  offsetMs - command.clockOffsetMs > doubtedMs &&
  Date.parse(command.madeAt) + offsetMs <= nowMs + coarseMs;

/**
 * Corrects an estimated time by the offset that a contact has measured, provided that the tablet's clock was not set
 * in between: an estimate is never too late, and no entry is in the future. With null, the estimate stays. A doubted
 * time becomes an estimate.
 */
export const timeCorrected =
  (measured: MeasuredClock | null): Transition =>
  (command) => {
    const { estimate } = command;
    if (measured && isTimeDoubted(command, measured))
      return { ...command, estimate: { offsetMs: command.clockOffsetMs, setBacks: null } };
    if (!estimate || !isTimeOpen(command)) return null;
    const isSameClock =
      measured !== null &&
      measured.setBacks === estimate.setBacks &&
      measured.offsetMs >= estimate.offsetMs - coarseMs &&
      Date.parse(command.madeAt) + measured.offsetMs <= measured.nowMs + coarseMs;
    const clockOffsetMs = isSameClock ? measured.offsetMs : command.clockOffsetMs;
    return { ...command, clockOffsetMs, estimate: { ...estimate, setBacks: null } };
  };

/** Back to `waiting` under its key: the server has lost what it had answered (PU19, PU21). */
export const unanswered = (command: Command): Command => ({
  ...command,
  state: 'waiting',
  answer: null,
  lastError: null,
  nextAttemptAt: 0,
});
