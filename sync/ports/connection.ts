import { opened } from './page-cache.ts';
import type { Databases } from './ports.ts';

/** One connection to a database, opened on first use and again once the browser or another tab has closed it. */
export interface Connection {
  get(): Promise<IDBDatabase>;
  /** The next use opens another connection; resolves when this one is closed. */
  close(): Promise<void>;
}

/** Binds a database in its first version, whose object stores have no key path. */
export function createConnection(databases: Databases, name: string, stores: readonly string[]): Connection {
  let connection: Promise<IDBDatabase> | null = null;

  function forget(): void {
    connection = null;
  }

  async function open(): Promise<IDBDatabase> {
    const request = databases.indexedDB.open(name, 1);
    request.addEventListener('upgradeneeded', () => {
      for (const store of stores) request.result.createObjectStore(store);
    });
    const database = await opened(request, databases.sleep);
    database.addEventListener('close', forget);
    database.addEventListener('versionchange', () => {
      database.close();
      forget();
    });
    return database;
  }

  return {
    get: () => (connection ??= open()),
    async close() {
      const closing = connection;
      forget();
      await closing?.then(
        (database) => database.close(),
        () => undefined,
      );
    },
  };
}
