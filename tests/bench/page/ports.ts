import type { LivePorts } from '#sync/pull/live.ts';
import type { Channel, Databases } from '#sync/ports/ports.ts';

let databases = 0;

/** The ports of a replica in the bench page: real IndexedDB with an unused name. */
export function benchPorts(): LivePorts & {
  channel: Channel;
  databases: Databases;
  /** Ends all waits of the clock, and resolves when the waiting code has continued. */
  skipWaits(): Promise<void>;
} {
  databases += 1;
  const waits = new Set<() => void>();
  return {
    clock: {
      now: () => Date.now(),
      monotonic: () => performance.now(),
      delay: (delayMs) =>
        new Promise((resolve) => {
          const end = () => {
            clearTimeout(timer);
            waits.delete(end);
            resolve();
          };
          const timer = setTimeout(end, delayMs);
          waits.add(end);
        }),
    },
    skipWaits() {
      for (const end of waits) end();
      return nextTask();
    },
    random: { next: () => Math.random(), uuid: () => crypto.randomUUID() },
    locks: {
      ifFree: async (_name, work) => {
        await work();
        return true;
      },
      exclusive: (_name, _patienceMs, work) => work(),
    },
    connectivity: { onSignOfLife: () => () => undefined },
    channel: { post: () => undefined, listen: () => () => undefined },
    databases: { indexedDB, keyRange: IDBKeyRange, namePrefix: `bench-${databases}-` },
  };
}

/** Resolves in the next task, without a timer's minimum delay. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}

/** Fetches one page of a first download as a client does. */
export async function fetchPage(count: number, at: number): Promise<import('#contract/calls/sync.ts').Changes> {
  const answer = await fetch(`/changes/${count}/${at}`);
  return answer.json();
}

/** Waits until a request or transaction of IndexedDB has finished. */
export function finished(target: IDBRequest | IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    for (const good of ['success', 'complete']) target.addEventListener(good, () => resolve());
    for (const bad of ['error', 'abort']) target.addEventListener(bad, () => reject(target.error ?? new Error(bad)));
  });
}

/** Deletes a database that is no longer needed, so that a long run does not fill the disk. */
export async function forget(name: string): Promise<void> {
  await finished(indexedDB.deleteDatabase(name));
}

/** Measures how long work takes. Units: milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
