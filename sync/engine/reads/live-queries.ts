import { Dexie } from 'dexie';
import { entryOf } from './status.ts';
import type { Databases } from '../../ports/ports.ts';
import type { OutboxEntry } from '../../types.ts';
import type { OutboxTables } from '../../outbox/database.ts';
import { deleteSpent, shortTimes, spent } from '../../outbox/spent.ts';
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

/** What takes the room of the outbox database. Units: bytes. */
export interface OutboxRoom {
  /** Files that wait for the server, or whose entry does. */
  waiting: number;
  /** Forms that are not finished, with their photos, of every user. */
  drafts: number;
  /** Files that the server has received: they may go. */
  received: number;
  /** Entries that the server answered more than a week ago: they may go. */
  oldEntries: number;
}

/**
 * Reads the tablet's own database for Dexie's `liveQuery`, which repeats a read when a table that it used changes, in
 * this tab or another.
 */
export interface LiveQueries {
  pastEntries(userId: string, limit: number): Promise<PastEntries>;
  holdings(userId: string): Promise<TabletHoldings>;
  /** Reads all drafts with their photos: to be asked rarely. `nowMs` is the tablet's time in ms since 1970. */
  room(nowMs: number): Promise<OutboxRoom>;
  /** Deletes what `room` says may go. */
  makeRoom(nowMs: number): Promise<void>;
}

/** An answered entry never becomes a note. */
const pastRules = { canBecomeNote: () => false, textOf: refusalText };

/** Files and photos of a draft are drafts under its key; they do not count as forms. */
const partOfDraft = /:files$|:photo:/;

const sumOf = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);

/** Roughly what a value takes in the database: bytes of files, characters of all else. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof ArrayBuffer) return value.byteLength;
  if (value instanceof Blob) return value.size;
  return typeof value === 'object' && value !== null ? sumOf(Object.values(value).map(sizeOf)) : 1;
}

/** Opens the outbox beside the engine; null if this tablet has none. */
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
