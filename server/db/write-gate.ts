import { ApiError } from '../problem.ts';

/** Writes that may hold a database connection at once, in all and for one hospital; the rest of the pool is for reads. */
const slotsInAll = 12;
const slotsEach = 8;
/** Writes beyond this queue would be answered after their senders have given up. */
const maxWaiting = 2000;
/** Less than the silence after which a tablet gives up a request (rule PU10). Units: ms. */
const maxWaitMs = 12_000;
/** Refused senders are spread over this time. Units: seconds. */
const backWithin = { least: 1, spread: 10 };

/**
 * Limits concurrent writes. Without it the tablets of one hospital that return after an outage take every connection,
 * queue for the hospital's version row, and starve reads.
 * Source: docs/decisions/192-load.md
 */
export interface WriteGate {
  /** Runs a write when there is room. Throws: ApiError `server.busy` when that takes too long. */
  run<T>(hospitalId: string, write: () => Promise<T>): Promise<T>;
}

interface Waiting {
  hospitalId: string;
  enter: () => void;
}

/** Makes the gate of a server process; `random` spreads refused senders. */
export function createWriteGate(random: () => number = Math.random): WriteGate {
  const inside = new Map<string, number>();
  const waiting: Waiting[] = [];
  let count = 0;

  const hasRoom = (hospitalId: string): boolean => count < slotsInAll && (inside.get(hospitalId) ?? 0) < slotsEach;
  const take = (hospitalId: string): void => {
    count += 1;
    inside.set(hospitalId, (inside.get(hospitalId) ?? 0) + 1);
  };
  const leave = (hospitalId: string): void => {
    count -= 1;
    const left = (inside.get(hospitalId) ?? 1) - 1;
    if (left === 0) inside.delete(hospitalId);
    else inside.set(hospitalId, left);
    const next = waiting.findIndex((each) => hasRoom(each.hospitalId));
    if (next < 0) return;
    const [entering] = waiting.splice(next, 1);
    entering?.enter();
  };
  const sentAway = (): ApiError =>
    new ApiError('server.busy', undefined, { retryAfter: backWithin.least + Math.floor(random() * backWithin.spread) });
  const queue = (hospitalId: string): Promise<void> =>
    new Promise((resolve, reject) => {
      if (waiting.length >= maxWaiting) return reject(sentAway());
      const place: Waiting = {
        hospitalId,
        enter: () => {
          clearTimeout(timer);
          take(hospitalId);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(place), 1);
        reject(sentAway());
      }, maxWaitMs);
      waiting.push(place);
    });

  return {
    async run(hospitalId, write) {
      if (hasRoom(hospitalId)) take(hospitalId);
      else await queue(hospitalId);
      try {
        return await write();
      } finally {
        leave(hospitalId);
      }
    },
  };
}
