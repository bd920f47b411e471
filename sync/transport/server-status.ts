import type { Clock, Connectivity } from '../ports/ports.ts';
import { coarseMs, offsetNotBefore } from './known-clock.ts';
import type { KnownClock } from './known-clock.ts';

/** The server's state as this context knows it: its last sign of life, and whether the last attempt failed. */
export interface ServerStatus {
  /** Instant of the last answer, or of a later hint. Units: ms since 1970. */
  lifeAt(): number;
  /**
   * The last attempt failed and nothing was heard since. `heardAt` is when another tab or the worker was answered last, as
   * far as this context sees it. Units: ms since 1970.
   */
  offline(heardAt?: () => number): boolean;
  updateRequired(): boolean;
  /**
   * Server time minus tablet time: as last measured, or estimated if the tablet's clock was set back since, so that it is
   * never earlier than the last contact (rule ST9). Units: milliseconds.
   */
  clockOffsetMs(): number;
  /** Server time minus tablet time as last measured. Units: milliseconds. */
  measuredOffsetMs(): number;
  /** The tablet's clock was set back since the last contact by more than a minute: the time now is an estimate. */
  isTimeEstimated(): boolean;
  /** Looks at the tablet's clock again, and reports when the time begins or ceases to be estimated. */
  checkClock(): void;
  /** An answer told this context the server's time, or came without a Date. */
  isTimeHeard(): boolean;
  /** A contact of this context has measured the tablet's clock, which was not set back since. */
  isMeasured(): boolean;
  /** The earliest that it can be now, by the server's clock. Units: ms since 1970. */
  notBeforeMs(): number;
  /** Answers so far: what `failed` compares with. */
  answers(): number;
  alive(): void;
  /** The platform reports a change: backoffs end, nothing is known yet. */
  hint(): void;
  /** An attempt failed. One that began `before` the last answer says nothing about the server that has answered since. */
  failed(before?: number): void;
  askedToUpdate(required: boolean): void;
  /** Takes the Date of an answer. One that a proxy may have stored is not newer than the last contact if it is earlier. */
  measured(serverDate: string | null, mayBeStored?: boolean): void;
  /** Takes over a later contact that another tab or the worker has stored. */
  learn(known: KnownClock): void;
  onChange(listener: (event: 'alive' | 'words') => void): () => void;
}

/** An estimate that differs less from the measured time needs no word. Units: milliseconds. */
const estimatedMs = 60_000;
/** A contact that is no later than the kept one by this much is not kept. Units: milliseconds. */
const keepEveryMs = 60_000;

/**
 * Tracks the server's state; the platform's `looksOnline` only affects what screens say. `keep` is called with the
 * values that a contact measured.
 */
export function createServerStatus(
  ports: { clock: Clock; connectivity: Connectivity },
  known: KnownClock,
  keep: (known: KnownClock) => void = () => undefined,
): ServerStatus {
  const { clock } = ports;
  const listeners = new Set<(event: 'alive' | 'words') => void>();
  let lifeAt = 0;
  /** When the last attempt failed, if nothing has been answered since. */
  let failedAt: number | null = null;
  let answered = 0;
  /** Answers came although the platform says that there is no network. */
  let isPlatformWrong = false;
  let update = false;
  let offsetMs = known.clockOffsetMs;
  let keptMs = known.notBeforeMs;
  let contact = { serverMs: known.notBeforeMs, countedMs: clock.monotonic() };
  let isTimeHeard = false;
  let isContacted = false;
  /** The offset that was reported last. An estimate moves only when the tablet's clock moves. */
  let toldMs = offsetMs;
  const tell = (event: 'alive' | 'words') => {
    for (const listener of listeners) listener(event);
  };
  const notBeforeMs = () => contact.serverMs + clock.monotonic() - contact.countedMs;
  function clockOffsetMs(): number {
    const currentMs = offsetNotBefore({ clockOffsetMs: offsetMs, notBeforeMs: notBeforeMs() }, clock.now());
    if (currentMs === offsetMs || Math.abs(currentMs - toldMs) > coarseMs) toldMs = currentMs;
    return toldMs;
  }
  const isEstimated = () => clockOffsetMs() - offsetMs > estimatedMs;
  return {
    // If the clock was set back, an earlier sign of life is in the future.
    lifeAt: () => (lifeAt > clock.now() ? 0 : lifeAt),
    offline(heardAt = () => 0) {
      if (ports.connectivity.looksOnline()) isPlatformWrong = false;
      else if (!isPlatformWrong) return true;
      return failedAt !== null && heardAt() <= failedAt;
    },
    answers: () => answered,
    updateRequired: () => update,
    clockOffsetMs,
    measuredOffsetMs: () => offsetMs,
    isTimeEstimated: isEstimated,
    checkClock() {
      const beforeMs = toldMs;
      if (clockOffsetMs() !== beforeMs) tell('words');
    },
    isTimeHeard: () => isTimeHeard,
    isMeasured: () => isContacted && !isEstimated(),
    notBeforeMs,
    alive() {
      const wasDown = failedAt !== null;
      const wasDoubted = !isPlatformWrong && !ports.connectivity.looksOnline();
      failedAt = null;
      answered += 1;
      isPlatformWrong ||= wasDoubted;
      lifeAt = clock.now();
      if (wasDown) tell('alive');
      else if (wasDoubted) tell('words');
    },
    hint() {
      lifeAt = clock.now();
      tell('words');
    },
    failed(before = answered) {
      if (before !== answered) return;
      failedAt = clock.now();
      isPlatformWrong = false;
      tell('words');
    },
    askedToUpdate(required) {
      if (update === required) return;
      update = required;
      tell('words');
    },
    measured(serverDate, mayBeStored = false) {
      const at = Date.parse(serverDate ?? '');
      const isStored = mayBeStored && !(at >= notBeforeMs() - coarseMs);
      isTimeHeard ||= !isStored;
      if (!Number.isFinite(at) || isStored) return;
      isContacted = true;
      const beforeMs = toldMs;
      const measuredMs = at - clock.now();
      const isNew = Math.abs(measuredMs - offsetMs) > coarseMs;
      if (isNew) offsetMs = measuredMs;
      contact = { serverMs: at, countedMs: clock.monotonic() };
      if (isNew || Math.abs(at - keptMs) >= keepEveryMs) {
        keptMs = at;
        keep({ clockOffsetMs: offsetMs, notBeforeMs: at });
      }
      if (clockOffsetMs() !== beforeMs) tell('words');
    },
    learn(known) {
      if (known.notBeforeMs <= notBeforeMs()) return;
      const beforeMs = toldMs;
      offsetMs = known.clockOffsetMs;
      keptMs = known.notBeforeMs;
      contact = { serverMs: keptMs, countedMs: clock.monotonic() };
      if (clockOffsetMs() !== beforeMs) tell('words');
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
