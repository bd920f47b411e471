import type { AnswerOf, BodyInput, ParamsOf, QueryInput } from '#contract/define.ts';
import type { FileRef, MissingReason } from '#contract/records/values.ts';
import type { Problem, RetryClass } from '#contract/errors.ts';
import type { CallName, Calls, OfflineCallName } from '#contract/index.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import type { ReplicaKind, ReplicaRecords } from '#contract/records/replica.ts';
import type { Session } from '#contract/calls/session.ts';
import type { SessionState, TabletPin, UnlockSecret } from './session-state.ts';

export type { SessionState };

/** States of a command (rule OB4). */
export type CommandState = 'waiting' | 'sending' | 'acked' | 'done' | 'signed-out' | 'attention';

/** Why a command is not on the server yet. `class` comes from the error code, never from the text. */
export interface CommandError {
  class: RetryClass | 'unreachable';
  status: number | null;
  code: string;
  message: string;
  at: string;
  /** What the refusal is about (who closed the task and when). */
  context?: Record<string, unknown>;
}

/** What the header's indicator shows; `label` is its accessible name (rule OB11). */
export interface SyncStatus {
  label: string;
  tone: 'ok' | 'sending' | 'receiving' | 'waiting' | 'offline' | 'attention';
  sending: number;
  /** Entries not on the server yet, files not sent included as part of their entry. */
  waiting: number;
  attention: number;
  offline: boolean;
  /** 0 to 100 while the first download runs, else null. */
  downloadPercent: number | null;
  /** Instant of the replica's last contact with the server, by the server's clock. */
  asOf: string | null;
  /** The server asks for a newer app; the queue is kept. */
  updateRequired: boolean;
  /** Server time minus tablet time, as measured or estimated (rule ST9). Units: milliseconds. */
  clockOffsetMs: number;
}

/** An entry of the outbox as screens show it; another user's entries carry no body (rule OB13). */
export interface OutboxEntry {
  id: string;
  seq: number;
  kind: string;
  title: string;
  deviceIds: string[];
  userName: string;
  own: boolean;
  /** By the server's clock, as far as it was known when the entry was made. */
  madeAt: string;
  /** The tablet's clock was behind: `madeAt` is an estimate. */
  timeEstimated: boolean;
  state: CommandState;
  error: CommandError | null;
  /** By the server's clock. */
  answeredAt: string | null;
  /** The server's notice for the author, such as an earlier closing; nothing of another user's entry. */
  notices: readonly string[];
  nextAttemptAt: number | null;
  files: { sha256: string; name: string; size: number; sentBytes: number; received: boolean }[];
  /** Files that it was saved without. */
  lost: Pick<LostFile, 'name' | 'reason'>[];
  /** The call and body, to correct it; null for another user's entry. */
  call: { name: CallName; body: unknown } | null;
  /** True when the refusal can be turned into a note on the closed record. */
  canAddNote: boolean;
}

/** The replica with the outbox laid over: all reads are in memory. `revision` grows with each change. */
export interface WardView {
  readonly revision: number;
  /** False until the first download is complete: before, nothing can be called absent. */
  readonly ready: boolean;
  get<K extends ReplicaKind>(kind: K, id: string): ReplicaRecords[K] | undefined;
  /** All records of a kind; the same array as long as nothing of the kind changes. */
  all<K extends ReplicaKind>(kind: K): readonly ReplicaRecords[K][];
  /** True while an unanswered entry of this tablet changes the record. */
  isPending(kind: ReplicaKind, id: string): boolean;
  deviceBySerial(serialNumber: string): DeviceRecord | undefined;
  /** Devices whose serial, name, make, model, department or location contain every word; best matches first. */
  searchDevices(text: string, limit: number): DeviceRecord[];
  count(kind: ReplicaKind): number;
  /**
   * Reads up to this many rows of a kind that have not been read yet; true once there are none left, so that `all`
   * takes no time. For screens that need all rows: reading in parts lets the page react to taps in between.
   */
  readAhead(kind: ReplicaKind, most: number): boolean;
}

/** A picked file: what the fact names, and the bytes that follow it. */
export interface PickedFile {
  ref: FileRef;
  bytes: ArrayBuffer;
}

/** A saved entry; it names the files for which the tablet had no room, and the text is kept without them. */
export interface SavedEntry {
  id: string;
  refusedFiles: LostFile[];
}

/** A file that could not be kept, and why: no room for it, its bytes are gone, or a browser that stores nothing. */
export interface LostFile extends FileRef {
  reason: MissingReason;
}

/** Why a write could not be saved on this tablet. */
export class SaveError extends Error {
  readonly code:
    | 'invalid'
    | 'storage-full'
    | 'files-not-kept'
    | 'no-storage'
    | 'not-saved'
    | 'signed-out'
    | 'not-found';
  /** Field -> sentences; on `invalid`. */
  readonly errors: Record<string, string[]>;
  /** The files that could not be kept; on `files-not-kept`. */
  readonly lost: readonly LostFile[];
  constructor(
    code: SaveError['code'],
    message: string,
    errors: Record<string, string[]> = {},
    lost: readonly LostFile[] = [],
  ) {
    super(message);
    this.name = 'SaveError';
    this.code = code;
    this.errors = errors;
    this.lost = lost;
  }
}

/** The state of a saved entry when the wait ended. */
export type SaveOutcome =
  | { kind: 'received'; answer: unknown }
  | { kind: 'saved-on-tablet' }
  | { kind: 'refused'; error: CommandError };

/** A call that failed: no network, or the server's problem. */
export class CallError extends Error {
  readonly problem: Problem | null;
  readonly kind: 'offline' | 'problem' | 'signed-out';
  /** The status of the answer, which may be a proxy's; null without one. */
  readonly status: number | null;
  constructor(
    kind: 'offline' | 'problem' | 'signed-out',
    message: string,
    problem: Problem | null = null,
    status: number | null = problem?.status ?? null,
  ) {
    super(message);
    this.name = 'CallError';
    this.kind = kind;
    this.problem = problem;
    this.status = status;
  }
}

/** Parameters, query, body and files of an online call. */
export type CallInput<N extends CallName> = {
  params?: ParamsOf<Calls[N]>;
  query?: QueryInput<Calls[N]>;
  body?: BodyInput<Calls[N]>;
  /** Multipart files by field name. */
  files?: Record<string, Blob>;
  idempotencyKey?: string;
  signal?: AbortSignal;
};

/** The server's answer as this tablet last received it. */
export interface Seen<Answer> {
  answer: Answer;
  /** Instant at which it came. */
  at: string;
}

/** A banner about this tablet. `count` distinguishes a new occurrence from one that the user has dismissed. */
export interface TabletWarning {
  code: 'evicted' | 'no-storage' | 'clock' | 'storage-full';
  text: string;
  count: number;
}

/** Options of a save. */
export interface SaveOptions {
  files?: PickedFile[];
  /** The refused entry that this one corrects. */
  replaces?: string;
  /** The draft that becomes this entry in the same transaction. */
  draftKey?: string;
  /** With `refuse`, nothing is saved if a file cannot be kept: the user decides. Default: the text is saved (rule ST2). */
  lostFiles?: 'save-text' | 'refuse';
}

/** Everything the screens may ask of the engine. Listeners are called after each change. */
export interface WardEngine extends TabletPin {
  subscribe(listener: () => void): () => void;
  session(): SessionState;
  login(email: string, password: string): Promise<Session>;
  /** In the state `new-password`: sets the user's own password and signs in with it. Throws: CallError. */
  choosePassword(newPassword: string): Promise<void>;
  /** Entries of the current user that are not on the server yet. */
  unsentCount(): number;
  /** With `removeData` the hospital's data leaves this tablet, too; unsent work stays (rule AU9). */
  logout(options?: { removeData?: boolean }): Promise<void>;
  lock(): Promise<void>;
  /** Resolves to true if it unlocks the tablet. Throws: CallError if only the server could tell, and does not. */
  unlock(secret: string, by?: UnlockSecret): Promise<boolean>;

  view(): WardView;
  status(): SyncStatus;
  outbox(): readonly OutboxEntry[];

  /** Validates, stores (durably) and queues a write; resolves when it is saved on this tablet. */
  save<N extends OfflineCallName>(name: N, body: BodyInput<Calls[N]>, options?: SaveOptions): Promise<SavedEntry>;
  /** Waits until the server has answered a saved entry, a try has failed, its author has to sign in, or the time is up. */
  outcome(id: string, waitMs: number): Promise<SaveOutcome>;
  /** An online call with the session; throws CallError. */
  call<N extends CallName>(name: N, input?: CallInput<N>): Promise<AnswerOf<Calls[N]>>;
  /** An online call whose answer is a file (`raw` in the contract); throws CallError. */
  download<N extends CallName>(name: N, input?: CallInput<N>): Promise<Blob>;

  /** The last answer that this user got to a list call, for screens without network. */
  responseCache<N extends CallName>(name: N, input?: CallInput<N>): Promise<Seen<AnswerOf<Calls[N]>> | undefined>;
  /** A new Idempotency-Key for an online call. */
  newKey(): string;

  sendNow(): void;
  retry(id: string): Promise<void>;
  discard(id: string): Promise<void>;
  addAsNote(id: string): Promise<SavedEntry>;
  exportUnsent(): Promise<Blob>;
  importUnsent(file: Blob): Promise<{ added: number; known: number }>;

  readDraft<T>(key: string): Promise<T | undefined>;
  writeDraft(key: string, value: unknown): Promise<void>;
  deleteDraft(key: string): Promise<void>;

  /** Bytes of a file that is waiting on this tablet or has just been sent. */
  localFile(sha256: string): Promise<ArrayBuffer | undefined>;

  storage(): Promise<{ usedBytes: number; quotaBytes: number; persisted: boolean }>;
  requestPersistence(): Promise<boolean>;
  /** Banners about the tablet: evicted storage, no storage at all, a full one, a wrong clock. */
  warnings(): readonly TabletWarning[];
  /** True when no entry is being sent, so that the app may be updated. */
  isIdle(): boolean;
  dispose(): Promise<void>;
}
