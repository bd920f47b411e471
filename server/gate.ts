import { ApiError } from './problem.ts';

/** Senders beyond this queue length would have given up before being answered. */
const maxWaiting = 2000;
/** Shorter than the time after which a tablet gives up on a silent request (rule PU10). Units: ms. */
const maxWaitMs = 12_000;
/** Refused senders retry spread over this time. Units: seconds. */
const backWithin = { least: 1, spread: 10 };

/** Maximum amount at the same time: operations, or any other unit. */
export interface GateSlots {
  inAll: number;
  /**
   * For one holder: less than in total, so that none ever takes everything. The first may be a hospital, the next a
   * session.
   */
  each: readonly number[];
}

/** Limits concurrent work, with a share for each holder. */
export interface Gate {
  /** Runs work of a hospital as soon as a slot is free. Throws: ApiError `server.busy` when that takes too long. */
  run<T>(hospitalId: string, work: () => Promise<T>): Promise<T>;
  /**
   * Takes room for holders, in the order of `each`, and returns how to give it back.
   * Throws: ApiError `server.busy` when that takes too long.
   */
  enter(holders: readonly string[], size: number): Promise<() => void>;
  /** Does the same without waiting. Throws: ApiError `server.busy` when there is no room. */
  enterNow(holders: readonly string[], size: number): () => void;
}

interface Waiting {
  holders: readonly string[];
  size: number;
  enter: () => void;
}

/** Creates a gate with its own slots. */
export function createGate({ inAll, each }: GateSlots, random: () => number = Math.random): Gate {
  const inside = new Map<string, number>();
  const waiting: Waiting[] = [];
  let taken = 0;

  const hasRoom = (holders: readonly string[], size: number): boolean =>
    taken + size <= inAll && holders.every((holder, at) => (inside.get(holder) ?? 0) + size <= (each[at] ?? inAll));
  const add = (holders: readonly string[], size: number): void => {
    taken += size;
    for (const holder of holders) {
      const left = (inside.get(holder) ?? 0) + size;
      if (left === 0) inside.delete(holder);
      else inside.set(holder, left);
    }
  };
  const leave = (holders: readonly string[], size: number): void => {
    add(holders, -size);
    for (;;) {
      const next = waiting.findIndex((place) => hasRoom(place.holders, place.size));
      if (next < 0) return;
      waiting.splice(next, 1)[0]?.enter();
    }
  };
  const sentAway = (): ApiError =>
    new ApiError('server.busy', undefined, { retryAfter: backWithin.least + Math.floor(random() * backWithin.spread) });
  const queue = (holders: readonly string[], size: number): Promise<void> =>
    new Promise((resolve, reject) => {
      if (waiting.length >= maxWaiting) return reject(sentAway());
      const place: Waiting = {
        holders,
        size,
        enter: () => {
          clearTimeout(timer);
          add(holders, size);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(place), 1);
        reject(sentAway());
      }, maxWaitMs);
      waiting.push(place);
    });
  const enterNow = (holders: readonly string[], size: number): (() => void) => {
    if (!hasRoom(holders, size)) throw sentAway();
    add(holders, size);
    return () => leave(holders, size);
  };
  const enter = async (holders: readonly string[], size: number): Promise<() => void> => {
    if (hasRoom(holders, size)) return enterNow(holders, size);
    await queue(holders, size);
    return () => leave(holders, size);
  };

  return {
    enter,
    enterNow,
    async run(hospitalId, work) {
      const leaveAgain = await enter([hospitalId], 1);
      try {
        return await work();
      } finally {
        leaveAgain();
      }
    },
  };
}
