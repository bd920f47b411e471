/** Turns a refused entry into a note. */
import type { BodyInput } from '#contract/define.ts';
import { offlineWrites, readEntry, writeKey } from '#contract/index.ts';
import type { Calls, OfflineCallName } from '#contract/index.ts';
import type { Command } from '../../outbox/command.ts';
import { refusalText } from './refusal-text.ts';
import type { RefusalRules } from './status.ts';

/** A note, ready to save. */
interface Note {
  name: OfflineCallName;
  body: BodyInput<Calls[OfflineCallName]>;
}

/**
 * Returns the note that a refused entry becomes on the record that somebody else has closed; null if it cannot become
 * one.
 */
export function noteOf(command: Command): Note | null {
  const { lastError, call } = command;
  const entry = lastError && readEntry(writeKey(command), call.body);
  const note = entry?.write.asNote(entry.body, lastError?.code ?? '');
  const declared = note && offlineWrites.get(writeKey(note.write));
  // The contract builds the body of the write that it names.
  return declared ? { name: declared.name, body: note.body as Note['body'] } : null;
}

/** The contract's rules for refused entries. */
export const refusalRules: RefusalRules = { canBecomeNote: (command) => noteOf(command) !== null, textOf: refusalText };
