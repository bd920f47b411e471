import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Databases } from '#sync/ports/ports.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The storage of one tablet; every tab and the worker has its own connection. */
export interface TabletStorage {
  /**
   * Opens databases for a context of the installed release. `step` is called at every storage step and may kill the
   * context.
   */
  connect(step: () => void): Connected;
  factory: IDBFactory;
  /** Installs a release whose outbox has the next version; later contexts use it. */
  release(): void;
  /** Discards suspended contexts, which releases what they hold. */
  discardSuspended(): void;
  /** Makes the next transactions, or only writing ones, fail with this error. */
  fail(count: number, error: () => DOMException, writesOnly: boolean): void;
  /** Makes a transaction fail if it stores more bytes of files than this. */
  limitFiles(bytes: number): void;
}

/** The storage for one context. */
export interface Connected {
  databases: Databases;
  /** Kills the context: its transactions are rolled back and its connections closed. */
  cut(): void;
  /** Suspends the context: it runs and receives nothing, but keeps its connections. */
  suspend(): void;
  /** Puts the context into the back/forward cache: it stops, and its transactions and connections stay open. */
  sleep(): void;
  /** Returns whether transactions are open. */
  isBusy(): boolean;
  /** Wakes the context, and its transactions continue. */
  wake(): void;
}

/** The database that a release upgrades. */
const upgraded = 'ward-outbox';
const versionsOfRelease = 10;

/** Stops virtual time during storage work, unless a suspended or sleeping context blocks it. */
function createHolds(time: VirtualTime) {
  const pending = new Set<{ holds: boolean }>();
  const obstacles = new Set<object>();
  const set = (work: { holds: boolean }, holds: boolean) => {
    if (work.holds === holds) return;
    work.holds = holds;
    if (holds) time.enter();
    else time.leave();
  };
  const setAll = () => {
    for (const each of pending) set(each, obstacles.size === 0);
  };
  return {
    /** Begins work; the returned function ends it. */
    begin(): () => void {
      const work = { holds: false };
      pending.add(work);
      set(work, obstacles.size === 0);
      return () => {
        pending.delete(work);
        set(work, false);
      };
    },
    obstruct(by: object) {
      obstacles.add(by);
      setAll();
    },
    clear(by: object) {
      obstacles.delete(by);
      setAll();
    },
    clearAll() {
      obstacles.clear();
      setAll();
    },
  };
}

/** A transaction of the IndexedDB stand-in; `_start` runs its first or next step. */
interface Stepping {
  _start(): void;
  _started: boolean;
  /** `committing` once the page has nothing more to send: the platform finishes it without the page. */
  _state: string;
}

/** Returns the error of a full disk. */
export function quotaError(): DOMException {
  return new DOMException('The quota has been exceeded.', 'QuotaExceededError');
}

/** Limits the bytes of files that a transaction can store. */
function limitFilesOf(transaction: IDBTransaction, room: number): void {
  if (room === Number.POSITIVE_INFINITY) return;
  let left = room;
  const limited = new WeakSet<IDBObjectStore>();
  const storeOf = transaction.objectStore.bind(transaction);
  transaction.objectStore = (name) => {
    const store = storeOf(name);
    // A transaction returns the same store object each time.
    if (name !== 'files' || limited.has(store)) return store;
    limited.add(store);
    const put = store.put.bind(store);
    store.put = (value: { bytes: ArrayBuffer }, ...key) => {
      left -= value.bytes.byteLength;
      if (left < 0) throw quotaError();
      return put(value, ...key);
    };
    return store;
  };
}

/**
 * Creates a storage whose work stops virtual time and whose contexts can be killed at any step: open transactions of a
 * killed context are rolled back, as in a browser.
 */
export function createTabletStorage(time: VirtualTime): TabletStorage {
  const factory = new IDBFactory();
  let failing = { count: 0, error: quotaError, writesOnly: false };
  let fileRoom = Number.POSITIVE_INFINITY;
  let releases = 0;
  const openings = createHolds(time);
  const running = createHolds(time);
  const suspended = new Set<IDBDatabase>();
  return {
    factory,
    release() {
      releases += 1;
    },
    discardSuspended() {
      for (const db of suspended) db.close();
      suspended.clear();
      openings.clearAll();
    },
    fail(count, error, writesOnly) {
      failing = { count, error, writesOnly };
    },
    limitFiles(bytes) {
      fileRoom = bytes;
    },
    connect(step) {
      let dead = false;
      const addedVersions = releases * versionsOfRelease;
      let asleep = false;
      /** Open transactions, with functions that end their hold on virtual time. */
      const live = new Map<IDBTransaction, () => void>();
      /** Steps of open transactions that became due while the context slept. */
      const due = new Set<() => void>();
      const connections = new Set<IDBDatabase>();

      function forget(transaction: IDBTransaction): void {
        live.get(transaction)?.();
        live.delete(transaction);
        if (live.size === 0) running.clear(live);
      }

      /** Pauses a sleeping context's transactions: started or not, they keep or get their locks. */
      function doze(transaction: IDBTransaction): void {
        const stepping = transaction as unknown as Stepping;
        const next = stepping._start.bind(transaction);
        stepping._start = () => {
          stepping._started = true;
          if (asleep && stepping._state !== 'committing') due.add(next);
          else next();
        };
      }

      function watch(db: IDBDatabase): void {
        connections.add(db);
        const dispatch = db.dispatchEvent.bind(db);
        db.dispatchEvent = (event) => suspended.has(db) || dispatch(event);
        // A release reports its own outbox version as the one in this source.
        if (db.name === upgraded) Object.defineProperty(db, 'version', { value: db.version - addedVersions });
        const begin = db.transaction.bind(db);
        db.transaction = (...args: Parameters<typeof begin>) => {
          step();
          if (dead) throw new DOMException('The connection is closed.', 'InvalidStateError');
          if (failing.count > 0 && (!failing.writesOnly || args[1] === 'readwrite')) {
            failing.count -= 1;
            throw failing.error();
          }
          const transaction = begin(...args);
          doze(transaction);
          limitFilesOf(transaction, fileRoom);
          live.set(transaction, running.begin());
          const end = () => {
            if (!live.has(transaction)) return;
            forget(transaction);
            if (!dead) step();
          };
          transaction.addEventListener('complete', end);
          transaction.addEventListener('abort', end);
          return transaction;
        };
      }

      const open = (...args: Parameters<IDBFactory['open']>) => {
        step();
        const [name, version] = args;
        const request = factory.open(
          name,
          version === undefined || name !== upgraded ? version : version + addedVersions,
        );
        request.addEventListener('success', () => {
          const db: IDBDatabase = request.result;
          if (dead) db.close();
          else watch(db);
        });
        const end = openings.begin();
        const over = () => {
          end();
          openings.clear(request);
        };
        request.addEventListener('success', over);
        request.addEventListener('error', over);
        request.addEventListener('blocked', () => openings.obstruct(request));
        return request;
      };
      function rollBack(): void {
        dead = true;
        asleep = false;
        running.clear(live);
        for (const transaction of live.keys()) {
          try {
            transaction.abort();
          } catch {
            forget(transaction);
          }
        }
      }
      const indexedDB = new Proxy(factory, {
        get(target, name) {
          if (name === 'open') return open;
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });

      return {
        databases: { indexedDB, keyRange: IDBKeyRange, namePrefix: 'ward-' },
        cut() {
          rollBack();
          for (const db of connections) db.close();
        },
        suspend() {
          rollBack();
          for (const db of connections) {
            if (db.name === upgraded) suspended.add(db);
            else db.close();
          }
        },
        sleep() {
          asleep = true;
          if (live.size > 0) running.obstruct(live);
        },
        isBusy: () => live.size > 0,
        wake() {
          asleep = false;
          running.clear(live);
          for (const next of due) setImmediate(next);
          due.clear();
        },
      };
    },
  };
}
