/** The stored replica: one IndexedDB database of a hospital, its segments and its head. */
import type { Changes } from '#contract/calls/sync.ts';
import { replicaSchema } from '#contract/records/replica.ts';
import { resultOf, ended, stop } from '../ports/idb.ts';
import { createConnection } from '../ports/connection.ts';
import type { Databases } from '../ports/ports.ts';
import type { Segment } from './memory.ts';

/** Version of the stored format: of the records, plus thousands for the layout of segments (rule PL3). */
export const storedSchema = 3000 + replicaSchema;

/**
 * Versions that this app can read, including columns as objects. The next write marks such a store with `storedSchema`;
 * its segments stay as they are until they are merged.
 */
const readable: ReadonlySet<number> = new Set([storedSchema, 2000 + replicaSchema]);

/** Returns whether this app can read the rows of a head. */
export function isReadable({ schema }: Head): boolean {
  return readable.has(schema);
}

/** The progress of a stored replica; written in the same transaction as the rows it describes. */
export interface Head {
  /** `storedSchema` of the app that wrote it; a replica that `isReadable` refuses is dropped at the start. */
  schema: number;
  /**
   * The instant when the database was created, plus one for each full replacement; a tab that has another generation
   * reloads.
   */
  generation: number;
  /** Grows with each write: the number of the last segment, and the fencing token between tabs. */
  seq: number;
  /** A tab that has not read up to here has missed tombstones and must reload. */
  forgottenThrough: number;
  epoch: string | null;
  cursor: number;
  /** The hospital's version when the last page was read; a download's progress is measured against it. */
  aim: number;
  /** True once a first download has reached its end. */
  complete: boolean;
  /** Instants of the last contact with the server and of the last digest check. Units: milliseconds since 1970. */
  contactAt: number | null;
  checkedAt: number | null;
}

/** The head of an empty replica. */
export function emptyHead(generation: number): Head {
  return {
    schema: storedSchema,
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

/** Returns the head after a page: at the last page the cursor equals the head, because both are from one snapshot. */
export function headAfter(head: Head, changes: Changes, now: number): Head {
  return {
    ...head,
    epoch: changes.epoch,
    cursor: changes.more ? changes.next : Math.max(changes.next, changes.head),
    aim: changes.head,
    complete: head.complete || !changes.more,
    contactAt: now,
  };
}

/** One write: removed rows, added rows, and the resulting head. Segments get the numbers after `expected.seq`. */
export interface Write {
  expected: Head;
  head: Head;
  segments: readonly Segment[];
  remove?: ReadonlySet<number> | 'all';
  /** Called once the rows are passed to IndexedDB, while they are being written. */
  meanwhile?: () => void;
}

/** The replica's database: one record per segment and one for the head. Throws: errors of IndexedDB. */
export interface Store {
  /**
   * Reads the head and every segment after `from(head)`, none for null, from one snapshot; resolves to the head. The
   * visitor also gets the number of segments that follow.
   */
  read(
    from: (head: Head | null) => number | null,
    visitor: (number: number, segment: Segment, toCome: number) => void,
  ): Promise<Head | null>;
  /** Resolves to false, having written nothing, if another tab has written since `expected`. */
  write(write: Write): Promise<boolean>;
  /** Deletes the database and opens an empty one. */
  renew(): Promise<void>;
  close(): void;
}

/** Returns the name of a hospital's replica database in the browser. */
export function replicaName({ namePrefix }: Databases, hospitalId: string): string {
  return `${namePrefix}replica-${hospitalId}`;
}

/**
 * Deletes the replicas of all hospitals but one, or of all; `known` is the one to delete in a browser that does not
 * list its databases. Does not wait for one that another tab holds open: it is deleted when that tab has closed it.
 */
export async function deleteReplicas(
  databases: Databases,
  { but, known }: { but: string | null; known: string | undefined },
): Promise<void> {
  const { indexedDB } = databases;
  const prefix = replicaName(databases, '');
  // Firefox lists databases since version 126.
  const listed = 'databases' in indexedDB ? await indexedDB.databases() : [];
  const names = new Set([
    ...listed.map(({ name = '' }) => name),
    ...(known === undefined ? [] : [replicaName(databases, known)]),
  ]);
  if (but !== null) names.delete(replicaName(databases, but));
  for (const name of names) if (name.startsWith(prefix)) await deleted(indexedDB.deleteDatabase(name));
}

const segmentStore = 'segments';
const headStore = 'head';
const headKey = 'head';

/** Opens on first use, and again after the browser or another tab has closed the connection. */
export function createStore(databases: Databases, name: string): Store {
  const connection = createConnection(databases, name, [segmentStore, headStore]);

  async function begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
    try {
      return (await connection.get()).transaction([segmentStore, headStore], mode, { durability: 'relaxed' });
    } catch (error) {
      void connection.close();
      throw error;
    }
  }

  return {
    async read(from, visitor) {
      const transaction = await begin('readonly');
      const segmentRecords = transaction.objectStore(segmentStore);
      const stored: Head | undefined = await resultOf(transaction.objectStore(headStore).get(headKey));
      const head = stored ?? null;
      const after = from(head);
      if (after === null) return head;
      const newer = databases.keyRange.lowerBound(after, true);
      const wanted = (await resultOf(segmentRecords.getAllKeys(newer))).map(Number);
      // All are requested at once, so that the browser reads the next one while one is processed.
      let toCome = wanted.length;
      const take = (number: number, segment: Segment) => visitor(number, segment, (toCome -= 1));
      await Promise.all(
        wanted.map((number) => resultOf<Segment>(segmentRecords.get(number)).then((segment) => take(number, segment))),
      );
      return head;
    },

    async write({ expected, head, segments, remove, meanwhile }) {
      const transaction = await begin('readwrite');
      const done = ended(transaction);
      try {
        const heads = transaction.objectStore(headStore);
        const segmentRecords = transaction.objectStore(segmentStore);
        const stored: Head | undefined = await resultOf(heads.get(headKey));
        const standing = stored ?? emptyHead(expected.generation);
        if (standing.generation !== expected.generation || standing.seq !== expected.seq) {
          await done;
          return false;
        }
        if (remove === 'all') segmentRecords.clear();
        else for (const number of remove ?? []) segmentRecords.delete(number);
        for (const [at, segment] of segments.entries()) segmentRecords.put(segment, expected.seq + 1 + at);
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
      await connection.close();
      const outcome = await deleted(databases.indexedDB.deleteDatabase(name));
      if (outcome === 'blocked') throw new Error('IndexedDB is in use by another tab');
    },

    close: () => void connection.close(),
  };
}

/** Resolves when a database is deleted, or to `blocked` while another tab holds it open. */
function deleted(request: IDBOpenDBRequest): Promise<'deleted' | 'blocked'> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve('deleted'));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB cannot be deleted')));
    request.addEventListener('blocked', () => resolve('blocked'));
  });
}
