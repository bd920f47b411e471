import { resultOf } from '../ports/idb.ts';
import type { Command } from './command.ts';
import type { OutboxDatabase, OutboxTables } from './database.ts';
import { maxRecent } from './peek.ts';
import type { StoredCommand } from './schema.ts';
import { upcast } from './upcast.ts';

/** Entries as stored in the outbox, upcast to the current shape. */
export interface Entries {
  /** Returns the unsettled entries in order. */
  open(): Promise<Command[]>;
  /** Returns the latest entries, including settled ones, newest first. */
  recent(): Promise<Command[]>;
  byId(id: string): Promise<Command | undefined>;
  bySeq(seqs: readonly number[]): Promise<Command[]>;
  /** Returns entries made after this one, including settled ones. */
  above(seq: number): Promise<Command[]>;
  /** Returns the keys of a hospital's entries that the server has answered. */
  answeredKeys(hospitalId: string): Promise<string[]>;
}

/** Returns the row of an entry, inside a transaction. */
export function entryIn({ commands }: Pick<OutboxTables, 'commands'>, id: string): Promise<StoredCommand | undefined> {
  return commands.where('id').equals(id).first();
}

/** Creates reads over the outbox database. */
export function createEntries(db: OutboxDatabase): Entries {
  return {
    async open() {
      const rows = await db.look('commands', (store) => resultOf<StoredCommand[]>(store.index('open').getAll(1)));
      return rows.map(upcast).sort((a, b) => a.seq - b.seq);
    },
    async recent() {
      const rows = await db.read(({ commands }) => commands.orderBy('seq').reverse().limit(maxRecent).toArray());
      return rows.map(upcast);
    },
    async byId(id) {
      const row = await db.read((tables) => entryIn(tables, id));
      return row && upcast(row);
    },
    async bySeq(seqs) {
      const rows = await db.read(({ commands }) => commands.bulkGet([...seqs]));
      return rows.flatMap((row) => (row ? [upcast(row)] : []));
    },
    async above(seq) {
      const rows = await db.read(({ commands }) => commands.where('seq').above(seq).toArray());
      return rows.map(upcast);
    },
    async answeredKeys(hospitalId) {
      const rows = await db.read(({ commands }) => commands.toArray());
      return rows.filter((one) => one.answer !== null && one.hospitalId === hospitalId).map(({ id }) => id);
    },
  };
}
