import { replicaSchema } from '#contract/replica.ts';
import { answered, ended, stop } from '../idb.ts';
import type { Databases } from '../ports.ts';
import type { Segment } from './memory.ts';

/** Where a stored replica stands; written in the same transaction as the rows it speaks of. */
export interface Head {
  /** Shape version of the rows; another one drops the replica. */
  schema: number;
  /** Grows with each full replacement: who knows another one loads again. */
  generation: number;
  /** Grows with each write: the number of the last segment, and the fence between tabs. */
  seq: number;
  /** Who has not read up to here has missed tombstones and loads again. */
  forgottenThrough: number;
  epoch: string | null;
  cursor: number;
  /** The hospital's version when the last page was read. */
  aim: number;
  /** True once a first download has reached its end. */
  complete: boolean;
  /** Instants of the last contact with the server and of the last digest check. Units: milliseconds since 1970. */
  contactAt: number | null;
  checkedAt: number | null;
}

/** The head of a replica that holds nothing. */
export function emptyHead(generation: number): Head {
  return {
    schema: replicaSchema,
    generation,
    seq: 0,
    forgottenThrough: 0,
    epoch: null,
    cursor: 0,
    aim: 0,
    complete: false,
    contactAt: null,
    checkedAt: null,
  };
}

/** One write: what goes, what comes, and the head after it. Segments get the numbers after `expected.seq`. */
export interface Write {
  expected: Head;
  head: Head;
  segments: readonly Segment[];
  remove?: ReadonlySet<number> | 'all';
  /** Runs when the rows are handed over, while they are being written. */
  meanwhile?: () => void;
}

/** The replica's database: one record a segment, one for the head. Throws what IndexedDB throws. */
export interface Store {
  /** Reads the head and every segment after `from(head)` from one snapshot; answers the head. */
  read(
    from: (head: Head | null) => number | null,
    visitor: (number: number, segment: Segment) => void,
  ): Promise<Head | null>;
  /** Answers false, and writes nothing, when another tab has written since `expected`. */
  write(write: Write): Promise<boolean>;
  /** Deletes the database and opens an empty one. */
  renew(): Promise<void>;
  close(): void;
}

const segmentStore = 'segments';
const headStore = 'head';
const headKey = 'head';
/** Segments read at once: a few megabytes, so that the page can draw in between. */
const readBatch = 8;

/** Opens on first use, and again when the browser or another tab has closed the connection. */
export function createStore(databases: Databases, name: string): Store {
  let connection: Promise<IDBDatabase> | null = null;

  async function open(): Promise<IDBDatabase> {
    const request = databases.indexedDB.open(name, 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(segmentStore);
      request.result.createObjectStore(headStore);
    });
    const database = await answered(request);
    database.addEventListener('close', forget);
    database.addEventListener('versionchange', () => {
      database.close();
      forget();
    });
    return database;
  }

  function forget(): void {
    connection = null;
  }

  async function begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
    connection ??= open();
    try {
      return (await connection).transaction([segmentStore, headStore], mode, { durability: 'relaxed' });
    } catch (error) {
      forget();
      throw error;
    }
  }

  function close(): void {
    const closing = connection;
    forget();
    closing?.then(
      (database) => database.close(),
      () => undefined,
    );
  }

  return {
    async read(from, visitor) {
      const transaction = await begin('readonly');
      const segments = transaction.objectStore(segmentStore);
      const stored: Head | undefined = await answered(transaction.objectStore(headStore).get(headKey));
      const head = stored ?? null;
      const after = from(head);
      if (after === null) return head;
      const newer = databases.keyRange.lowerBound(after, true);
      const wanted = (await answered(segments.getAllKeys(newer))).map(Number);
      for (let at = 0; at < wanted.length; at += readBatch) {
        const batch = wanted.slice(at, at + readBatch);
        const range = databases.keyRange.bound(batch[0], batch.at(-1));
        const values: Segment[] = await answered(segments.getAll(range));
        for (const [place, value] of values.entries()) visitor(batch[place] ?? 0, value);
      }
      return head;
    },

    async write({ expected, head, segments, remove, meanwhile }) {
      const transaction = await begin('readwrite');
      const done = ended(transaction);
      try {
        const heads = transaction.objectStore(headStore);
        const rows = transaction.objectStore(segmentStore);
        const stored: Head | undefined = await answered(heads.get(headKey));
        const standing = stored ?? emptyHead(expected.generation);
        if (standing.generation !== expected.generation || standing.seq !== expected.seq) {
          await done;
          return false;
        }
        if (remove === 'all') rows.clear();
        else for (const number of remove ?? []) rows.delete(number);
        for (const [at, segment] of segments.entries()) rows.put(segment, expected.seq + 1 + at);
        heads.put(head, headKey);
        meanwhile?.();
        await done;
        return true;
      } catch (error) {
        done.catch(() => undefined);
        stop(transaction);
        throw error;
      }
    },

    async renew() {
      const open = connection;
      forget();
      await open?.then(
        (database) => database.close(),
        () => undefined,
      );
      const request = databases.indexedDB.deleteDatabase(name);
      await new Promise<void>((resolve, reject) => {
        request.addEventListener('success', () => resolve());
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB cannot be deleted')));
        request.addEventListener('blocked', () => reject(new Error('IndexedDB is in use by another tab')));
      });
      connection = null;
    },

    close,
  };
}
