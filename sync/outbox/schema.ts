import type { Command } from './command.ts';

/**
 * Rows of the outbox, the only database on the tablet with data that cannot be fetched again. Shapes only grow: a row
 * of an earlier shape is upcast when it is read (`upcast.ts`, rule OB7) and never rewritten by an upgrade.
 */

/** Version of the tables. An upgrade only adds tables and indexes. */
export const outboxVersion = 1;
/** The same version as IndexedDB counts it, because Dexie multiplies by ten. */
export const nativeOutboxVersion = outboxVersion * 10;

/** Tables with their keys and indexes, in Dexie's notation. */
export const outboxIndexes = {
  commands: '++seq, &id, open',
  files: '[sha256+index]',
  uploads: 'sha256',
  drafts: 'key',
  meta: 'key',
} as const;

/** A command before the database assigns its position in the order. */
export type NewCommand = Omit<Command, 'seq'>;

/** Fields that a row of `commands` has under another name than a command, or in addition. */
export interface StoredNames {
  /** The tablet on which the entry was made. */
  deviceId: string;
  /** 1 until the entry is done, so that one index read finds all unsettled work. */
  open: 0 | 1;
}

/** A row of `commands`. */
export type StoredCommand = Omit<Command, 'tabletId'> & StoredNames;

/** A row of `files`: up to 1 MiB of a file, as an ArrayBuffer because iOS loses Blobs in IndexedDB. */
export interface StoredPiece {
  sha256: string;
  index: number;
  bytes: ArrayBuffer;
}

/** A row of `uploads`: how far a file has been sent. Units: bytes. */
export interface Upload {
  sha256: string;
  size: number;
  mime: string;
  name: string;
  /** The user whose session sends it. */
  userId: string;
  sentBytes: number;
  received: boolean;
  /** Hospitals that have confirmed it: users of several hospitals may have picked the same picture on this tablet. */
  receivedFor?: string[];
  /** The server has refused the file permanently; its author may try again. */
  refused?: boolean;
  attempts: number;
  nextAttemptAt: number;
  /** When the server could not be reached; a later sign of life ends the backoff. Units: ms since 1970, 0 for never. */
  unreachableAt: number;
  settledAt: string | null;
}

/** A row of `drafts`: a half-filled form of one user. */
export interface StoredDraft {
  key: string;
  value: unknown;
  savedAt: string;
}

/** A row of `meta`; the type of `value` is given by `MetaValues` for `key`. */
export interface StoredMeta {
  key: string;
  value: unknown;
}

/** The last user of this tablet: everything that an offline start needs, without a token. */
export interface Person {
  userId: string;
  userName: string;
  userRole: 'Admin' | 'BME' | 'Hospital';
  email: string;
  hospitalId?: string | undefined;
  bmeAccountId?: string | undefined;
  hospital?: { id: string; name: string; timeZone: string } | undefined;
  /** Last time the server confirmed the session. Units: ms since 1970, like `activeAt`. */
  onlineAt: number;
  activeAt: number;
  /** Logged out, or refused by the server: the session does not continue. */
  ended: boolean;
  locked: boolean;
}

/** Verifies a password or PIN, and hides the unlock key under it. Texts are hexadecimal. */
export interface Seal {
  salt: string;
  rounds: number;
  hash: string;
  /** The encrypted unlock key; absent if the session has none. */
  wrappedKey?: string;
}

/** Verifies the password offline (rule AU4). */
export interface Verifier extends Seal {
  userId: string;
  /** Shared by password and PIN. */
  triesLeft: number;
  /** The PIN that the user has set on this tablet (rule AU13). */
  pin?: Seal;
}

/** A logout that has not been reported to the server yet. */
export interface PendingLogout {
  userId: string;
  keepOutbox: boolean;
}

/** Facts of the tablet; each is a row of `meta` under `storedKeyOf` its name. */
export interface MetaValues {
  tabletId: string;
  person: Person;
  verifier: Verifier;
  clockOffsetMs: number;
  /** The earliest possible time by the server's clock (rule ST9). Units: ms since 1970. */
  notBeforeMs: number;
  /**
   * The tablet's clock as it was last seen while it was behind, and how often it was set back. Units: ms since 1970.
   */
  clockSeen: { tabletMs: number; setBacks: number };
  /** Last heartbeat of the context that holds the lease to send (rule PU11). */
  pushBeat: { owner: string; at: number };
  pendingLogouts: PendingLogout[];
  /** Number of sign-ins on this tablet by user. */
  signIns: Record<string, number>;
  /** Users whose refresh family stays alive with scope `outbox` until their queue is empty. */
  outboxOnly: string[];
  /** Unlock keys of the sessions of this tablet by user; none while it is locked (rule AU11). */
  unlockKeys: Record<string, string>;
  /** The hospital whose replica is on this tablet. */
  hospitalId: string;
  /** The tablet was reported lost, and whether its data has been removed since (rule AU12); none after a sign-in. */
  lost: 'told' | 'removed';
}

/** The key of a fact in `meta`: existing tablets store their id as `deviceId`. */
export const storedKeyOf = (name: keyof MetaValues): string => (name === 'tabletId' ? 'deviceId' : name);
