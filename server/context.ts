import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, Role } from '#contract/define.ts';
import type { CallName, Calls } from '#contract/index.ts';
import type { FileStore, Upload } from './attachments/file-store.ts';
import type { AppMeta } from './app-meta.ts';
import type { AccessTokens } from './auth/tokens.ts';
import type { Database, Executor } from './db/database.ts';
import type { HospitalFacts, HospitalScope, WriteScope } from './db/scope.ts';
import type { ChangeHub } from './sync/events.ts';
import type { WriteGate } from './sync/write-gate.ts';

/** What the handlers of this server share. */
export interface Services {
  db: Database;
  /** The only source of time. */
  now: () => Date;
  meta: AppMeta;
  tokens: AccessTokens;
  files: FileStore;
  hub: ChangeHub;
  /** What every write passes through. */
  writes: WriteGate;
  /** Checks answers against the contract; tests and development want it. */
  checkAnswers: boolean;
}

/** Who asks, as the session says. */
export interface SessionActor {
  id: string;
  name: string;
  role: Role;
  hospital: HospitalFacts | null;
  scope: 'full' | 'outbox';
  familyId: string;
}

/** When an entry was made. Source: sync.md, section 6 (device clock). */
export interface EntryTime {
  /** Time of the entry: the device's, corrected by its measured offset, never later than now. */
  at: Date;
  /** Time as the device showed it; null when the client did not say. */
  madeAt: Date | null;
  /** Units: milliseconds, server minus device. */
  offsetMs: number;
  /** The device's clock was more than 10 minutes off. */
  clockFlagged: boolean;
}

/** The whole installation, for calls without a hospital. */
export interface System {
  db: Executor;
  /** The hospital of this id for writing; its changed records get their version at the end of the call. */
  inHospital(id: string): Promise<WriteScope | undefined>;
}

interface CommonContext<C> {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  now: Date;
  services: Services;
  /** Files of a multipart form whose call names no file references. */
  uploads: readonly Upload[];
}

interface WriteContext {
  /** Key of the write: the id of the record that a fact creates. */
  id: string;
  time: EntryTime;
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
  (IsWrite<Calls[N]> extends true ? WriteContext : unknown);

/** The act of a call: everything around it (session, access, validation, key, version) is done by `mount`. */
export type Handler<N extends CallName> = (ctx: CallContext<N>) => Promise<AnswerOf<Calls[N]>>;
export type Handlers<N extends CallName> = { [K in N]: Handler<K> };

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
/** All other calls. */
export type KeyedCallName = Exclude<CallName, DirectCallName>;

/** What a direct handler gets: checked and validated alike, but it sends its own answer. */
interface DirectContext<N extends CallName> {
  params: ParamsOf<Calls[N]>;
  query: QueryOf<Calls[N]>;
  body: BodyOf<Calls[N]>;
  now: Date;
  services: Services;
  actor: Access<Calls[N]> extends 'open' ? SessionActor | null : SessionActor;
  hospital: IsHospitalCall<Calls[N]> extends true ? HospitalScope : null;
  request: FastifyRequest;
  reply: FastifyReply;
}
/** Gives the JSON answer; the handler of a call with `raw` uses `reply` itself and gives nothing. */
export type DirectHandler<N extends CallName> = (ctx: DirectContext<N>) => Promise<unknown>;
export type DirectHandlers<N extends DirectCallName> = { [K in N]: DirectHandler<K> };
