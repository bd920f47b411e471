import type { Announce } from './change-feed.ts';
import type { OutboxDatabase, OutboxTables } from './database.ts';
import { entryIn } from './entries.ts';
import { toStored, upcast } from './upcast.ts';

/** Settled entries stay readable this long (rule OB12). */
const keepDoneMs = 30 * 24 * 3600_000;
/** Bytes of a received file stay for a day, so that its picture still shows before the replica has it (rule OB8). */
const keepSentBytesMs = 24 * 3600_000;

/** All that is ever deleted from the outbox (rule OB5). */
export interface Retention {
  /** Drops an entry in `attention` at its author's request; one that the server has answered becomes `done` instead. */
  discard(id: string): Promise<void>;
  /** Forgets settled entries and received files whose time is over. */
  prune(): Promise<void>;
}

async function deleteFile({ files, uploads }: OutboxTables, sha256: string): Promise<void> {
  await uploads.delete(sha256);
  await files.where('[sha256+index]').between([sha256, 0], [sha256, Infinity]).delete();
}

const filesOf = (rows: readonly { files: readonly { sha256: string }[] }[]): Set<string> =>
  new Set(rows.flatMap((row) => row.files.map((file) => file.sha256)));

/** Deletion over the outbox database; `now` gives the time in ms since 1970. */
export function createRetention(db: OutboxDatabase, announce: Announce, now: () => number): Retention {
  return {
    async discard(id) {
      const change = await db.write(['commands', 'files', 'uploads'], async (tables) => {
        const row = await entryIn(tables, id);
        if (!row || row.state !== 'attention') return null;
        const open = await tables.commands.where('open').equals(1).toArray();
        const needed = filesOf(open.filter((one) => one.id !== id));
        for (const { sha256 } of row.files) {
          const upload = await tables.uploads.get(sha256);
          // A received file keeps its day and is pruned with the other old files.
          if (!needed.has(sha256) && upload?.received !== true) await deleteFile(tables, sha256);
        }
        if (row.answer === null) {
          await tables.commands.delete(row.seq);
          return { removed: [row.seq] };
        }
        const settled = { ...upcast(row), state: 'done' as const };
        await tables.commands.put(toStored(settled));
        return { commands: [settled] };
      });
      if (change) announce(change);
    },
    async prune() {
      await db.write(['commands', 'files', 'uploads'], async (tables) => {
        const rows = await tables.commands.toCollection().toArray();
        const old = rows.filter((row) => row.open === 0 && Date.parse(row.madeAt) < now() - keepDoneMs);
        await tables.commands.bulkDelete(old.map((row) => row.seq));
        const needed = filesOf(rows.filter((row) => row.open === 1));
        for (const { sha256, received, settledAt } of await tables.uploads.toArray()) {
          const isRecent = received && now() - Date.parse(settledAt ?? '') < keepSentBytesMs;
          if (!needed.has(sha256) && !isRecent) await deleteFile(tables, sha256);
        }
      });
    },
  };
}
