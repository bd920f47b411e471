import type { CommandError } from '../types.ts';
import type { Command } from './command.ts';
import { createAddEntry } from './add-entry.ts';
import type { AddEntry } from './add-entry.ts';
import { createChangeFeed } from './change-feed.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { OutboxDatabase } from './database.ts';
import { createEntries } from './entries.ts';
import type { Entries } from './entries.ts';
import { createReopen } from './reopen.ts';
import type { Reopen } from './reopen.ts';
import { createRetention } from './retention.ts';
import type { Retention } from './retention.ts';
import {
  acknowledged,
  begun,
  postponed,
  recovered,
  refused,
  retried,
  signedInAgain,
  signedOut,
  timeCorrected,
  unreached,
} from './states.ts';
import type { Facts, MeasuredClock } from './states.ts';
import { createTransitions, readFacts } from './transitions.ts';
import { createUploads } from './uploads.ts';
import type { Uploads } from './uploads.ts';

/** The queue of unsent work. Every transition is one transaction, guarded against a second runner. */
export interface Outbox extends Entries, Uploads, Retention, Pick<ChangeFeed, 'onChange'> {
  add: AddEntry;
  /** Marks an entry as being sent; null when another runner is sending it or has its answer. */
  begin(seq: number): Promise<{ command: Command; signIns: number } | null>;
  /**
   * Records that the server has accepted the entry. This and the next two resolve to null when another runner has
   * already changed the entry.
   */
  acknowledge(seq: number, answer: NonNullable<Command['answer']>): Promise<Command | null>;
  refuse(seq: number, attempt: number, error: CommandError): Promise<Command | null>;
  /** Puts the entry back to waiting after a temporary failure. */
  postpone(seq: number, attempt: number, error: CommandError | null, nextAttemptAt: number): Promise<Command | null>;
  /** Marks the entry as waiting for its author to sign in, unless that has happened since `signIns` was read. */
  signedOut(userId: string, signIns: number, error: CommandError): Promise<void>;
  wakeSignedOut(userId: string | null): Promise<void>;
  /** Corrects the estimated times of entries that were never sent (rule ST9); null keeps them. */
  correctTimes(measured: MeasuredClock | null): Promise<void>;
  /** Records that the server was not reached before the first attempt of entries. */
  unreached(error: CommandError): Promise<void>;
  /**
   * Recovers from a dead runner: entries in `sending` wait again, and those whose files are all confirmed are done.
   * Resolves to the unsettled entries in order.
   */
  recover(): Promise<Command[]>;
  /** Sends an entry again at its author's request, with its refused files. */
  retry(id: string): Promise<void>;
  reopen: Reopen;
}

const noFacts: Facts = { uploads: new Map(), signIns: {} };

/** Creates the queue over its database; `now` gives the time in ms since 1970. */
export function createOutbox(db: OutboxDatabase, now: () => number): Outbox {
  const { announce, onChange } = createChangeFeed();
  const entries = createEntries(db);
  const transitions = createTransitions(db, announce);
  const { change, changeOpen } = transitions;
  const uploads = createUploads(db, announce, transitions);

  return {
    ...entries,
    ...uploads,
    ...createRetention(db, announce, now),
    add: createAddEntry(db, announce),
    reopen: createReopen(db, announce),
    onChange,
    async begin(seq) {
      let signIns = 0;
      const command = await change(seq, (waiting, facts) => {
        signIns = facts.signIns[waiting.userId] ?? 0;
        return begun(waiting, facts);
      });
      return command && { command, signIns };
    },
    acknowledge: (seq, answer) => change(seq, acknowledged(answer)),
    refuse: (seq, attempt, error) => change(seq, refused(attempt, error)),
    postpone: (seq, attempt, error, nextAttemptAt) => change(seq, postponed(attempt, error, nextAttemptAt)),
    signedOut: (userId, signIns, error) => changeOpen(signedOut(userId, signIns, error)),
    wakeSignedOut: (userId) => changeOpen(signedInAgain(userId)),
    correctTimes: (measured) => changeOpen(timeCorrected(measured)),
    unreached: (error) => changeOpen(unreached(error)),
    async recover() {
      const commands = await entries.open();
      // Only answered entries depend on facts; without any, the read is skipped.
      const facts = commands.some((one) => one.answer !== null) ? await db.read(readFacts) : noFacts;
      if (commands.every((command) => recovered(command, facts) === null)) return commands;
      await changeOpen(recovered);
      return entries.open();
    },
    async retry(id) {
      const entry = await entries.byId(id);
      for (const { sha256 } of entry?.files ?? []) {
        await uploads.changeUpload(sha256, (upload) => ({ ...upload, refused: false, nextAttemptAt: 0 }));
      }
      if (entry) await change(entry.seq, retried);
    },
  };
}
