import { Dexie } from 'dexie';
import type { Table } from 'dexie';
import { ended, stop } from '../ports/idb.ts';
import { acrossSleep } from '../ports/page-cache.ts';
import type { Databases } from '../ports/ports.ts';
import { SaveError } from '../types.ts';
import { outboxIndexes, outboxVersion } from './schema.ts';
import type { StoredCommand, StoredDraft, StoredMeta, StoredPiece, Upload } from './schema.ts';

/** The tables of the outbox, as Dexie opens them. */
export interface OutboxTables {
  commands: Table<StoredCommand, number, Omit<StoredCommand, 'seq'>>;
  files: Table<StoredPiece, [string, number]>;
  uploads: Table<Upload, string>;
  drafts: Table<StoredDraft, string>;
  meta: Table<StoredMeta, string>;
}

/** Work of one transaction on the stores themselves; it may only await their requests. */
export type StoreWork<T> = (store: Stores) => Promise<T>;
/** Returns a store of the transaction. */
export type Stores = (name: keyof OutboxTables) => IDBObjectStore;

/** Access to the tables through one connection that is reopened once when the platform loses it. */
export interface OutboxDatabase {
  /**
   * Runs one transaction over the named tables; once it resolves, its changes are durable. It is repeated if a sleep of
   * the page aborted it, but not once `given` is aborted. Throws: SaveError `not-saved` then.
   */
  write<T>(
    names: readonly (keyof OutboxTables)[],
    work: (tables: OutboxTables) => Promise<T>,
    given?: AbortSignal,
  ): Promise<T>;
  read<T>(work: (tables: OutboxTables) => Promise<T>): Promise<T>;
  /** Runs a lightweight read, for frequent queries. `work` may only await requests of this store. */
  look<T>(name: keyof OutboxTables, work: (store: IDBObjectStore) => Promise<T>): Promise<T>;
  /**
   * Runs a lightweight transaction that is not synced to disk, for work that is simply repeated after a power failure.
   * `work` may only await requests of these stores.
   */
  step<T>(names: readonly (keyof OutboxTables)[], work: StoreWork<T>): Promise<T>;
  /** The same as `write`, as lightweight as `step`: durable once it resolves. */
  keep<T>(names: readonly (keyof OutboxTables)[], work: StoreWork<T>, given?: AbortSignal): Promise<T>;
  keyRange: Databases['keyRange'];
  close(): void;
}

/** The connection was lost twice in a row, so the page must be reloaded. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('The connection to the storage of this tablet was lost.', { cause });
    this.name = 'ConnectionLost';
  }
}

const notSavedText = 'The page was left before the entry was saved. Please press Save again.';

const lostNames = new Set(['DatabaseClosedError', 'InvalidStateError', 'UnknownError', 'TransactionInactiveError']);

function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const inner: unknown = 'inner' in error ? error.inner : undefined;
  return lostNames.has(error.name) || (inner instanceof Error && lostNames.has(inner.name));
}

/**
 * Opens the database `outbox`. Upgrades only add tables and indexes; rows are upcast when they are read. Throws: errors
 * of IndexedDB when there is no storage.
 */
export async function openOutboxDatabase(databases: Databases): Promise<OutboxDatabase> {
  const db = new Dexie(`${databases.namePrefix}outbox`, {
    indexedDB: databases.indexedDB,
    IDBKeyRange: databases.keyRange,
    chromeTransactionDurability: 'strict',
    cache: 'disabled',
  });
  db.version(outboxVersion).stores(outboxIndexes);
  db.on('blocked', () => databases.onBlocked?.());
  const { sleep } = databases;
  await acrossSleep(sleep, () => {
    db.close({ disableAutoOpen: false });
    return db.open();
  });
  const tables: OutboxTables = {
    commands: db.table('commands'),
    files: db.table('files'),
    uploads: db.table('uploads'),
    drafts: db.table('drafts'),
    meta: db.table('meta'),
  };
  let closed = false;
  /** Counts connections: work that fails because other work has renewed the connection is repeated. */
  let connection = 0;
  let renewing: Promise<unknown> = Promise.resolve();

  function renew(): void {
    connection += 1;
    db.close({ disableAutoOpen: false });
    renewing = db.open().catch((cause: unknown) => {
      throw new ConnectionLost(cause);
    });
    renewing.catch(() => undefined);
  }

  /** Returns the connection under Dexie. Throws: DOMException `InvalidStateError` if there is none. */
  function connected(): IDBDatabase {
    if (!db.isOpen()) throw new DOMException('The connection is closed.', 'InvalidStateError');
    return db.backendDB();
  }

  async function guarded<T>(work: () => Promise<T>, given?: AbortSignal): Promise<T> {
    await sleep?.awake();
    if (given?.aborted) throw new SaveError('not-saved', notSavedText);
    const begunOn = connection;
    const waking = sleep?.waking();
    try {
      await renewing;
      return await work();
    } catch (error) {
      const slept = waking?.aborted === true;
      if (closed || (!slept && begunOn === connection && !isLost(error))) throw error;
      await sleep?.awake();
      if (begunOn === connection) renew();
      if (slept) return guarded(work, given);
      await renewing;
      return work();
    }
  }

  async function onStores<T>(
    names: readonly (keyof OutboxTables)[],
    work: StoreWork<T>,
    durability: IDBTransactionDurability,
  ): Promise<T> {
    const transaction = connected().transaction([...names], 'readwrite', { durability });
    const done = ended(transaction);
    try {
      const result = await work((name) => transaction.objectStore(name));
      transaction.commit();
      await done;
      return result;
    } catch (error) {
      done.catch(() => undefined);
      // The requests of an aborted transaction only say that it was aborted, for example without room.
      const reason = transaction.error ?? error;
      stop(transaction);
      throw reason;
    }
  }

  return {
    // The scope must be an async function: only then does Dexie wait for native promises inside the transaction.
    write: (names, work, given) =>
      guarded(
        () =>
          db.transaction(
            'rw',
            names.map((name) => tables[name]),
            async () => work(tables),
          ),
        given,
      ),
    read: (work) => guarded(() => work(tables)),
    look: (name, work) => guarded(() => work(connected().transaction(name, 'readonly').objectStore(name))),
    step: (names, work) => guarded(() => onStores(names, work, 'relaxed')),
    keep: (names, work, given) => guarded(() => onStores(names, work, 'strict'), given),
    keyRange: databases.keyRange,
    close: () => {
      closed = true;
      db.close();
    },
  };
}
