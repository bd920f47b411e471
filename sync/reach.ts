import type { Clock, Connectivity } from './ports.ts';

/** What this context knows of the server: its last sign of life, and whether the last try failed. */
export interface Reach {
  /** Instant of the last sign of life. Units: ms since 1970. */
  lifeAt(): number;
  offline(): boolean;
  updateRequired(): boolean;
  /** Server time minus device time as last measured. Units: milliseconds. */
  clockOffsetMs(): number;
  alive(): void;
  /** The platform says that something changed: pauses end, nothing is known yet. */
  hint(): void;
  failed(): void;
  askedToUpdate(required: boolean): void;
  measured(serverDate: string | null): void;
  onChange(listener: (event: 'alive' | 'words') => void): () => void;
}

/** Differences below this are the coarseness of the Date header and of the network. Units: milliseconds. */
const coarseMs = 2_000;

/** Keeps what is known of the server; `looksOnline` of the platform serves words only. */
export function createReach(ports: { clock: Clock; connectivity: Connectivity }, knownOffsetMs: number): Reach {
  const listeners = new Set<(event: 'alive' | 'words') => void>();
  let lifeAt = 0;
  let down = false;
  let update = false;
  let offsetMs = knownOffsetMs;
  const tell = (event: 'alive' | 'words') => {
    for (const listener of listeners) listener(event);
  };
  return {
    // A clock that was set back makes an earlier sign of life lie in the future.
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
