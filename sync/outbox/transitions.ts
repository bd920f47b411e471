import { answered } from '../idb.ts';
import type { Command } from '../types.ts';
import type { OutboxDatabase, OutboxTables, StoredCommand, Upload } from './database.ts';
import type { OutboxChange } from './outbox.ts';
import { toStored, upcast } from './upcast.ts';

/** What a change of an entry may look at; read before, because a transaction ends while other things are awaited. */
export interface Facts {
  uploads: ReadonlyMap<string, Upload>;
  signIns: Record<string, number>;
}

/** A change of one entry; null leaves it as it is. */
export type Change = (command: Command, facts: Facts) => Command | null;

/** What else changes with open entries. */
interface UploadChange {
  sha256: string;
  work: (upload: Upload) => Upload;
}

/** Facts as they lie in the database. */
export async function readFacts(tables: OutboxTables): Promise<Facts> {
  const uploads = new Map((await tables.uploads.toArray()).map((upload) => [upload.sha256, upload]));
  const signIns = ((await tables.meta.get('signIns'))?.value ?? {}) as Record<string, number>;
  return { uploads, signIns };
}

interface Wish {
  seq: number;
  work: Change;
  resolve: (changed: Command | null) => void;
  reject: (error: unknown) => void;
}

/**
 * The steps of entries on their way: those asked for together, or while others are being written, share one
 * transaction. It is not synced to the disk: a step that is lost with the power is taken again, because the entry is
 * sent again under its key (rule OB4). `tell` hears of what has changed after the commit.
 */
export function createTransitions(db: OutboxDatabase, tell: (change: Partial<OutboxChange>) => void) {
  let wishes: Wish[] = [];
  let writing = false;

  async function write(batch: readonly Wish[]): Promise<void> {
    const results = await db.step(['commands', 'uploads', 'meta'], async (store) => {
      const commands = store('commands');
      const seqs = [...new Set(batch.map((wish) => wish.seq))];
      const read: Promise<StoredCommand | undefined>[] = seqs.map((seq) => answered(commands.get(seq)));
      const [signInsRow, rows] = await Promise.all([answered(store('meta').get('signIns')), Promise.all(read)]);
      const signIns: Record<string, number> = signInsRow?.value ?? {};
      const named = rows.some((row) => (row?.files?.length ?? 0) > 0);
      const uploads: Upload[] = named ? await answered(store('uploads').getAll()) : [];
      const facts = { uploads: new Map(uploads.map((upload) => [upload.sha256, upload])), signIns };
      const bySeq = new Map(rows.flatMap((row) => (row ? [[row.seq, upcast(row)] as const] : [])));
      return batch.map(({ seq, work }) => {
        const command = bySeq.get(seq);
        const next = command ? work(command, facts) : null;
        if (next) {
          bySeq.set(seq, next);
          commands.put(toStored(next));
        }
        return next;
      });
    });
    const changed = results.filter((command) => command !== null);
    if (changed.length > 0) tell({ commands: changed });
    for (const [at, wish] of batch.entries()) wish.resolve(results[at] ?? null);
  }

  async function writeAll(): Promise<void> {
    while (wishes.length > 0) {
      const batch = wishes;
      wishes = [];
      await write(batch).catch((error: unknown) => {
        for (const wish of batch) wish.reject(error);
      });
    }
    writing = false;
  }

  return {
    /**
     * Changes all open entries for which `work` gives something else, in one transaction with what is known of a file:
     * a device that dies in between would keep an entry that nothing moves any more.
     */
    async changeOpen(work: Change, file?: UploadChange): Promise<void> {
      const changed = await db.write(['commands', 'uploads', 'meta'], async (tables) => {
        const upload = file && (await tables.uploads.get(file.sha256));
        const uploads = file && upload ? [file.work(upload)] : [];
        await tables.uploads.bulkPut(uploads);
        const facts = await readFacts(tables);
        const rows = await tables.commands.where('open').equals(1).toArray();
        const commands = rows.flatMap((row) => work(upcast(row), facts) ?? []);
        await tables.commands.bulkPut(commands.map(toStored));
        return { commands, uploads };
      });
      if (changed.commands.length + changed.uploads.length > 0) tell(changed);
    },
    /** Changes one entry; answers what it has become, null where it stays. Throws: what IndexedDB throws. */
    change: (seq: number, work: Change): Promise<Command | null> =>
      new Promise((resolve, reject) => {
        wishes.push({ seq, work, resolve, reject });
        if (writing) return;
        writing = true;
        queueMicrotask(() => void writeAll());
      }),
  };
}
