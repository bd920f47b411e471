import { ApiError } from './problem.ts';

/** Senders beyond this queue length would have given up before their answer. */
const maxWaiting = 2000;
/** Shorter than the time after which a tablet gives up on a silent request (rule PU10). Units: ms. */
const maxWaitMs = 12_000;
/** Refused senders retry spread over this time. Units: seconds. */
const backWithin = { least: 1, spread: 10 };

/** Maximum number of operations at the same time. */
export interface GateSlots {
  inAll: number;
  /** For one hospital: fewer than in total, so that one hospital never takes every slot. */
  each: number;
}

/** Limits concurrent work, with a share for each hospital. */
export interface Gate {
  /** Runs work as soon as a slot is free. Throws: ApiError `server.busy` when that takes too long. */
  run<T>(hospitalId: string, work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  hospitalId: string;
  enter: () => void;
}

/** Creates a gate with its own slots. */
export function createGate({ inAll, each }: GateSlots, random: () => number = Math.random): Gate {
  const inside = new Map<string, number>();
  const waiting: Waiting[] = [];
  let count = 0;

  const hasRoom = (hospitalId: string): boolean => count < inAll && (inside.get(hospitalId) ?? 0) < each;
  const take = (hospitalId: string): void => {
    count += 1;
    inside.set(hospitalId, (inside.get(hospitalId) ?? 0) + 1);
  };
  const leave = (hospitalId: string): void => {
    count -= 1;
    const left = (inside.get(hospitalId) ?? 1) - 1;
    if (left === 0) inside.delete(hospitalId);
    else inside.set(hospitalId, left);
    const next = waiting.findIndex((place) => hasRoom(place.hospitalId));
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
    async run(hospitalId, work) {
      if (hasRoom(hospitalId)) take(hospitalId);
      else await queue(hospitalId);
      try {
        return await work();
      } finally {
        leave(hospitalId);
      }
    },
  };
}
