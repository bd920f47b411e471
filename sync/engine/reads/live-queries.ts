import { Dexie } from 'dexie';
import { entryOf } from './status.ts';
import type { Databases } from '../../ports/ports.ts';
import type { OutboxEntry } from '../../types.ts';
import type { OutboxTables } from '../../outbox/database.ts';
import { upcast } from '../../outbox/upcast.ts';
import { refusalText } from './refusal-text.ts';

/** Entries that the server has answered, the latest first. */
export interface PastEntries {
  entries: readonly OutboxEntry[];
  /** How many this tablet keeps in all. */
  total: number;
}

/** What the outbox database holds for one user and for the tablet. */
export interface TabletHoldings {
  /** Forms that this user has not finished. */
  drafts: number;
  /** Entries of every user, received ones too. */
  entries: number;
  /** Files whose bytes are here. Units of `fileBytes`: bytes. */
  files: number;
  fileBytes: number;
}

/**
 * Reads the tablet's own database for Dexie's `liveQuery`, which repeats a read when a table that it used changes, in
 * this tab or another.
 */
export interface LiveQueries {
  pastEntries(userId: string, limit: number): Promise<PastEntries>;
  holdings(userId: string): Promise<TabletHoldings>;
}

/** An answered entry never becomes a note. */
const pastRules = { canBecomeNote: () => false, textOf: refusalText };

/** Files and photos of a draft are drafts under its key; they do not count as forms. */
const partOfDraft = /:files$|:photo:/;

/** Opens the outbox read-only beside the engine; null if this tablet has none. */
export async function openLiveQueries({ indexedDB, keyRange, namePrefix }: Databases): Promise<LiveQueries | null> {
  const db = new Dexie(`${namePrefix}outbox`, { indexedDB, IDBKeyRange: keyRange, cache: 'disabled' });
  try {
    await db.open();
  } catch {
    return null;
  }
  const commands: OutboxTables['commands'] = db.table('commands');
  const uploads: OutboxTables['uploads'] = db.table('uploads');
  const drafts: OutboxTables['drafts'] = db.table('drafts');
  return {
    async pastEntries(userId, limit) {
      const received = () => commands.where('open').equals(0);
      const [rows, total, files] = await Promise.all([
        received().reverse().limit(limit).toArray(),
        received().count(),
        uploads.toArray(),
      ]);
      const bySha = new Map(files.map((upload) => [upload.sha256, upload]));
      return { entries: rows.map((row) => entryOf(upcast(row), bySha, userId, pastRules)), total };
    },
    async holdings(userId) {
      const [keys, entries, files] = await Promise.all([
        drafts.where('key').startsWith(`${userId} `).primaryKeys(),
        commands.count(),
        uploads.toArray(),
      ]);
      return {
        drafts: keys.filter((key) => !partOfDraft.test(key)).length,
        entries,
        files: files.length,
        fileBytes: files.reduce((sum, { size }) => sum + size, 0),
      };
    },
  };
}
