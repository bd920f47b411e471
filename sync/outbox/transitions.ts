import { resultOf } from '../ports/idb.ts';
import type { Command } from './command.ts';
import type { Announce } from './change-feed.ts';
import type { OutboxDatabase, OutboxTables } from './database.ts';
import type { StoredCommand, Upload } from './schema.ts';
import type { Facts, Transition } from './states.ts';
import { toStored, upcast } from './upcast.ts';

/** A file whose change also affects its entries. */
interface UploadChange {
  sha256: string;
  change: (upload: Upload) => Upload;
}

/** Facts that transitions may read, as stored in the database. */
export async function readFacts(tables: OutboxTables): Promise<Facts> {
  const uploads = new Map((await tables.uploads.toArray()).map((upload) => [upload.sha256, upload]));
  const signIns = ((await tables.meta.get('signIns'))?.value ?? {}) as Record<string, number>;
  return { uploads, signIns };
}

/** Writes transitions of entries. Both throw what IndexedDB throws. */
export interface Transitions {
  /** Changes one entry; returns it afterwards, or null if it is unchanged. */
  change(seq: number, transition: Transition): Promise<Command | null>;
  /**
   * Applies the transition to all open entries in one transaction with the state of a file: otherwise, if the tablet
   * died in between, an entry would never be sent.
   */
  changeOpen(transition: Transition, file?: UploadChange): Promise<void>;
}

interface Queued {
  seq: number;
  transition: Transition;
  resolve: (changed: Command | null) => void;
  reject: (error: unknown) => void;
}

/**
 * Creates transitions over the outbox database. Single-entry transitions that are requested together, or while others
 * are being written, share one transaction. It is not synced to disk: a transition lost in a power cut is repeated,
 * because the entry is sent again under its key (rule OB4).
 */
export function createTransitions(db: OutboxDatabase, announce: Announce): Transitions {
  let queued: Queued[] = [];
  let writing = false;

  async function write(batch: readonly Queued[]): Promise<void> {
    const results = await db.step(['commands', 'uploads', 'meta'], async (store) => {
      const commands = store('commands');
      const seqs = [...new Set(batch.map(({ seq }) => seq))];
      const read: Promise<StoredCommand | undefined>[] = seqs.map((seq) => resultOf(commands.get(seq)));
      const [signInsRow, rows] = await Promise.all([resultOf(store('meta').get('signIns')), Promise.all(read)]);
      const signIns: Record<string, number> = signInsRow?.value ?? {};
      const nameFiles = rows.some((row) => (row?.files?.length ?? 0) > 0);
      const uploads: Upload[] = nameFiles ? await resultOf(store('uploads').getAll()) : [];
      const facts = { uploads: new Map(uploads.map((upload) => [upload.sha256, upload])), signIns };
      const bySeq = new Map(rows.flatMap((row) => (row ? [[row.seq, upcast(row)] as const] : [])));
      return batch.map(({ seq, transition }) => {
        const command = bySeq.get(seq);
        const next = command ? transition(command, facts) : null;
        if (next) {
          bySeq.set(seq, next);
          commands.put(toStored(next));
        }
        return next;
      });
    });
    const changed = results.filter((command) => command !== null);
    if (changed.length > 0) announce({ commands: changed });
    for (const [at, { resolve }] of batch.entries()) resolve(results[at] ?? null);
  }

  async function writeAll(): Promise<void> {
    while (queued.length > 0) {
      const batch = queued;
      queued = [];
      await write(batch).catch((error: unknown) => {
        for (const { reject } of batch) reject(error);
      });
    }
    writing = false;
  }

  return {
    change: (seq, transition) =>
      new Promise((resolve, reject) => {
        queued.push({ seq, transition, resolve, reject });
        if (writing) return;
        writing = true;
        queueMicrotask(() => void writeAll());
      }),
    async changeOpen(transition, file) {
      const changed = await db.write(['commands', 'uploads', 'meta'], async (tables) => {
        const upload = file && (await tables.uploads.get(file.sha256));
        const uploads = file && upload ? [file.change(upload)] : [];
        await tables.uploads.bulkPut(uploads);
        const facts = await readFacts(tables);
        const rows = await tables.commands.where('open').equals(1).toArray();
        const commands = rows.flatMap((row) => transition(upcast(row), facts) ?? []);
        await tables.commands.bulkPut(commands.map(toStored));
        return { commands, uploads };
      });
      if (changed.commands.length + changed.uploads.length > 0) announce(changed);
    },
  };
}
