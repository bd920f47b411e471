import { answered } from '../idb.ts';
import type { Databases } from '../ports.ts';
import type { Command } from '../types.ts';
import type { StoredCommand, Upload } from './database.ts';
import type { Person } from './meta.ts';
import { upcast } from './upcast.ts';

/** Version of the outbox's tables. */
export const outboxVersion = 1;
/** IndexedDB counts ten for each version of Dexie's. */
const nativeVersion = outboxVersion * 10;
/** Settled entries shown at most. */
export const recentLimit = 200;

/** The outbox at a start, as one snapshot. */
export interface OutboxPeek {
  deviceId: string | undefined;
  person: Person | undefined;
  clockOffsetMs: number;
  /** Unsettled entries and the recent settled ones, in order of `seq`. */
  commands: readonly Command[];
  uploads: ReadonlyMap<string, Upload>;
}

/** Opens the database as it is; null where there is none or its tables are of another version. */
async function openAsIs({ indexedDB, namePrefix }: Databases): Promise<IDBDatabase | null> {
  const request = indexedDB.open(`${namePrefix}outbox`);
  let isNew = false;
  request.addEventListener('upgradeneeded', () => {
    isNew = true;
    request.transaction?.abort();
  });
  try {
    const database = await answered(request);
    if (database.version === nativeVersion) return database;
    database.close();
    return null;
  } catch (error) {
    if (isNew) return null;
    throw error;
  }
}

/**
 * Reads the outbox without the library that writes it, and changes nothing; null where there is no outbox yet.
 * Throws: what IndexedDB throws.
 */
export async function peekOutbox(databases: Databases): Promise<OutboxPeek | null> {
  const database = await openAsIs(databases);
  if (!database) return null;
  try {
    const transaction = database.transaction(['commands', 'uploads', 'meta'], 'readonly');
    const commands = transaction.objectStore('commands');
    const meta = transaction.objectStore('meta');
    const fact = async (key: string): Promise<unknown> => (await answered(meta.get(key)))?.value;
    const recent = async (): Promise<StoredCommand[]> => {
      const keys = await answered(commands.getAllKeys());
      const first = keys[Math.max(0, keys.length - recentLimit)];
      return first === undefined ? [] : answered(commands.getAll(databases.keyRange.lowerBound(first)));
    };
    const unsettled: Promise<StoredCommand[]> = answered(commands.index('open').getAll(1));
    const uploads: Promise<Upload[]> = answered(transaction.objectStore('uploads').getAll());
    const [deviceId, person, clockOffsetMs, rows, open, files] = await Promise.all([
      fact('deviceId'),
      fact('person'),
      fact('clockOffsetMs'),
      recent(),
      unsettled,
      uploads,
    ]);
    const bySeq = new Map([...rows, ...open].map((row) => [row.seq, upcast(row)]));
    return {
      deviceId: deviceId as string | undefined,
      person: person as Person | undefined,
      clockOffsetMs: (clockOffsetMs as number | undefined) ?? 0,
      commands: [...bySeq.values()].sort((a, b) => a.seq - b.seq),
      uploads: new Map(files.map((upload) => [upload.sha256, upload])),
    };
  } finally {
    database.close();
  }
}
