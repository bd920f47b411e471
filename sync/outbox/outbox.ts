import { answered } from '../idb.ts';
import type { Command, CommandError, PickedFile } from '../types.ts';
import type { OutboxDatabase, OutboxTables, StoredCommand, Upload } from './database.ts';
import { removeWholeDraft } from './drafts.ts';
import { recentLimit } from './peek.ts';
import { createTransitions, readFacts } from './transitions.ts';
import type { Change, Facts } from './transitions.ts';
import { toStored, upcast } from './upcast.ts';
import { allReceived, createUploads, putFile, settled, unsent } from './uploads.ts';

/** Settled entries stay readable this long. Source: sync.md section 2. */
const keepDoneMs = 30 * 24 * 3600_000;
/** Bytes of a received file stay for a day, so that its picture still shows before the replica has it. */
const keepSentBytesMs = 24 * 3600_000;

/** A new command before the database gives its place in the order. */
export type NewCommand = Omit<Command, 'seq'>;

/** What changed in the outbox, for mirrors in memory. */
export interface OutboxChange {
  commands: Command[];
  uploads: Upload[];
  /** `seq` of entries that a person discarded. */
  removed: number[];
}

/** The precious queue: every transition is one durable transaction, guarded against a second runner. */
export interface Outbox {
  add(command: NewCommand, files: readonly PickedFile[], draftKey: string | null): Promise<Command>;
  /** Unsettled entries in order. */
  open(): Promise<Command[]>;
  recent(): Promise<Command[]>;
  byId(id: string): Promise<Command | undefined>;
  bySeq(seqs: readonly number[]): Promise<Command[]>;
  /** Entries made after this one, settled ones too. */
  above(seq: number): Promise<Command[]>;
  /** Marks an entry as being sent; null when another runner has settled it or is sending it. */
  begin(seq: number): Promise<{ command: Command; signIns: number } | null>;
  /** The server has it. This and the next two answer null when another runner has settled the entry meanwhile. */
  acknowledge(seq: number, answer: NonNullable<Command['answer']>): Promise<Command | null>;
  refuse(seq: number, attempt: number, error: CommandError): Promise<Command | null>;
  /** Back to waiting after a failure that passes. */
  postpone(seq: number, attempt: number, error: CommandError | null, nextAttemptAt: number): Promise<Command | null>;
  /**
   * The author has to sign in again. Where that has happened since `signIns` was read, in whatever tab, the refusal
   * is an old one and the entries simply wait.
   */
  signedOut(userId: string, signIns: number, error: CommandError): Promise<void>;
  wakeSignedOut(userId: string | null): Promise<void>;
  /**
   * What a runner that is gone has left behind goes on: entries in `sending` wait again, and those whose files are all
   * confirmed are done. Answers the unsettled entries in order.
   */
  recover(): Promise<Command[]>;
  retry(id: string): Promise<void>;
  discard(id: string): Promise<void>;
  /** Keys of the entries of a hospital that the server has answered. */
  answeredKeys(hospitalId: string): Promise<string[]>;
  /** A restored server lacks work that it has answered, all or of these keys: it is sent again under its keys. */
  reopen(keys?: readonly string[]): Promise<void>;
  uploads(): Promise<Upload[]>;
  changeUpload(sha256: string, change: (upload: Upload) => Upload): Promise<void>;
  /** The server has confirmed a file for a hospital: entries that have all of theirs are done. */
  receiveFile(sha256: string, hospitalId: string, settledAt: string): Promise<void>;
  /** A file the server refuses for good: its entries need attention, the facts stay answered. */
  refuseFile(sha256: string, error: CommandError): Promise<void>;
  bytes(sha256: string, from: number, until: number): Promise<ArrayBuffer | undefined>;
  prune(): Promise<void>;
  onChange(listener: (change: OutboxChange) => void): () => void;
}

const byIdIn = (tables: OutboxTables, id: string) => tables.commands.where('id').equals(id).first();

const saysTheSame = (one: NewCommand, other: NewCommand): boolean =>
  one.kind === other.kind && JSON.stringify(one.call.body) === JSON.stringify(other.call.body);

/** The id that a stream ends in: the record it is about. */
function targetOf(stream: string): string {
  return stream.slice(stream.indexOf(':') + 1);
}

async function unansweredMaker(tables: OutboxTables, command: NewCommand): Promise<string | null> {
  const target = targetOf(command.stream);
  if (target === command.id || target === '') return null;
  const maker = await tables.commands.where('id').equals(target).first();
  return maker && maker.answer === null && maker.replacedBy === null ? maker.id : null;
}

const noFacts: Facts = { uploads: new Map(), signIns: {} };

const recovered: Change = (command, facts) =>
  command.state === 'sending' ? { ...command, state: 'waiting' } : settled(command, facts);

/** The queue over its database; `now` gives the time. */
export function createOutbox(db: OutboxDatabase, now: () => number): Outbox {
  const listeners = new Set<(change: OutboxChange) => void>();
  const tell = (change: Partial<OutboxChange>) => {
    for (const listener of listeners) listener({ commands: [], uploads: [], removed: [], ...change });
  };

  const transitions = createTransitions(db, tell);
  const { change, changeOpen } = transitions;
  const uploads = createUploads(db, tell, transitions);

  async function open(): Promise<Command[]> {
    const rows = await db.look('commands', (store) => answered<StoredCommand[]>(store.index('open').getAll(1)));
    return rows.map(upcast).sort((a, b) => a.seq - b.seq);
  }

  async function byId(id: string): Promise<Command | undefined> {
    const row = await db.read((tables) => byIdIn(tables, id));
    return row && upcast(row);
  }

  return {
    async add(command, files, draftKey) {
      const touched = await db.write(['commands', 'files', 'uploads', 'drafts'], async (tables) => {
        // The same save again, because its first transaction committed without a word.
        const known = await byIdIn(tables, command.id);
        if (known) return { added: upcast(known), others: [], uploads: [] };
        const old = command.replaces === null ? undefined : await byIdIn(tables, command.replaces);
        const later = old?.replacedBy ? await byIdIn(tables, old.replacedBy) : undefined;
        // A second tap on what takes the place of a refused entry is no second entry.
        if (later && saysTheSame(later, command)) return { added: upcast(later), others: [], uploads: [] };
        const dependsOn = await unansweredMaker(tables, command);
        const stored: NewCommand = { ...command, dependsOn };
        const seq = await tables.commands.add({ ...stored, open: 1 });
        for (const file of files) await putFile(tables, file, command);
        if (draftKey !== null) await removeWholeDraft(tables.drafts, draftKey);
        const added: Command = { ...stored, seq };
        const uploads = files.length > 0 ? await tables.uploads.toArray() : [];
        if (old?.state !== 'attention') return { added, others: [], uploads };
        const replaced: Command = { ...upcast(old), state: 'done', replacedBy: command.id };
        await tables.commands.put(toStored(replaced));
        return { added, others: [replaced], uploads };
      });
      tell({ commands: [...touched.others, touched.added], uploads: touched.uploads });
      return touched.added;
    },
    open,
    recent: async () =>
      (await db.read(({ commands }) => commands.orderBy('seq').reverse().limit(recentLimit).toArray())).map(upcast),
    byId,
    bySeq: async (seqs) => {
      const rows = await db.read(({ commands }) => commands.bulkGet([...seqs]));
      return rows.flatMap((row) => (row ? [upcast(row)] : []));
    },
    above: async (seq) => (await db.read(({ commands }) => commands.where('seq').above(seq).toArray())).map(upcast),
    async begin(seq) {
      let signIns = 0;
      const command = await change(seq, (waiting, facts) => {
        signIns = facts.signIns[waiting.userId] ?? 0;
        return waiting.state === 'waiting' ? { ...waiting, state: 'sending', attempts: waiting.attempts + 1 } : null;
      });
      return command && { command, signIns };
    },
    acknowledge: (seq, answer) =>
      change(seq, (command, facts) =>
        command.answer === null
          ? { ...command, state: allReceived(facts, command) ? 'done' : 'acked', answer, lastError: null }
          : null,
      ),
    refuse: (seq, attempt, lastError) =>
      change(seq, (command) =>
        command.state === 'sending' && command.attempts === attempt
          ? { ...command, state: 'attention', lastError }
          : null,
      ),
    postpone: (seq, attempt, lastError, nextAttemptAt) =>
      change(seq, (command) =>
        command.state === 'sending' && command.attempts === attempt
          ? { ...command, state: 'waiting', lastError: lastError ?? command.lastError, nextAttemptAt }
          : null,
      ),
    signedOut: (userId, signIns, lastError) =>
      changeOpen((command, facts) => {
        const own = command.userId === userId && (command.state === 'waiting' || command.state === 'sending');
        if (!own) return null;
        const again = (facts.signIns[userId] ?? 0) !== signIns;
        return again
          ? { ...command, state: 'waiting', nextAttemptAt: 0 }
          : { ...command, state: 'signed-out', lastError };
      }),
    wakeSignedOut: (userId) =>
      changeOpen((command) =>
        command.state === 'signed-out' && (userId === null || command.userId === userId)
          ? { ...command, state: 'waiting', nextAttemptAt: 0 }
          : null,
      ),
    async recover() {
      const commands = await open();
      const facts = commands.some((one) => one.answer !== null) ? await db.read(readFacts) : noFacts;
      if (commands.every((command) => recovered(command, facts) === null)) return commands;
      await changeOpen(recovered);
      return open();
    },
    async retry(id) {
      const entry = await byId(id);
      for (const { sha256 } of entry?.files ?? []) {
        await uploads.changeUpload(sha256, (upload) => ({ ...upload, refused: false, nextAttemptAt: 0 }));
      }
      await change(entry?.seq ?? -1, (command) =>
        command.state === 'attention'
          ? { ...command, state: command.answer === null ? 'waiting' : 'acked', nextAttemptAt: 0 }
          : command.state === 'waiting'
            ? { ...command, nextAttemptAt: 0 }
            : null,
      );
    },
    async discard(id) {
      const removed = await db.write(['commands', 'files', 'uploads'], async (tables) => {
        const row = await tables.commands.where('id').equals(id).first();
        if (!row || row.state !== 'attention') return null;
        const open = await tables.commands.where('open').equals(1).toArray();
        const needed = new Set(
          open.filter((one) => one.id !== id).flatMap((one) => one.files.map((file) => file.sha256)),
        );
        for (const { sha256 } of row.files) {
          const upload = await tables.uploads.get(sha256);
          // What the server has keeps its day (OB8) and goes with the other old files.
          if (needed.has(sha256) || upload?.received === true) continue;
          await tables.uploads.delete(sha256);
          await tables.files.where('[sha256+index]').between([sha256, 0], [sha256, Infinity]).delete();
        }
        if (row.answer === null) await tables.commands.delete(row.seq);
        else await tables.commands.put(toStored({ ...upcast(row), state: 'done' }));
        return row;
      });
      if (!removed) return;
      tell(
        removed.answer === null ? { removed: [removed.seq] } : { commands: [{ ...upcast(removed), state: 'done' }] },
      );
    },
    async answeredKeys(hospitalId) {
      const rows = await db.read(({ commands }) => commands.toArray());
      return rows.filter((one) => one.answer !== null && one.hospitalId === hospitalId).map(({ id }) => id);
    },
    async reopen(keys) {
      const lacking = keys && new Set(keys);
      const changed = await db.write(['commands', 'uploads'], async (tables) => {
        const rows = (await tables.commands.toArray()).map(upcast);
        const lost = rows.filter(({ id, answer }) => answer !== null && (lacking?.has(id) ?? true));
        const again = lost.map((one): Command => ({
          ...one,
          state: 'waiting',
          answer: null,
          lastError: null,
          nextAttemptAt: 0,
        }));
        await tables.commands.bulkPut(again.map(toStored));
        const named = new Set(lost.flatMap(({ files }) => files.map(({ sha256 }) => sha256)));
        const kept = await tables.uploads.toArray();
        const files = kept.filter(({ sha256 }) => !lacking || named.has(sha256)).map(unsent);
        await tables.uploads.bulkPut(files);
        return { commands: again, uploads: files };
      });
      if (changed.commands.length > 0) tell(changed);
    },
    ...uploads,
    async prune() {
      await db.write(['commands', 'files', 'uploads'], async (tables) => {
        const rows = await tables.commands.toCollection().toArray();
        const old = rows.filter((row) => row.open === 0 && Date.parse(row.madeAt) < now() - keepDoneMs);
        await tables.commands.bulkDelete(old.map((row) => row.seq));
        const named = new Set(rows.filter((row) => row.open === 1).flatMap((row) => row.files.map((f) => f.sha256)));
        for (const upload of await tables.uploads.toArray()) {
          const { sha256, received, settledAt } = upload;
          if (named.has(sha256) || (received && now() - Date.parse(settledAt ?? '') < keepSentBytesMs)) continue;
          await tables.uploads.delete(sha256);
          await tables.files.where('[sha256+index]').between([sha256, 0], [sha256, Infinity]).delete();
        }
      });
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
