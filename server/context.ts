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
import type { CountKeeper } from './kept-counts/counts.ts';
import type { FigureKeeper } from './kept-counts/hospital-figures.ts';
import type { Kept } from './kept-counts/kept.ts';
import type { ReadyJson } from './ready-json.ts';
import type { Database, Executor } from './db/database.ts';
import type { HospitalFacts, HospitalScope, WriteScope } from './db/scope.ts';
import type { WriteGate } from './db/write-gate.ts';

/** What the handlers of this server share. */
export interface Services {
  db: Database;
  /** The only source of time. */
  now: () => Date;
  meta: AppMeta;
  tokens: AccessTokens;
  files: FileStore;
  /** How long a sign-in lasts at most. Units: milliseconds. */
  sessionMs: number;
  hub: ChangeHub;
  /** Where refusals and other events of security leave their trace. */
  security: SecurityLog;
  /** What every write passes through. */
  writes: WriteGate;
  /** What dashboards show. */
  figures: FigureKeeper;
  /** How long lists are. */
  counts: CountKeeper;
  /** Answers and parts of them. */
  kept: Kept;
  /** Checks answers against the contract; used in tests and development. */
  checkAnswers: boolean;
}

/** What a session may do, see the `scope` of its answer. */
export type SessionScope = Session['scope'];

/** Who asks, as the session says. */
export interface SessionActor {
  id: string;
  name: string;
  role: Role;
  hospital: HospitalFacts | null;
  scope: SessionScope;
  familyId: string;
}

/** When an entry was made. */
export interface EntryTime {
  /** Time of the entry: the tablet's, corrected by its measured offset, never later than now. */
  at: Date;
  /** Time as the tablet showed it; null when the client did not say. */
  madeAt: Date | null;
  /** What the tablet took for now while its clock was behind its last contact (rule ST9); null otherwise. */
  saidAt: Date | null;
  /** The tablet's own time if no contact has corrected its clock; null otherwise. */
  tabletTime: Date | null;
  /** Units: milliseconds, server minus tablet. */
  offsetMs: number;
  /** The tablet's clock was more than 10 minutes off. */
  clockFlagged: boolean;
}

/** The whole server, for calls without a hospital. */
export interface System {
  db: Executor;
  /** The hospital of this id for writing; its changed records get their version at the end of the call. */
  inHospital(id: string): Promise<WriteScope | undefined>;
}

/**
 * Notes an event of security in the activity log and in the server's log; that of a write is noted when the write is
 * committed. Who did it, in which hospital and from where is known; `hospital` names another one.
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
  /** Says in a header how many rows there are of which the answer has only the first. */
  total(count: number): void;
}

type Access<C> = C extends { access: infer A } ? A : never;
type IsHospitalCall<C> = Access<C> extends readonly (infer R)[] ? ('Admin' extends R ? false : true) : false;
type IsWrite<C> = C extends { method: 'GET' } ? false : true;

type WhoContext<C> =
  IsHospitalCall<C> extends true
    ? { actor: SessionActor; hospital: IsWrite<C> extends true ? WriteScope : HospitalScope }
    : { actor: Access<C> extends 'open' ? SessionActor | null : SessionActor; system: System };

/** What the handler of a call gets. */
export type CallContext<N extends CallName> = CommonContext<Calls[N]> &
  WhoContext<Calls[N]> &
  (IsWrite<Calls[N]> extends true ? WriteContext : ReadContext);

/** The act of a call: everything around it (session, access, validation, key, version) is done by `mount`. */
export type Handler<N extends CallName> = (ctx: CallContext<N>) => Promise<AnswerOf<Calls[N]> | Ready<N>>;
/** The answer of a write is stored with its key, so it is never ready. */
type Ready<N extends CallName> = IsWrite<Calls[N]> extends true ? never : ReadyJson<AnswerOf<Calls[N]>>;

/** What a read of one statement knows: the valid input, and the hospital. */
export interface AskedOfOne<N extends CallName> {
  params: ParamsOf<Calls[N]>;
  query: QueryOf<Calls[N]>;
  hospital: Pick<HospitalScope, 'id'>;
}

/**
 * A read of one row by one statement, built only from the input: it is sent to the database together with the session,
 * which the database admits first. Source: docs/decisions/357-lists-beside-the-session.md
 */
export interface ReadOfOne<N extends CallName, R = never> {
  statement(asked: AskedOfOne<N>): SQL;
  /** The answer of the row; integers and JSON of the row come as such. */
  answer(row: R, asked: AskedOfOne<N>): AnswerOf<Calls[N]>;
}
type OfHospitalRead<N extends CallName> =
  IsHospitalCall<Calls[N]> extends true ? (IsWrite<Calls[N]> extends true ? never : ReadOfOne<N>) : never;

export type Handlers<N extends CallName> = { [K in N]: Handler<K> | OfHospitalRead<K> };

/** Calls that need the bare request or answer: bytes, event streams, cookies. */
export type DirectCallName = {
  [N in CallName]: Calls[N] extends { raw: string }
    ? N
    : Calls[N] extends { access: 'open'; method: 'POST' }
      ? N
      : N extends 'putAttachment'
        ? N
        : never;
}[CallName];
/** All other calls, reads and writes: the handler gets values and returns the answer. */
export type PlainCallName = Exclude<CallName, DirectCallName>;

/** What a direct handler gets: the same checks and validation, but it sends its own answer. */
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
/** Returns the JSON answer; the handler of a call with `raw` uses `reply` itself and gives nothing. */
export type DirectHandler<N extends CallName> = (ctx: DirectContext<N>) => Promise<unknown>;
export type DirectHandlers<N extends DirectCallName> = { [K in N]: DirectHandler<K> };
