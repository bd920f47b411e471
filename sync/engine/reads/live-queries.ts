import { Dexie } from 'dexie';
import { entryOf } from './status.ts';
import type { Databases } from '../../ports/ports.ts';
import type { OutboxEntry } from '../../types.ts';
import type { OutboxTables } from '../../outbox/database.ts';
import { deleteSpent, shortTimes, spent } from '../../outbox/spent.ts';
import { upcast } from '../../outbox/upcast.ts';
import { refusalText } from './refusal-text.ts';

/** Entries that the server has answered, newest first. */
export interface PastEntries {
  entries: readonly OutboxEntry[];
  /** The number of such entries on this tablet. */
  total: number;
}

/** The contents of the outbox database, for one user and for the tablet. */
export interface TabletHoldings {
  /** Unfinished forms of this user. */
  drafts: number;
  /** Entries of all users, including answered ones. */
  entries: number;
  /** Files whose bytes are on this tablet. Units of `fileBytes`: bytes. */
  files: number;
  fileBytes: number;
}

/** The storage that the outbox database uses. Units: bytes. */
export interface OutboxRoom {
  /** Files that wait for the server, or whose entry does. */
  waiting: number;
  /** Unfinished forms of all users, with their photos. */
  drafts: number;
  /** Files that the server has received, which may be deleted. */
  received: number;
  /** Entries that the server answered more than a week ago, which may be deleted. */
  oldEntries: number;
}

/**
 * Reads the tablet's own database for Dexie's `liveQuery`, which repeats a read when one of its tables changes, in this
 * tab or another.
 */
export interface LiveQueries {
  pastEntries(userId: string, limit: number): Promise<PastEntries>;
  holdings(userId: string): Promise<TabletHoldings>;
  /** Reads all drafts with their photos, so call it rarely. `nowMs` is the tablet's time in ms since 1970. */
  room(nowMs: number): Promise<OutboxRoom>;
  /** Deletes everything that `room` lists as deletable. */
  makeRoom(nowMs: number): Promise<void>;
}

/** An answered entry never becomes a note. */
const pastRules = { canBecomeNote: () => false, textOf: refusalText };

/** Files and photos of a draft, and what screens keep besides forms, are stored as drafts; they do not count as forms. */
const partOfDraft = /:files$|:photo:|:kept$/;

const sumOf = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);

/** Estimates the size of a value in the database: bytes for files, characters for everything else. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof ArrayBuffer) return value.byteLength;
  if (value instanceof Blob) return value.size;
  return typeof value === 'object' && value !== null ? sumOf(Object.values(value).map(sizeOf)) : 1;
}

/** Opens the outbox independently of the engine; null if this tablet has none. */
export async function openLiveQueries({ indexedDB, keyRange, namePrefix }: Databases): Promise<LiveQueries | null> {
  const db = new Dexie(`${namePrefix}outbox`, { indexedDB, IDBKeyRange: keyRange, cache: 'disabled' });
  try {
    await db.open();
  } catch {
    return null;
  }
  const commands: OutboxTables['commands'] = db.table('commands');
  const files: OutboxTables['files'] = db.table('files');
  const uploads: OutboxTables['uploads'] = db.table('uploads');
  const drafts: OutboxTables['drafts'] = db.table('drafts');
  return {
    async pastEntries(userId, limit) {
      const received = () => commands.where('open').equals(0);
      const [rows, total, sent] = await Promise.all([
        received().reverse().limit(limit).toArray(),
        received().count(),
        uploads.toArray(),
      ]);
      const bySha = new Map(sent.map((upload) => [upload.sha256, upload]));
      return { entries: rows.map((row) => entryOf(upcast(row), bySha, userId, pastRules)), total };
    },
    async holdings(userId) {
      const [keys, entries, here] = await Promise.all([
        drafts.where('key').startsWith(`${userId} `).primaryKeys(),
        commands.count(),
        uploads.toArray(),
      ]);
      return {
        drafts: keys.filter((key) => !partOfDraft.test(key)).length,
        entries,
        files: here.length,
        fileBytes: sumOf(here.map(({ size }) => size)),
      };
    },
    async room(nowMs) {
      const [rows, here] = await Promise.all([commands.toArray(), uploads.toArray()]);
      const over = spent(rows, here, shortTimes, nowMs);
      const received = sumOf(over.files.map(({ size }) => size));
      let draftBytes = 0;
      await drafts.each(({ value }) => {
        draftBytes += sizeOf(value);
      });
      return {
        waiting: sumOf(here.map(({ size }) => size)) - received,
        drafts: draftBytes,
        received,
        oldEntries: sumOf(over.entries.map(sizeOf)),
      };
    },
    makeRoom: (nowMs) =>
      db.transaction('rw', [commands, files, uploads], () =>
        deleteSpent({ commands, files, uploads }, shortTimes, nowMs),
      ),
  };
}
