import type { Announce } from './change-feed.ts';
import type { OutboxDatabase } from './database.ts';
import type { Upload } from './schema.ts';
import { unanswered } from './states.ts';
import { toStored, upcast } from './upcast.ts';

/** Resets a file so that its upload starts over. */
const unsent = (upload: Upload): Upload => ({
  ...upload,
  sentBytes: 0,
  received: false,
  receivedFor: [],
  refused: false,
  nextAttemptAt: 0,
  settledAt: null,
});

/**
 * Puts work that a restored server has answered and lost back into the queue, all of it or only the given keys: it is
 * sent again under its keys, with the files that are still on the tablet (rules PU19, PU21).
 */
export type Reopen = (keys?: readonly string[]) => Promise<void>;

/** Creates reopening over the outbox database. */
export function createReopen(db: OutboxDatabase, announce: Announce): Reopen {
  return async (keys) => {
    const lacking = keys && new Set(keys);
    const changed = await db.write(['commands', 'uploads'], async (tables) => {
      const rows = (await tables.commands.toArray()).map(upcast);
      const lost = rows.filter(({ id, answer }) => answer !== null && (lacking?.has(id) ?? true));
      const commands = lost.map(unanswered);
      await tables.commands.bulkPut(commands.map(toStored));
      const named = new Set(lost.flatMap(({ files }) => files.map(({ sha256 }) => sha256)));
      const kept = await tables.uploads.toArray();
      const uploads = kept.filter(({ sha256 }) => !lacking || named.has(sha256)).map(unsent);
      await tables.uploads.bulkPut(uploads);
      return { commands, uploads };
    });
    if (changed.commands.length > 0) announce(changed);
  };
}
