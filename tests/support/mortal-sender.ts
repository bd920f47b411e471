import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';

/** The sender of a server that is killed at some message. */
export interface MortalSender<A extends unknown[]> {
  send(...message: A): Promise<void>;
  /** Resolves when the server has been killed and its connections rest. */
  killed: Promise<void>;
  /** The messages that arrived while it was killed, so that nobody recorded it. */
  unrecorded(): number;
}

/**
 * Lets a server with this pool be killed at its message number `lastOf`: before the message is sent or, if it `arrives`,
 * afterwards.
 */
export function mortalSender<A extends unknown[]>(
  send: (...message: A) => Promise<void>,
  { pool, lastOf, arrives }: { pool: pg.Pool; lastOf: number; arrives: boolean },
): MortalSender<A> {
  let count = 0;
  let unrecorded = 0;
  let kill = (): void => undefined;
  const killed = new Promise<void>((resolve) => {
    kill = resolve;
  }).then(() => atRest(pool));
  const untilArrived = (message: A): Promise<void> => send(...message).catch(() => untilArrived(message));
  return {
    killed,
    unrecorded: () => unrecorded,
    async send(...message) {
      count += 1;
      const own = count;
      if (own < lastOf) return send(...message);
      if (arrives && own === lastOf) {
        await untilArrived(message);
        unrecorded += 1;
      }
      kill();
      return new Promise<never>(() => undefined);
    },
  };
}

/** Resolves when no query of a pool has been under way twice in a row: what its server recorded last is stored. */
async function atRest(pool: pg.Pool): Promise<void> {
  for (let quiet = 0; quiet < 2;) {
    await setImmediate();
    quiet = pool.idleCount === pool.totalCount ? quiet + 1 : 0;
  }
}
