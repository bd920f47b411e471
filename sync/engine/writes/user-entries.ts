/** Lets the signed-in user follow saved entries, correct them, and carry them to another tablet. */
import type { Session } from '#contract/calls/session.ts';
import type { Mirror } from '../../outbox/mirror.ts';
import { packUnsent, unpackUnsent } from '../../outbox/transfer.ts';
import type { Clock } from '../../ports/ports.ts';
import { SaveError } from '../../types.ts';
import type { WardEngine } from '../../types.ts';
import type { Command } from '../../outbox/command.ts';
import type { DirectWrites } from './direct-writes.ts';
import { noteOf } from '../reads/note-of.ts';
import { waitForOutcome } from './outcome.ts';
import type { Save } from './save.ts';
import { isUnsent } from '../reads/status.ts';
import type { OutboxStore } from '../../outbox/store.ts';

type EntryActs = 'outcome' | 'retry' | 'discard' | 'addAsNote' | 'exportUnsent' | 'importUnsent' | 'localFile';

/** The part of the engine that acts on entries. */
export interface UserEntries extends Pick<WardEngine, EntryActs> {
  /** Returns entries of a user, or of all, that the server lacks in whole or in part. */
  unsentOf(userId: string | null): Command[];
}

/** Binds the actions to the outbox of this page. */
export function createUserEntries(parts: {
  clock: Clock;
  store: OutboxStore;
  mirror: Mirror;
  direct: DirectWrites;
  save: Save;
  /** Throws: SaveError `signed-out`. */
  signedIn: () => Session;
  subscribe: (listener: () => void) => () => void;
  /** Something may be due to be sent. */
  kick: () => void;
}): UserEntries {
  const { clock, store, mirror, direct, save, signedIn, kick } = parts;
  const { outbox } = store;

  function own(id: string): Command {
    const session = signedIn();
    const command = mirror.commands().find((one) => one.id === id);
    if (!command || command.userId !== session.userId) {
      throw new SaveError('not-found', 'This entry is not on this tablet.');
    }
    return command;
  }

  return {
    unsentOf: (userId) =>
      mirror.commands().filter((one) => isUnsent(one) && (userId === null || one.userId === userId)),
    async outcome(id, waitMs) {
      const sent = direct.answerOf(id);
      if (sent) return { kind: 'received', answer: sent.answer };
      return waitForOutcome(id, { clock, commands: () => mirror.commands(), subscribe: parts.subscribe }, waitMs);
    },
    async retry(id) {
      own(id);
      await outbox.retry(id);
      kick();
    },
    async discard(id) {
      own(id);
      await outbox.discard(id);
    },
    addAsNote: async (id) => {
      const note = noteOf(own(id));
      if (!note) throw new SaveError('invalid', 'This entry cannot become a note.');
      return save(note.name, note.body, { replaces: id });
    },
    exportUnsent: async () => {
      const { userId } = signedIn();
      const unsent = mirror.commands().filter((one) => one.userId === userId && one.state !== 'done');
      return packUnsent(outbox, unsent);
    },
    async importUnsent(file) {
      const result = await unpackUnsent(outbox, file, { id: signedIn().userId });
      kick();
      return result;
    },
    async localFile(sha256) {
      const upload = mirror.uploads().get(sha256);
      return upload && outbox.bytes(sha256, 0, upload.size);
    },
  };
}
