import { resultOf } from '../ports/idb.ts';
import type { PickedFile } from '../types.ts';
import type { Command } from './command.ts';
import type { Announce } from './change-feed.ts';
import type { OutboxDatabase, Stores } from './database.ts';
import { removeWholeDraft } from './drafts.ts';
import type { NewCommand, StoredCommand, Upload } from './schema.ts';
import { toStored, upcast } from './upcast.ts';
import { putFile } from './uploads.ts';

/** What goes with an entry when it is saved. */
export interface EntryParts {
  files: readonly PickedFile[];
  /** The draft that it was made from. */
  draftKey?: string | null;
  /** The tab knows all open entries that its author can have seen, and none of them creates what this one is about. */
  hasNoMaker?: boolean;
}

/**
 * Saves an entry with its files and removes its draft, in one transaction (rules OB1, OB9).
 * Throws: SaveError `not-saved` if a sleep of the page aborted the transaction, and `given` with it.
 */
export type AddEntry = (command: NewCommand, parts: EntryParts, given?: AbortSignal) => Promise<Command>;

interface Added {
  added: Command;
  replaced: Command[];
  uploads: Upload[];
}

function hasSameContent(one: StoredCommand, other: NewCommand): boolean {
  return one.kind === other.kind && JSON.stringify(one.call.body) === JSON.stringify(other.call.body);
}

const entryIn = (store: Stores, id: string): Promise<StoredCommand | undefined> =>
  resultOf<StoredCommand | undefined>(store('commands').index('id').get(id));

/** Returns whether an entry creates the record of this one (rule PU18), under its own id or another. */
export function mayMake(one: Pick<Command, 'id' | 'makes'>, { id, about }: Pick<NewCommand, 'id' | 'about'>): boolean {
  return about !== id && about !== '' && (one.id === about || one.makes === about);
}

/** Finds the unanswered entry that creates the record this one is about (rule PU18). */
async function unansweredMaker(store: Stores, { id, about }: NewCommand): Promise<string | null> {
  if (about === id || about === '') return null;
  const isUnanswered = (one: StoredCommand): boolean => one.answer === null && one.replacedBy === null;
  const ofThatId = await entryIn(store, about);
  if (ofThatId) return isUnanswered(ofThatId) ? ofThatId.id : null;
  const open = await resultOf<StoredCommand[]>(store('commands').index('open').getAll(1));
  return open.findLast((one) => one.makes === about && isUnanswered(one))?.id ?? null;
}

/** Finds the earlier correction that this save repeats, by a second tap. */
async function findRepeated(
  store: Stores,
  command: NewCommand,
  old: StoredCommand | undefined,
): Promise<StoredCommand | undefined> {
  const correction = old?.replacedBy ? await entryIn(store, old.replacedBy) : undefined;
  return correction && hasSameContent(correction, command) ? correction : undefined;
}

const alone = (repeated: StoredCommand): Added => ({ added: upcast(repeated), replaced: [], uploads: [] });

async function addIn(db: OutboxDatabase, store: Stores, command: NewCommand, parts: EntryParts): Promise<Added> {
  const { files, draftKey = null, hasNoMaker = false } = parts;

  // 1. Return a correction that has been saved already.
  const old = command.replaces === null ? undefined : await entryIn(store, command.replaces);
  const repeated = await findRepeated(store, command, old);
  if (repeated) return alone(repeated);

  // 2. Store the entry and its files, and remove the draft (OB1, OB9).
  const dependsOn = hasNoMaker ? null : await unansweredMaker(store, command);
  const fresh: NewCommand = { ...command, dependsOn };
  const seq = (await resultOf(store('commands').add(toStored(fresh)))) as number;
  for (const file of files) await putFile(store, file, command);
  if (draftKey !== null) await removeWholeDraft(store, draftKey, db);
  const added: Command = { ...fresh, seq };
  const uploads = files.length > 0 ? await resultOf<Upload[]>(store('uploads').getAll()) : [];

  // 3. Settle the refused entry that this one corrects (OB3).
  if (old?.state !== 'attention') return { added, replaced: [], uploads };
  const replaced: Command = { ...upcast(old), state: 'done', replacedBy: command.id };
  await resultOf(store('commands').put(toStored(replaced)));
  return { added, replaced: [replaced], uploads };
}

/** Creates saving over the outbox database. Throws: errors of IndexedDB; nothing is saved then. */
export function createAddEntry(db: OutboxDatabase, announce: Announce): AddEntry {
  return async (command, parts, given) => {
    const adding = db.keep(
      ['commands', 'files', 'uploads', 'drafts'],
      (store) => addIn(db, store, command, parts),
      given,
    );
    const { added, replaced, uploads } = await adding.catch(async (error: unknown) => {
      // The first transaction may have committed without its page learning of it: the repeated one finds its id taken.
      if (!(error instanceof Error) || error.name !== 'ConstraintError') throw error;
      const same = await db.look('commands', (commands) =>
        resultOf<StoredCommand | undefined>(commands.index('id').get(command.id)),
      );
      if (!same) throw error;
      return alone(same);
    });
    announce({ commands: [...replaced, added], uploads });
    return added;
  };
}
