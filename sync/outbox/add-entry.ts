import type { Command, PickedFile } from '../types.ts';
import type { Announce } from './change-feed.ts';
import type { OutboxDatabase, OutboxTables } from './database.ts';
import { removeWholeDraft } from './drafts.ts';
import { entryIn } from './entries.ts';
import type { NewCommand, StoredCommand, Upload } from './schema.ts';
import { toStored, upcast } from './upcast.ts';
import { putFile } from './uploads.ts';

/**
 * Saves an entry with its files and removes its draft, in one transaction (rules OB1, OB9).
 * Throws: SaveError `not-saved` if a sleep of the page aborted the transaction, and `given` with it.
 */
export type AddEntry = (
  command: NewCommand,
  files: readonly PickedFile[],
  draftKey: string | null,
  given?: AbortSignal,
) => Promise<Command>;

interface Added {
  added: Command;
  replaced: Command[];
  uploads: Upload[];
}

function hasSameContent(one: StoredCommand, other: NewCommand): boolean {
  return one.kind === other.kind && JSON.stringify(one.call.body) === JSON.stringify(other.call.body);
}

/** Finds the unanswered entry that creates the record this one is about (rule PU18), under its own id or another. */
async function unansweredMaker(tables: OutboxTables, { id, about }: NewCommand): Promise<string | null> {
  if (about === id || about === '') return null;
  const isUnanswered = (one: StoredCommand): boolean => one.answer === null && one.replacedBy === null;
  const ofThatId = await entryIn(tables, about);
  if (ofThatId) return isUnanswered(ofThatId) ? ofThatId.id : null;
  const open = await tables.commands.where('open').equals(1).toArray();
  return open.findLast((one) => one.makes === about && isUnanswered(one))?.id ?? null;
}

/** Finds the earlier entry that this save repeats: a second save of the same form, or a second tap on a correction. */
async function findRepeated(
  tables: OutboxTables,
  command: NewCommand,
  old: StoredCommand | undefined,
): Promise<StoredCommand | undefined> {
  // The first transaction may have committed without its page learning of it.
  const same = await entryIn(tables, command.id);
  if (same) return same;
  const correction = old?.replacedBy ? await entryIn(tables, old.replacedBy) : undefined;
  return correction && hasSameContent(correction, command) ? correction : undefined;
}

async function addIn(
  tables: OutboxTables,
  command: NewCommand,
  files: readonly PickedFile[],
  draftKey: string | null,
): Promise<Added> {
  // 1. Return an entry that has been saved already.
  const old = command.replaces === null ? undefined : await entryIn(tables, command.replaces);
  const repeated = await findRepeated(tables, command, old);
  if (repeated) return { added: upcast(repeated), replaced: [], uploads: [] };

  // 2. Store the entry and its files, and remove the draft (OB1, OB9).
  const dependsOn = await unansweredMaker(tables, command);
  const fresh: NewCommand = { ...command, dependsOn };
  const seq = await tables.commands.add(toStored(fresh));
  for (const file of files) await putFile(tables, file, command);
  if (draftKey !== null) await removeWholeDraft(tables.drafts, draftKey);
  const added: Command = { ...fresh, seq };
  const uploads = files.length > 0 ? await tables.uploads.toArray() : [];

  // 3. Settle the refused entry that this one corrects (OB3).
  if (old?.state !== 'attention') return { added, replaced: [], uploads };
  const replaced: Command = { ...upcast(old), state: 'done', replacedBy: command.id };
  await tables.commands.put(toStored(replaced));
  return { added, replaced: [replaced], uploads };
}

/** Creates saving over the outbox database. Throws: errors of IndexedDB; nothing is saved then. */
export function createAddEntry(db: OutboxDatabase, announce: Announce): AddEntry {
  return async (command, files, draftKey, given) => {
    const { added, replaced, uploads } = await db.write(
      ['commands', 'files', 'uploads', 'drafts'],
      (tables) => addIn(tables, command, files, draftKey),
      given,
    );
    announce({ commands: [...replaced, added], uploads });
    return added;
  };
}
