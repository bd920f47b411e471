import type { Clock, Connectivity, Locks, Random } from '../ports/ports.ts';
import type { Replica } from '../replica/replica.ts';
import { listen } from './event-stream.ts';
import type { OpenEvents } from './event-stream.ts';

/** Dependencies of pulling and listening. */
export interface LivePorts {
  clock: Clock;
  random: Random;
  locks: Pick<Locks, 'ifFree' | 'exclusive'>;
  connectivity: Pick<Connectivity, 'onSignOfLife'>;
}

/** Interval between polls without a stream, and the longest backoff before a new attempt. */
const pollMs = 60_000;
const firstBackoffMs = 1000;
/** After a stream that lasted this long, the next attempt does not back off. */
const steadyMs = 20_000;
/** How often a tab without the stream checks that another tab serves it. */
const followMs = 15_000;

/** Listens for news from the server, and polls if that fails. */
export interface Live {
  start: () => void;
  stop: () => void;
}

/** Creates the live connection of a page. One tab of an origin holds the stream; the others read the rows it stores. */
export function createLive(parts: {
  ports: LivePorts;
  openEvents: OpenEvents;
  replica: Replica;
  pullNow: (signal?: AbortSignal) => Promise<void>;
  /** The last attempt of this tab failed. */
  isOffline?: (() => boolean) | undefined;
  /** Returns whether a pull is needed that no event announces. */
  isPullDue: () => boolean;
}): Live {
  const { ports, openEvents, replica, pullNow, isOffline = () => false, isPullDue } = parts;
  const { clock, random } = ports;
  let stopping: AbortController | null = null;
  let waking = new AbortController();

  /** Waits, but returns early at a sign of life or the stop. */
  async function pause(delayMs: number): Promise<void> {
    waking = new AbortController();
    await clock.delay(delayMs, waking.signal).catch(() => undefined);
  }

  /** Runs in the tab that holds the stream: each new attempt begins with a pull, which also serves as the poll. */
  async function lead(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      await pullNow(signal).catch(() => undefined);
      if (signal.aborted) return;
      const listenedFrom = clock.now();
      await listen({ clock, openEvents, replica, pullNow, isPullDue: () => isOffline() || isPullDue() }, signal).catch(
        () => undefined,
      );
      failures = clock.now() - listenedFrom >= steadyMs ? 0 : failures + 1;
      if (signal.aborted) return;
      await pause(random.next() * Math.min(pollMs, firstBackoffMs * 2 ** Math.min(failures, 10)));
    }
  }

  /** Runs in the other tabs: they poll only if no tab serves them (rule PL4). */
  async function follow(signal: AbortSignal): Promise<void> {
    const contactAt = replica.asOf === null ? 0 : Date.parse(replica.asOf);
    if (isOffline() || clock.now() - contactAt > pollMs) await pullNow(signal).catch(() => undefined);
    if (!signal.aborted) await pause(followMs);
  }

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const led = await ports.locks.ifFree(`live-${replica.hospitalId}`, () => lead(signal)).catch(() => false);
      if (!led) await follow(signal);
    }
  }

  return {
    start() {
      if (stopping !== null) return;
      stopping = new AbortController();
      const { signal } = stopping;
      const unlisten = ports.connectivity.onSignOfLife(() => {
        waking.abort();
        pullNow(signal).catch(() => undefined);
      });
      signal.addEventListener('abort', unlisten);
      void run(signal);
    },
    stop() {
      stopping?.abort();
      waking.abort();
      stopping = null;
    },
  };
}
