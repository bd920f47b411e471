import { opened } from './page-cache.ts';
import type { Databases } from './ports.ts';

/** A database connection, opened on first use and reopened after the browser or another tab has closed it. */
export interface Connection {
  get(): Promise<IDBDatabase>;
  /** Closes the connection and resolves when it is closed; the next use opens another. */
  close(): Promise<void>;
}

/** Creates the connection to a database in its first version, whose object stores have no key path. */
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
