import type { SQL } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, Role } from '#contract/define.ts';
import type { CallName, Calls } from '#contract/index.ts';
import type { Session } from '#contract/calls/session.ts';
import type { FileStore, Upload } from './files/file-store.ts';
import type { AppMeta } from './db/app-meta.ts';
import type { ChangeHub } from './db/change-hub.ts';
import type { SecurityEvent, SecurityFacts, SecurityLog } from './auth/security-events.ts';
import type { AccessTokens } from './auth/tokens.ts';
import type { ActivityCounter } from './kept-counts/activity-counter.ts';
import type { CountKeeper } from './kept-counts/counts.ts';
import type { FigureKeeper } from './kept-counts/hospital-figures.ts';
import type { Kept } from './kept-counts/kept.ts';
import type { Gate } from './gate.ts';
import type { Crowds } from './crowds.ts';
import type { BodyRoom } from './body-room.ts';
import type { ReadyJson } from './ready-json.ts';
import type { Database, Executor } from './db/database.ts';
import type { HospitalFacts, HospitalScope, WriteScope } from './db/scope.ts';
import type { Mailer } from './outgoing/mailer.ts';
import type { Pusher } from './outgoing/pusher.ts';
import type { WriteGate } from './db/write-gate.ts';

/** Dependencies that all handlers share. */
export interface Services {
  db: Database;
  /** The only source of time. */
  now: () => Date;
  meta: AppMeta;
  tokens: AccessTokens;
  files: FileStore;
  /** Maximum duration of a sign-in. Units: milliseconds. */
  sessionMs: number;
  hub: ChangeHub;
  /** Logs refusals and other security events. */
  security: SecurityLog;
  /** Limits concurrent writes. */
  writes: WriteGate;
  /** Limits concurrent work for people without an account, by hospital or label. */
  publicDoor: Gate;
  /** Where reports from labels need a proof at the moment. */
  crowds: Crowds;
  /** Undefined if this server sends no mail. */
  mailer: Mailer | undefined;
  /** Sends notices by push. */
  pusher: Pusher;
  /** Bounds the memory of request bodies. */
  bodies: BodyRoom;
  /** Figures for dashboards. */
  figures: FigureKeeper;
  /** Lengths of lists. */
  counts: CountKeeper;
  /** Lengths of activity logs. */
  activity: ActivityCounter;
  /** Cached answers and parts of them. */
  kept: Kept;
  /** Checks answers against the contract; used in tests and development. */
  checkAnswers: boolean;
}

/** The rights of a session, see `scope` in the session answer. */
export type SessionScope = Session['scope'];

/** The caller, according to the session. */
export interface SessionActor {
  id: string;
  name: string;
  role: Role;
  hospital: HospitalFacts | null;
  scope: SessionScope;
  familyId: string;
}

/** The time of an entry. */
export interface EntryTime {
  /** The tablet's time, corrected by its measured offset and never later than now. */
  at: Date;
  /** The time that the tablet showed; null when the client did not say. */
  madeAt: Date | null;
  /** The time that the tablet assumed while its clock was behind its last contact (rule ST9); null otherwise. */
  saidAt: Date | null;
  /** The tablet's own time if no contact has corrected its clock; null otherwise. */
  tabletTime: Date | null;
  /** Units: milliseconds, server minus tablet. */
  offsetMs: number;
  /** The tablet's clock was more than 10 minutes off. */
  clockFlagged: boolean;
}

/** The server as a whole, for calls without a hospital. */
export interface System {
  db: Executor;
  /** Opens a hospital for writing; its changed records get their version at the end of the call. */
  inHospital(id: string): Promise<WriteScope | undefined>;
}

/**
 * Notes a security event in the activity log and the server's log; for a write, once it has committed. Account,
 * hospital and address come from the request; `hospital` overrides the hospital.
 */
export type NoteSecurity = (event: SecurityEvent, facts?: Pick<SecurityFacts, 'account' | 'hospital'>) => Promise<void>;

interface CommonContext<C> {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  now: Date;
  services: Services;
  note: NoteSecurity;
  /** Network address of the client. */
  address: string;
  /** Files of a multipart form whose call names no file references. */
  uploads: readonly Upload[];
}

interface WriteContext {
  /** Key of the write: the id of the record that a fact creates. */
  id: string;
  time: EntryTime;
}

interface ReadContext {
  /** Sets a header with the total number of rows when the answer has only the first ones. */
  total(count: number): void;
}

type Access<C> = C extends { access: infer A } ? A : never;
type IsHospitalCall<C> = Access<C> extends readonly (infer R)[] ? ('Admin' extends R ? false : true) : false;
type IsWrite<C> = C extends { method: 'GET' } ? false : true;

type WhoContext<C> =
  IsHospitalCall<C> extends true
    ? { actor: SessionActor; hospital: IsWrite<C> extends true ? WriteScope : HospitalScope }
    : { actor: Access<C> extends 'open' ? SessionActor | null : SessionActor; system: System };

/** The input of a call's handler. */
export type CallContext<N extends CallName> = CommonContext<Calls[N]> &
  WhoContext<Calls[N]> &
  (IsWrite<Calls[N]> extends true ? WriteContext : ReadContext);

/** Performs the action of a call; `mount` does the rest (session, access, validation, key, version). */
export type Handler<N extends CallName> = (ctx: CallContext<N>) => Promise<AnswerOf<Calls[N]> | Ready<N>>;
/** The answer of a write is stored with its key, so it is never a ready-made JSON text. */
type Ready<N extends CallName> = IsWrite<Calls[N]> extends true ? never : ReadyJson<AnswerOf<Calls[N]>>;

/** The input of a single-statement read: the validated request and the hospital. */
export interface AskedOfOne<N extends CallName> {
  params: ParamsOf<Calls[N]>;
  query: QueryOf<Calls[N]>;
  hospital: Pick<HospitalScope, 'id'>;
}

/**
 * Reads one row with one statement that depends only on the input. The statement is sent together with the session
 * check, and the database runs it only if the session is admitted. Source:
 * docs/decisions/357-lists-beside-the-session.md
 */
export interface ReadOfOne<N extends CallName, R = never> {
  statement(asked: AskedOfOne<N>): SQL;
  /** Builds the answer from the row; integers and JSON arrive parsed. */
  answer(row: R, asked: AskedOfOne<N>): AnswerOf<Calls[N]>;
}
type OfHospitalRead<N extends CallName> =
  IsHospitalCall<Calls[N]> extends true ? (IsWrite<Calls[N]> extends true ? never : ReadOfOne<N>) : never;

export type Handlers<N extends CallName> = { [K in N]: Handler<K> | OfHospitalRead<K> };

/** Calls that need the raw request or reply: bytes, event streams, cookies. */
export type DirectCallName = {
  [N in CallName]: Calls[N] extends { raw: string }
    ? N
    : Calls[N] extends { access: 'open'; method: 'POST' }
      ? N
      : N extends
            | 'putAttachment'
            | 'putFaultPhoto'
            | 'reportTablet'
            | 'reportCrash'
            | 'subscribePush'
            | 'unsubscribePush'
            | 'tryPush'
            | 'tryMail'
        ? N
        : never;
}[CallName];
/** All other calls, reads and writes: the handler takes values and returns the answer. */
export type PlainCallName = Exclude<CallName, DirectCallName>;

/** The input of a direct handler: the same checks and validation apply, but the handler sends the answer itself. */
export interface DirectContext<N extends CallName> {
  params: ParamsOf<Calls[N]>;
  query: QueryOf<Calls[N]>;
  body: BodyOf<Calls[N]>;
  now: Date;
  services: Services;
  note: NoteSecurity;
  actor: Access<Calls[N]> extends 'open' ? SessionActor | null : SessionActor;
  hospital: IsHospitalCall<Calls[N]> extends true ? HospitalScope : null;
  request: FastifyRequest;
  reply: FastifyReply;
}
/** Returns the JSON answer; the handler of a call with `raw` uses `reply` itself and returns nothing. */
export type DirectHandler<N extends CallName> = (ctx: DirectContext<N>) => Promise<unknown>;
export type DirectHandlers<N extends DirectCallName> = { [K in N]: DirectHandler<K> };
