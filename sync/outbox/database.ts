import { Dexie } from 'dexie';
import type { Table } from 'dexie';
import { ended, stop } from '../idb.ts';
import type { Databases } from '../ports.ts';
import type { Command } from '../types.ts';
import { outboxVersion } from './peek.ts';

/** A command as it lies in the database. `open` is 1 until it is done: one index read gives all unsettled work. */
export interface StoredCommand extends Command {
  open: 0 | 1;
}

/** Up to 1 MiB of a file. ArrayBuffers, because iOS loses Blobs in IndexedDB. */
export interface StoredPiece {
  sha256: string;
  index: number;
  bytes: ArrayBuffer;
}

/** Where the upload of a file stands. Units: bytes. */
export interface Upload {
  sha256: string;
  size: number;
  mime: string;
  name: string;
  /** Whose session sends it. */
  userId: string;
  sentBytes: number;
  received: boolean;
  /** Hospitals that have confirmed it: people of several may have picked one picture on this device. */
  receivedFor?: string[];
  /** The server has refused the file for good; a person may try again. */
  refused?: boolean;
  attempts: number;
  nextAttemptAt: number;
  /** When the server could not be reached; a later sign of life ends the pause. Units: ms since 1970, 0 for never. */
  unreachableAt: number;
  settledAt: string | null;
}

/** A half-filled form of one user. */
export interface StoredDraft {
  key: string;
  value: unknown;
  savedAt: string;
}

interface StoredMeta {
  key: string;
  value: unknown;
}

/** The tables of the only precious database on the device. */
export interface OutboxTables {
  commands: Table<StoredCommand, number, Omit<StoredCommand, 'seq'>>;
  files: Table<StoredPiece, [string, number]>;
  uploads: Table<Upload, string>;
  drafts: Table<StoredDraft, string>;
  meta: Table<StoredMeta, string>;
}

/** Access to the tables through one connection that is reopened once when the platform loses it. */
export interface OutboxDatabase {
  /** Runs one transaction over the named tables; what it resolves for is durable. */
  write<T>(names: readonly (keyof OutboxTables)[], work: (tables: OutboxTables) => Promise<T>): Promise<T>;
  read<T>(work: (tables: OutboxTables) => Promise<T>): Promise<T>;
  /** One lean read, for what is asked all day long. `work` awaits nothing but requests of this store. */
  look<T>(name: keyof OutboxTables, work: (store: IDBObjectStore) => Promise<T>): Promise<T>;
  /**
   * One lean transaction that is not synced to the disk: for what is simply done again when the power fails before
   * the platform has synced. `work` awaits nothing but requests of these stores.
   */
  step<T>(
    names: readonly (keyof OutboxTables)[],
    work: (store: (name: keyof OutboxTables) => IDBObjectStore) => Promise<T>,
  ): Promise<T>;
  close(): void;
}

/** The connection is gone for good (twice in a row): the page has to be loaded again. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('The connection to the storage of this device was lost.', { cause });
    this.name = 'ConnectionLost';
  }
}

const lostNames = new Set(['DatabaseClosedError', 'InvalidStateError', 'UnknownError', 'TransactionInactiveError']);

function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const inner: unknown = 'inner' in error ? error.inner : undefined;
  return lostNames.has(error.name) || (inner instanceof Error && lostNames.has(inner.name));
}

/**
 * Opens the database `outbox`. Upgrades only add tables and indexes; rows are upcast when they are read.
 * Throws: whatever IndexedDB says when there is no storage.
 */
export async function openOutboxDatabase(databases: Databases): Promise<OutboxDatabase> {
  const db = new Dexie(`${databases.namePrefix}outbox`, {
    indexedDB: databases.indexedDB,
    IDBKeyRange: databases.keyRange,
    chromeTransactionDurability: 'strict',
    cache: 'disabled',
  });
  db.version(outboxVersion).stores({
    commands: '++seq, &id, open',
    files: '[sha256+index]',
    uploads: 'sha256',
    drafts: 'key',
    meta: 'key',
  });
  db.on('blocked', () => databases.onBlocked?.());
  await db.open();
  const tables: OutboxTables = {
    commands: db.table('commands'),
    files: db.table('files'),
    uploads: db.table('uploads'),
    drafts: db.table('drafts'),
    meta: db.table('meta'),
  };
  let closed = false;
  /** Counts connections: work that fails because another work has renewed the connection is simply repeated. */
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

  /** The connection under Dexie. Throws: DOMException `InvalidStateError` where there is none. */
  function connected(): IDBDatabase {
    if (!db.isOpen()) throw new DOMException('The connection is closed.', 'InvalidStateError');
    return db.backendDB();
  }

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    const begunOn = connection;
    try {
      await renewing;
      return await work();
    } catch (error) {
      if (closed || (begunOn === connection && !isLost(error))) throw error;
      if (begunOn === connection) renew();
      await renewing;
      return work();
    }
  }

  return {
    // The scope is itself an async function: only then Dexie waits for native promises inside the transaction.
    write: (names, work) =>
      guarded(() =>
        db.transaction(
          'rw',
          names.map((name) => tables[name]),
          async () => work(tables),
        ),
      ),
    read: (work) => guarded(() => work(tables)),
    look: (name, work) => guarded(() => work(connected().transaction(name, 'readonly').objectStore(name))),
    step: (names, work) =>
      guarded(async () => {
        const transaction = connected().transaction([...names], 'readwrite', { durability: 'relaxed' });
        const done = ended(transaction);
        try {
          const result = await work((name) => transaction.objectStore(name));
          transaction.commit();
          await done;
          return result;
        } catch (error) {
          done.catch(() => undefined);
          stop(transaction);
          throw error;
        }
      }),
    close: () => {
      closed = true;
      db.close();
    },
  };
}
