import { resultOf, stop } from './idb.ts';
import type { Databases, Sleep } from './ports.ts';

/** Thrown when a transaction or a connection is requested while the page sleeps. */
const asleepError = () => new DOMException('The page is in the back/forward cache.', 'AbortError');

/** Returns whether an event says that the page enters or leaves the back/forward cache. */
export const isPersisted = (event: Event): boolean => 'persisted' in event && event.persisted === true;

/**
 * A page's databases, opened through a factory that tracks every open transaction. WebKit puts a page into its
 * back/forward cache while transactions run, and they keep their locks there: when the page falls asleep, all are
 * aborted, and none can begin before it wakes. `page` is the window.
 */
export function leaveNoLocks(databases: Databases, page: EventTarget): Databases & { sleep: Sleep } {
  const { indexedDB } = databases;
  const live = new Set<IDBTransaction>();
  const opening = new Set<IDBOpenDBRequest>();
  let waking = new AbortController();
  let awake: Promise<void> = Promise.resolve();
  let wake: (() => void) | null = null;

  function keep(transaction: IDBTransaction): IDBTransaction {
    const forget = () => live.delete(transaction);
    live.add(transaction);
    transaction.addEventListener('complete', forget);
    transaction.addEventListener('abort', forget);
    return transaction;
  }

  function watch(database: IDBDatabase): void {
    const begin = database.transaction.bind(database);
    database.transaction = (...args: Parameters<typeof begin>) => {
      if (wake) throw asleepError();
      return keep(begin(...args));
    };
  }

  function follow(request: IDBOpenDBRequest): IDBOpenDBRequest {
    const settled = () => opening.delete(request);
    opening.add(request);
    request.addEventListener('success', settled);
    request.addEventListener('error', settled);
    return request;
  }

  function abortAll(): void {
    waking.abort();
    for (const transaction of live) stop(transaction);
  }

  page.addEventListener('pagehide', (event) => {
    if (!isPersisted(event) || wake) return;
    awake = new Promise((resolve) => {
      wake = resolve;
    });
    abortAll();
  });
  page.addEventListener('pageshow', (event) => {
    if (!isPersisted(event) || !wake) return;
    waking = new AbortController();
    wake();
    wake = null;
  });

  return {
    ...databases,
    indexedDB: {
      open(...args) {
        if (wake) throw asleepError();
        const request = follow(indexedDB.open(...args));
        request.addEventListener('upgradeneeded', () => {
          if (request.transaction) keep(request.transaction);
        });
        request.addEventListener('success', () => watch(request.result));
        return request;
      },
      deleteDatabase(name) {
        if (wake) throw asleepError();
        return follow(indexedDB.deleteDatabase(name));
      },
      cmp: (first, second) => indexedDB.cmp(first, second),
      databases: () => indexedDB.databases(),
    },
    sleep: {
      waking: () => waking.signal,
      awake: () => awake,
      waits: () => live.size + opening.size > 0,
      again() {
        if (wake) return;
        abortAll();
        waking = new AbortController();
      },
    },
  };
}

/**
 * Resolves to the connection that a request opens; closes one that arrives too late.
 * Throws: the error of the request, or AbortError if the page fell asleep first.
 */
export function opened(request: IDBOpenDBRequest, sleep: Sleep | undefined): Promise<IDBDatabase> {
  const waking = sleep?.waking();
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      reject(asleepError());
      request.addEventListener('success', () => request.result.close());
    };
    waking?.addEventListener('abort', giveUp, { once: true });
    resultOf(request)
      .finally(() => waking?.removeEventListener('abort', giveUp))
      .then(resolve, reject);
  });
}

/**
 * Runs work once the page is awake, and again each time a sleep has interrupted it. Throws: errors of the work while
 * awake.
 */
export async function acrossSleep<T>(sleep: Sleep | undefined, work: () => Promise<T>): Promise<T> {
  for (;;) {
    await sleep?.awake();
    const waking = sleep?.waking();
    try {
      return await work();
    } catch (error) {
      if (!waking?.aborted) throw error;
    }
  }
}
