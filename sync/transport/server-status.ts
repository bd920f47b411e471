import type { Clock, Connectivity } from '../ports/ports.ts';

/** What this context knows of the server: its last sign of life, and whether the last attempt failed. */
export interface ServerStatus {
  /** Instant of the last answer, or of a later hint. Units: ms since 1970. */
  lifeAt(): number;
  /**
   * The last attempt failed and nothing was heard since. `heardAt` is when another tab or the worker was answered last, as
   * far as this context sees it. Units: ms since 1970.
   */
  offline(heardAt?: () => number): boolean;
  updateRequired(): boolean;
  /** Server time minus tablet time as last measured. Units: milliseconds. */
  clockOffsetMs(): number;
  /** Answers so far: what `failed` compares with. */
  answers(): number;
  alive(): void;
  /** The platform reports a change: backoffs end, nothing is known yet. */
  hint(): void;
  /** An attempt failed. One that began `before` the last answer says nothing about the server that has answered since. */
  failed(before?: number): void;
  askedToUpdate(required: boolean): void;
  measured(serverDate: string | null): void;
  onChange(listener: (event: 'alive' | 'words') => void): () => void;
}

/** Smaller differences are within the precision of the Date header and the network. Units: milliseconds. */
const coarseMs = 2_000;

/** Keeps what is known of the server; the platform's `looksOnline` only affects what screens say. */
export function createServerStatus(
  ports: { clock: Clock; connectivity: Connectivity },
  knownOffsetMs: number,
): ServerStatus {
  const listeners = new Set<(event: 'alive' | 'words') => void>();
  let lifeAt = 0;
  /** When the last attempt failed, if nothing has been answered since. */
  let failedAt: number | null = null;
  let answered = 0;
  /** Answers came although the platform says that there is no network. */
  let isPlatformWrong = false;
  let update = false;
  let offsetMs = knownOffsetMs;
  const tell = (event: 'alive' | 'words') => {
    for (const listener of listeners) listener(event);
  };
  return {
    // If the clock was set back, an earlier sign of life lies in the future.
    lifeAt: () => (lifeAt > ports.clock.now() ? 0 : lifeAt),
    offline(heardAt = () => 0) {
      if (ports.connectivity.looksOnline()) isPlatformWrong = false;
      else if (!isPlatformWrong) return true;
      return failedAt !== null && heardAt() <= failedAt;
    },
    answers: () => answered,
    updateRequired: () => update,
    clockOffsetMs: () => offsetMs,
    alive() {
      const wasDown = failedAt !== null;
      const wasDoubted = !isPlatformWrong && !ports.connectivity.looksOnline();
      failedAt = null;
      answered += 1;
      isPlatformWrong ||= wasDoubted;
      lifeAt = ports.clock.now();
      if (wasDown) tell('alive');
      else if (wasDoubted) tell('words');
    },
    hint() {
      lifeAt = ports.clock.now();
      tell('words');
    },
    failed(before = answered) {
      if (before !== answered) return;
      failedAt = ports.clock.now();
      isPlatformWrong = false;
      tell('words');
    },
    askedToUpdate(required) {
      if (update === required) return;
      update = required;
      tell('words');
    },
    measured(serverDate) {
      const at = Date.parse(serverDate ?? '');
      if (!Number.isFinite(at)) return;
      const measuredMs = at - ports.clock.now();
      if (Math.abs(measuredMs - offsetMs) <= coarseMs) return;
      offsetMs = measuredMs;
      tell('words');
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
