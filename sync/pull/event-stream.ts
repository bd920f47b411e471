import type { Clock } from '../ports/ports.ts';
import type { Replica } from '../replica/replica.ts';

/** Opens the event stream with the session; rejects if there is none. */
export type OpenEvents = (signal: AbortSignal) => Promise<Pick<Response, 'body'>>;

/** The server sends a heartbeat every 20 s; after this long the connection counts as dead. */
const silenceMs = 45_000;
/** News within this time is batched, so that a colleague's queue of 500 entries does not cause 500 pulls. */
const togetherMs = 500;

/** The dependencies and callbacks of an event stream. */
export interface EventStreamParts {
  clock: Clock;
  openEvents: OpenEvents;
  replica: Replica;
  pullNow: (signal?: AbortSignal) => Promise<void>;
  /**
   * Returns whether a pull is needed that no event announces; checked whenever the stream shows that the server is
   * reachable.
   */
  isPullDue: () => boolean;
}

/** Returns the versions in the complete lines of an event stream, and the incomplete line at its end. */
export function readEvents(text: string): { versions: number[]; rest: string } {
  const lines = text.split(/\r?\n/);
  const rest = lines.pop() ?? '';
  const versions = lines.flatMap((line) => {
    const version = /^data:\s*(\d+)\s*$/.exec(line)?.[1];
    return version === undefined ? [] : [Number(version)];
  });
  return { versions, rest };
}

/** Pulls immediately, and again until the newest announced version has arrived, with a pause between pulls. */
function createNewsTaker(
  { clock, replica, pullNow }: EventStreamParts,
  signal: AbortSignal,
): (version: number) => Promise<void> {
  let newest = 0;
  let pulling: Promise<void> | null = null;
  const pullAll = async (): Promise<void> => {
    try {
      do {
        newest = 0;
        await pullNow(signal);
        await clock.delay(togetherMs, signal).catch(() => undefined);
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

/** Resolves to the next piece, or to null after too long a silence. */
async function withinSilence<T>(clock: Clock, read: Promise<T>): Promise<T | null> {
  const timer = new AbortController();
  const silence = clock.delay(silenceMs, timer.signal).then(
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

/**
 * Listens to one event stream until it ends, falls silent, or a pull fails.
 * Throws: when the stream cannot be opened or breaks.
 */
export async function listen(parts: EventStreamParts, signal: AbortSignal): Promise<void> {
  const { clock, openEvents, replica, pullNow, isPullDue } = parts;
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  try {
    const reader = (await openEvents(ending.signal)).body?.getReader();
    const cancel = () => void reader?.cancel().catch(() => undefined);
    ending.signal.addEventListener('abort', cancel);
    const takeNews = createNewsTaker(parts, ending.signal);
    const decoder = new TextDecoder();
    let text = '';
    while (!ending.signal.aborted) {
      if (!reader) return;
      const piece = await withinSilence(clock, reader.read());
      if (piece === null || piece.done) return;
      const { versions, rest } = readEvents(text + decoder.decode(piece.value, { stream: true }));
      text = rest;
      const newest = Math.max(0, ...versions);
      if (newest > replica.cursor) takeNews(newest).catch(end);
      else if (isPullDue()) pullNow(ending.signal).catch(end);
      else void replica.touch();
    }
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}
