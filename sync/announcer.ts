import type { Clock } from './ports.ts';

/** Calls that follow each other faster are told together. */
const burstMs = 100;

/** Calls `tell` at the beginning of a burst, and once more at its end; a new owner's signal ends it. */
export function createAnnouncer(clock: Clock, disposed: AbortSignal, tell: () => void): () => void {
  let telling = false;
  let more = false;
  return function announce(): void {
    more = telling;
    if (telling) return;
    telling = true;
    tell();
    const end = () => {
      telling = false;
      if (more) announce();
    };
    clock.delay(burstMs, disposed).then(end, end);
  };
}
