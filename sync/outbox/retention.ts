import type { Announce } from './change-feed.ts';
import type { OutboxDatabase } from './database.ts';
import { entryIn } from './entries.ts';
import { deleteFile, deleteSpent, filesOf, usualTimes } from './spent.ts';
import { toStored, upcast } from './upcast.ts';

/** Deletes old data from the outbox automatically (rule OB5). */
export interface Retention {
  /** Drops an entry in `attention` at its author's request; one that the server has answered becomes `done` instead. */
  discard(id: string): Promise<void>;
  /** Deletes expired settled entries and received files. */
  prune(): Promise<void>;
}

/** Creates deletion over the outbox database; `now` gives the time in ms since 1970. */
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
      await db.write(['commands', 'files', 'uploads'], (tables) => deleteSpent(tables, usualTimes, now()));
    },
  };
}
