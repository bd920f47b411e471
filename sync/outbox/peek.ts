import { resultOf } from '../ports/idb.ts';
import { opened } from '../ports/page-cache.ts';
import type { Databases } from '../ports/ports.ts';
import type { Command } from './command.ts';
import { nativeOutboxVersion, storedKeyOf } from './schema.ts';
import type { Person, StoredCommand, Upload } from './schema.ts';
import { upcast } from './upcast.ts';

/** Maximum number of settled entries shown. */
export const maxRecent = 200;

/** The outbox at startup, as one snapshot. */
export interface OutboxPeek {
  tabletId: string | undefined;
  person: Person | undefined;
  clockOffsetMs: number;
  notBeforeMs: number;
  /** Unsettled entries and the recent settled ones, in order of `seq`. */
  commands: readonly Command[];
  uploads: ReadonlyMap<string, Upload>;
}

/** Opens the database as it is; null if there is none or its tables are of another version. */
async function openAsIs({ indexedDB, namePrefix, sleep }: Databases): Promise<IDBDatabase | null> {
  const request = indexedDB.open(`${namePrefix}outbox`);
  let isNew = false;
  request.addEventListener('upgradeneeded', () => {
    isNew = true;
    request.transaction?.abort();
  });
  try {
    const database = await opened(request, sleep);
    if (database.version === nativeOutboxVersion) return database;
    database.close();
    return null;
  } catch (error) {
    if (isNew) return null;
    throw error;
  }
}

/**
 * Reads the outbox without Dexie and without changing it; null if there is no outbox yet. Throws: errors of IndexedDB.
 */
export async function peekOutbox(databases: Databases): Promise<OutboxPeek | null> {
  const database = await openAsIs(databases);
  if (!database) return null;
  try {
    const transaction = database.transaction(['commands', 'uploads', 'meta'], 'readonly');
    const commands = transaction.objectStore('commands');
    const meta = transaction.objectStore('meta');
    const fact = async (key: string): Promise<unknown> => (await resultOf(meta.get(key)))?.value;
    const recent = async (): Promise<StoredCommand[]> => {
      const keys = await resultOf(commands.getAllKeys());
      const first = keys[Math.max(0, keys.length - maxRecent)];
      return first === undefined ? [] : resultOf(commands.getAll(databases.keyRange.lowerBound(first)));
    };
    const unsettled: Promise<StoredCommand[]> = resultOf(commands.index('open').getAll(1));
    const uploads: Promise<Upload[]> = resultOf(transaction.objectStore('uploads').getAll());
    const [tabletId, person, clockOffsetMs, notBeforeMs, rows, open, files] = await Promise.all([
      fact(storedKeyOf('tabletId')),
      fact('person'),
      fact('clockOffsetMs'),
      fact('notBeforeMs'),
      recent(),
      unsettled,
      uploads,
    ]);
    const bySeq = new Map([...rows, ...open].map((row) => [row.seq, upcast(row)]));
    return {
      tabletId: tabletId as string | undefined,
      person: person as Person | undefined,
      clockOffsetMs: (clockOffsetMs as number | undefined) ?? 0,
      notBeforeMs: (notBeforeMs as number | undefined) ?? 0,
      commands: [...bySeq.values()].sort((a, b) => a.seq - b.seq),
      uploads: new Map(files.map((upload) => [upload.sha256, upload])),
    };
  } finally {
    database.close();
  }
}
