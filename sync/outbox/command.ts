import type { CallName } from '#contract/index.ts';
import type { FileRef } from '#contract/records/values.ts';
import type { CommandError, CommandState, LostFile } from '../types.ts';

/** How the time of an entry was estimated. `clockOffsetMs` still equals `offsetMs` if no contact has corrected it. */
export interface TimeEstimate {
  /** The offset that the screens and the form used. Units: milliseconds. */
  offsetMs: number;
  /** How often the tablet's clock had been set back by then; null once the time is corrected or cannot be. */
  setBacks: number | null;
}

/** A saved write, answered or not. Its id, body, author and time never change; its state does (rule OB3). */
export interface Command {
  seq: number;
  id: string;
  kind: string;
  version: number;
  stream: string;
  /** The record it is about, and one that it creates under another id than its own (rule PU18). */
  about: string;
  makes: string | null;
  title: string;
  deviceIds: string[];
  userId: string;
  userName: string;
  hospitalId: string;
  /** The tablet on which it was made. */
  tabletId: string;
  call: { name: CallName; method: string; path: string; body: unknown };
  files: FileRef[];
  /** Files that this entry was saved without; absent if there are none. */
  lost?: LostFile[];
  madeAt: string;
  clockOffsetMs: number;
  /** Present if the time was estimated, because the tablet's clock was behind the last contact (rule ST9). */
  estimate?: TimeEstimate;
  dependsOn: string | null;
  state: CommandState;
  attempts: number;
  nextAttemptAt: number;
  lastError: CommandError | null;
  /** `at` is the tablet's time, `serverAt` the server's; entries of earlier releases lack it. */
  answer: {
    status: number;
    body: unknown;
    version: number | null;
    replayed: boolean;
    at: string;
    serverAt?: string;
  } | null;
  /** The refused command that this one corrects or turns into a note. */
  replaces: string | null;
  /** The later entry that took the place of this refused one; its reason stays readable. */
  replacedBy: string | null;
}
