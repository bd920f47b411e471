import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Databases } from '#sync/ports.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The platform's storage of one tablet; every tab and the worker has its own connection. */
export interface TabletStorage {
  /**
   * Databases for one context of the release that is now installed. `step` is called at every storage step and may kill
   * the context there.
   */
  connect(step: () => void): Connected;
  factory: IDBFactory;
  /** From now on contexts are of a release whose outbox is of the next version. */
  release(): void;
  /** The platform discards suspended contexts, which lets go of what they hold. */
  discardSuspended(): void;
  /** The next transactions, or those that write, fail with this error. */
  fail(count: number, error: () => DOMException, writesOnly: boolean): void;
}

/** The storage as one context has it. */
export interface Connected {
  databases: Databases;
  /** The context is gone: what it has begun is rolled back, its connections are closed. */
  cut(): void;
  /** The context is suspended: it does no more, hears nothing, and keeps its connections. */
  suspend(): void;
}

/** The database that a release upgrades, and by how much. */
const upgraded = 'ward-outbox';
const versionsOfRelease = 10;

/** Openings hold virtual time, but not while one of them waits for a suspended context. */
function createOpenings(time: VirtualTime) {
  const pending = new Set<{ holds: boolean }>();
  let blocked: object | null = null;
  const set = (opening: { holds: boolean }, holds: boolean) => {
    if (opening.holds === holds) return;
    opening.holds = holds;
    if (holds) time.enter();
    else time.leave();
  };
  return {
    begin(request: IDBOpenDBRequest) {
      const opening = { holds: false };
      pending.add(opening);
      set(opening, blocked === null);
      const end = () => {
        pending.delete(opening);
        set(opening, false);
        if (blocked === opening) this.unblock();
      };
      request.addEventListener('success', end);
      request.addEventListener('error', end);
      request.addEventListener('blocked', () => {
        blocked = opening;
        for (const each of pending) set(each, false);
      });
    },
    unblock() {
      blocked = null;
      for (const each of pending) set(each, true);
    },
  };
}

/** What a full disk says. */
export function quotaError(): DOMException {
  return new DOMException('The quota has been exceeded.', 'QuotaExceededError');
}

/**
 * Storage whose work holds virtual time, and whose contexts can be cut at any step: open transactions of a killed
 * context are rolled back, as a browser does.
 */
export function createTabletStorage(time: VirtualTime): TabletStorage {
  const factory = new IDBFactory();
  let failing = { count: 0, error: quotaError, writesOnly: false };
  let releases = 0;
  const openings = createOpenings(time);
  const suspended = new Set<IDBDatabase>();
  return {
    factory,
    release() {
      releases += 1;
    },
    discardSuspended() {
      for (const db of suspended) db.close();
      suspended.clear();
      openings.unblock();
    },
    fail(count, error, writesOnly) {
      failing = { count, error, writesOnly };
    },
    connect(step) {
      let dead = false;
      const addedVersions = releases * versionsOfRelease;
      const live = new Set<IDBTransaction>();
      const connections = new Set<IDBDatabase>();

      function watch(db: IDBDatabase): void {
        connections.add(db);
        const dispatch = db.dispatchEvent.bind(db);
        db.dispatchEvent = (event) => suspended.has(db) || dispatch(event);
        // A release knows the version of its own outbox as that of this source.
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
          live.add(transaction);
          time.enter();
          const end = () => {
            if (!live.delete(transaction)) return;
            time.leave();
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
        openings.begin(request);
        return request;
      };
      function rollBack(): void {
        dead = true;
        for (const transaction of live) {
          try {
            transaction.abort();
          } catch {
            live.delete(transaction);
            time.leave();
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
      };
    },
  };
}
