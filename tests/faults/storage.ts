import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Databases } from '#sync/ports.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The platform's storage of one tablet; every tab and the worker has its own connection. */
export interface TabletStorage {
  /** Databases for one context. `step` is called at every storage step and may kill the context there. */
  connect(step: () => void): { databases: Databases; cut(): void };
  factory: IDBFactory;
  /** The next transactions fail with this error. */
  fail(count: number, error: () => DOMException): void;
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
  let failing = { count: 0, error: quotaError };
  return {
    factory,
    fail(count, error) {
      failing = { count, error };
    },
    connect(step) {
      let dead = false;
      const live = new Set<IDBTransaction>();
      const connections = new Set<IDBDatabase>();

      function watch(db: IDBDatabase): void {
        connections.add(db);
        const begin = db.transaction.bind(db);
        db.transaction = (...args: Parameters<typeof begin>) => {
          step();
          if (dead) throw new DOMException('The connection is closed.', 'InvalidStateError');
          if (failing.count > 0) {
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
        const request = factory.open(...args);
        time.enter();
        let going = true;
        const end = () => {
          if (going) time.leave();
          going = false;
        };
        request.addEventListener('success', () => {
          const db: IDBDatabase = request.result;
          if (dead) db.close();
          else watch(db);
          end();
        });
        request.addEventListener('error', end);
        return request;
      };
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
          dead = true;
          for (const transaction of live) {
            try {
              transaction.abort();
            } catch {
              live.delete(transaction);
              time.leave();
            }
          }
          for (const db of connections) db.close();
        },
      };
    },
  };
}
