import type { Clock } from '../../ports/ports.ts';

/** Changes closer together than this are announced as one burst. */
const burstMs = 100;

/** Calls `tell` when a burst begins and once more when it ends, until `disposed` is aborted. */
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
