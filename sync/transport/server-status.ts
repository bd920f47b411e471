import type { Clock, Connectivity } from '../ports/ports.ts';

/** What this context knows of the server: its last sign of life, and whether the last attempt failed. */
export interface ServerStatus {
  /** Instant of the last answer, or of a later hint. Units: ms since 1970. */
  lifeAt(): number;
  offline(): boolean;
  updateRequired(): boolean;
  /** Server time minus tablet time as last measured. Units: milliseconds. */
  clockOffsetMs(): number;
  alive(): void;
  /** The platform reports a change: backoffs end, nothing is known yet. */
  hint(): void;
  failed(): void;
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
  let down = false;
  let update = false;
  let offsetMs = knownOffsetMs;
  const tell = (event: 'alive' | 'words') => {
    for (const listener of listeners) listener(event);
  };
  return {
    // If the clock was set back, an earlier sign of life lies in the future.
    lifeAt: () => (lifeAt > ports.clock.now() ? 0 : lifeAt),
    offline: () => down || !ports.connectivity.looksOnline(),
    updateRequired: () => update,
    clockOffsetMs: () => offsetMs,
    alive() {
      const wasDown = down;
      down = false;
      lifeAt = ports.clock.now();
      if (wasDown) tell('alive');
    },
    hint() {
      lifeAt = ports.clock.now();
      tell('words');
    },
    failed() {
      if (down) return;
      down = true;
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
