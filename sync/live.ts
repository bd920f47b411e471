import type { Clock, Connectivity, Locks, Random, TransportAnswer } from './ports.ts';
import type { Replica } from './replica/replica.ts';

/** The surroundings that pulling and listening need. */
export interface LivePorts {
  clock: Clock;
  random: Random;
  locks: Pick<Locks, 'ifFree' | 'exclusive'>;
  connectivity: Pick<Connectivity, 'onSignOfLife'>;
}

/** Opens the event stream with the session; rejects when there is none. */
export type OpenEvents = (signal: AbortSignal) => Promise<Pick<TransportAnswer, 'stream'>>;

/** The server sends a sign of life each 20 s; after this long the connection counts as dead. */
const silenceMs = 45_000;
/** Without a stream the server is asked this often; the pause before a new attempt is never longer. */
const pollMs = 60_000;
const firstBackoffMs = 1000;
/** A stream that lasted this long was a good one: the next attempt does not wait for it. */
const steadyMs = 20_000;
/** News that come faster are taken together: a colleague's queue of 500 entries is not 500 pulls. */
const togetherMs = 500;
/** A tab beside the one that listens looks this often whether it is still served. */
const followMs = 15_000;

/** Listens to what is new on the server, and polls where that fails. */
export interface Live {
  start: () => void;
  stop: () => void;
}

/** The versions that complete lines of an event stream speak of, and the rest that is no line yet. */
export function readEvents(text: string): { versions: number[]; rest: string } {
  const lines = text.split(/\r?\n/);
  const rest = lines.pop() ?? '';
  const versions = lines.flatMap((line) => {
    const version = /^data:\s*(\d+)\s*$/.exec(line)?.[1];
    return version === undefined ? [] : [Number(version)];
  });
  return { versions, rest };
}

/** Makes the live connection of a page. One tab of an origin holds the stream; the others read what it stores. */
export function createLive(options: {
  ports: LivePorts;
  openEvents: OpenEvents;
  replica: Replica;
  pullNow: (signal?: AbortSignal) => Promise<void>;
  /** The last try of this tab failed: it asks again where the stream says that the server is there. */
  isOffline?: (() => boolean) | undefined;
}): Live {
  const { ports, openEvents, replica, pullNow, isOffline = () => false } = options;
  let stopping: AbortController | null = null;
  let waking = new AbortController();

  /** Waits, but not past a sign of life or the stop. */
  async function pause(delayMs: number): Promise<void> {
    waking = new AbortController();
    await ports.clock.delay(delayMs, waking.signal).catch(() => undefined);
  }

  /** Pulls at once, and until the newest version heard is there, with a pause between two pulls. */
  function newsTaker(signal: AbortSignal): (version: number) => Promise<void> {
    let newest = 0;
    let pulling: Promise<void> | null = null;
    const pullAll = async (): Promise<void> => {
      try {
        do {
          newest = 0;
          await pullNow(signal);
          await ports.clock.delay(togetherMs, signal).catch(() => undefined);
        } while (newest > replica.cursor && !signal.aborted);
      } finally {
        pulling = null;
      }
    };
    return (version) => {
      newest = Math.max(newest, version);
      pulling ??= pullAll();
      return pulling;
    };
  }

  /** Reads the stream until it ends, falls silent, or a pull fails. */
  async function listen(signal: AbortSignal): Promise<void> {
    const ending = new AbortController();
    const end = () => ending.abort();
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    try {
      const reader = (await openEvents(ending.signal)).stream()?.getReader();
      const cancel = () => void reader?.cancel().catch(() => undefined);
      ending.signal.addEventListener('abort', cancel);
      const takeNews = newsTaker(ending.signal);
      const decoder = new TextDecoder();
      let text = '';
      while (!ending.signal.aborted) {
        if (!reader) return;
        const piece = await withinSilence(reader.read());
        if (piece === null || piece.done) return;
        const { versions, rest } = readEvents(text + decoder.decode(piece.value, { stream: true }));
        text = rest;
        const newest = Math.max(0, ...versions);
        if (newest > replica.cursor) takeNews(newest).catch(end);
        else if (isOffline()) pullNow(ending.signal).catch(end);
        else void replica.touch();
      }
    } finally {
      signal.removeEventListener('abort', end);
      end();
    }
  }

  async function withinSilence<T>(read: Promise<T>): Promise<T | null> {
    const timer = new AbortController();
    const silence = ports.clock.delay(silenceMs, timer.signal).then(
      () => null,
      () => null,
    );
    try {
      return await Promise.race([read, silence]);
    } finally {
      timer.abort();
      read.catch(() => undefined);
    }
  }

  /** Pulls and listens until the stop; each new attempt begins with a pull, so that it is the poll as well. */
  async function lead(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      await pullNow(signal).catch(() => undefined);
      if (signal.aborted) return;
      const listenedFrom = ports.clock.now();
      await listen(signal).catch(() => undefined);
      failures = ports.clock.now() - listenedFrom >= steadyMs ? 0 : failures + 1;
      if (signal.aborted) return;
      await pause(ports.random.next() * Math.min(pollMs, firstBackoffMs * 2 ** Math.min(failures, 10)));
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const led = await ports.locks.ifFree(`live-${replica.hospitalId}`, () => lead(signal)).catch(() => false);
      if (led) continue;
      const contactAt = replica.asOf === null ? 0 : Date.parse(replica.asOf);
      if (isOffline() || ports.clock.now() - contactAt > pollMs) await pullNow(signal).catch(() => undefined);
      if (!signal.aborted) await pause(followMs);
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
