import type { Clock } from '#sync/ports/ports.ts';

interface Timer {
  at: number;
  order: number;
  fire: () => void;
}

/** Virtual time: frozen during work, otherwise it jumps to the next timer. */
export interface VirtualTime {
  now(): number;
  /** Creates the clock of a device, off by `offsetMs`. Code resumed by its timers is passed to `deliver`. */
  clock(offsetMs: () => number, deliver: (resume: () => void) => void): Clock;
  at(delayMs: number, fire: () => void): void;
  /** Freezes time during outside work (storage, server). */
  enter(): void;
  leave(): void;
  /** Resolves when no work is in progress. */
  settle(): Promise<void>;
  /** Lets time pass until the condition holds or the limit is reached; returns whether it holds. */
  runUntil(done: () => boolean, limitMs: number): Promise<boolean>;
  run(durationMs: number): Promise<void>;
}

/** Event-loop turns without activity after which work counts as finished. */
const quietTurns = 4;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Creates a virtual time that starts at `startMs`. */
export function createVirtualTime(startMs: number): VirtualTime {
  let now = startMs;
  let busy = 0;
  let activity = 0;
  let order = 0;
  const timers: Timer[] = [];
  const onLeave: (() => void)[] = [];

  function add(at: number, fire: () => void): Timer {
    const timer = { at, order: (order += 1), fire };
    let low = 0;
    let high = timers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = timers[middle];
      if (other && (other.at > at || (other.at === at && other.order > timer.order))) low = middle + 1;
      else high = middle;
    }
    timers.splice(low, 0, timer);
    return timer;
  }

  /** Resolves when outside work ends. */
  const left = () =>
    new Promise<void>((resolve) => {
      onLeave.push(resolve);
    });

  async function settle(): Promise<void> {
    let quiet = 0;
    let seen = activity;
    while (quiet < quietTurns) {
      await (busy > 0 ? left() : turn());
      if (busy > 0 || activity !== seen) {
        quiet = 0;
        seen = activity;
      } else quiet += 1;
    }
  }

  async function runUntil(done: () => boolean, limitMs: number): Promise<boolean> {
    const limit = now + limitMs;
    await settle();
    while (!done()) {
      const next = timers.at(-1);
      if (!next || next.at > limit) {
        now = limit;
        return done();
      }
      timers.pop();
      now = Math.max(now, next.at);
      next.fire();
      await settle();
    }
    return true;
  }

  return {
    now: () => now,
    clock: (offsetMs, deliver) => ({
      now: () => Math.round(now + offsetMs()),
      monotonic: () => now,
      delay: (delayMs, signal) =>
        new Promise((resolve, reject) => {
          if (signal?.aborted) {
            reject(new DOMException('Aborted', 'AbortError'));
            return;
          }
          const stop = () => {
            const place = timers.indexOf(timer);
            if (place >= 0) timers.splice(place, 1);
            reject(new DOMException('Aborted', 'AbortError'));
          };
          const timer = add(now + Math.max(0, delayMs), () => {
            signal?.removeEventListener('abort', stop);
            deliver(resolve);
          });
          signal?.addEventListener('abort', stop, { once: true });
        }),
    }),
    at: (delayMs, fire) => void add(now + delayMs, fire),
    enter() {
      busy += 1;
      activity += 1;
    },
    leave() {
      busy -= 1;
      activity += 1;
      for (const resume of onLeave.splice(0)) resume();
    },
    settle,
    runUntil,
    run: async (durationMs) => {
      await runUntil(() => false, durationMs);
    },
  };
}
