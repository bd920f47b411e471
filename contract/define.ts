import type { FileRef } from './records/values.ts';
import type * as z from './zod.ts';
import type { ErrorCode } from './errors.ts';
import type { fileRef } from './fields.ts';
import type { EffectView, Patch, ReplicaView, SampleView } from './records/replica.ts';
import type { Role } from './records/roles.ts';

export type { Role };

/** Who may make a call: anyone, any signed-in user, or the named roles. */
export type Access = 'open' | 'signed-in' | readonly Role[];

/** Any zod schema; the contract is written with `zod/mini` so that the app can carry it. */
export type Schema = z.ZodMiniType;

/** The facts an effect may use: those of the entry and the replica. */
export interface EffectContext {
  commandId: string;
  /** When the entry was made, by the server's clock: a command's `madeAt`, corrected by `offsetMs`. */
  at: string;
  /** Server minus tablet, for the instants in the body. Units: milliseconds. */
  offsetMs: number;
  user: { id: string; name: string };
  timeZone: string;
  view: EffectView;
}

/** The form in which a refused entry is corrected; the app knows the address of each. */
export type CorrectionForm =
  | { screen: 'ticketNew' }
  | { screen: 'ticket'; ticketId: string }
  | { screen: 'taskClose'; taskId: string }
  | { screen: 'roundAdd'; templateId: string }
  | { screen: 'test'; deviceId: string; procedureId: string; taskId: string | null };

/** The note that a refused entry becomes on a record that somebody else has closed. */
export interface NoteEntry {
  write: OfflineWrite;
  body: unknown;
}

/** Random choices, texts and files for samples; seeded, so that a run can be repeated. */
export interface SampleSource {
  /** In [0, 1). */
  next(): number;
  /** Returns a text unique among samples; at most 200 characters. */
  text(): string;
  /** Returns a file unique among samples; the caller keeps its bytes. */
  file(): z.output<typeof fileRef>;
  /** The instant at which the body is written, by the tablet's clock. */
  now: string;
  timeZone: string;
}

/**
 * How a write behaves without network: its kind in the outbox, the order it keeps, what the user sees immediately.
 * Method syntax keeps the parameters bivariant, so that a list of all writes needs no cast.
 */
export interface OfflineWrite<Body = unknown> {
  /** Name in the outbox, for example `task.close`; never reused for another meaning. */
  kind: string;
  /** Version of the body's shape; every `kind@version` ever shipped stays readable for 180 days. */
  version: number;
  /** Entries of the same stream are sent in order, for example `task:123`. */
  stream(body: Body, commandId: string): string;
  /** Returns the id of the record it is about; by default, the one that its stream names. */
  about?(body: Body): string;
  /** The id of a record that it creates under another id than its own; null if it creates none. */
  makes?(body: Body): string | null;
  /** Returns the body with values of its author's view at that time, which may change later. */
  complete?(body: Body, view: ReplicaView): Body;
  /** One line for the outbox list, for example `Close PM of VENT-0012`. */
  title(body: Body, view: ReplicaView): string;
  /** The ids of the devices that the entry is about. */
  deviceIds(body: Body): string[];
  /** The files that the fact names; the bytes of those that could be kept follow. */
  files(body: Body): FileRef[];
  /**
   * The files that a record of the view already names: their bytes have arrived, or will come from its author's tablet.
   */
  known?(body: Body, view: ReplicaView): FileRef[];
  /** What changes on this tablet's screens immediately, as a pure function. */
  effect(body: Body, context: EffectContext): Patch[];
  /** Where a refused entry is corrected; null when it has no form. */
  correctIn(body: Body): CorrectionForm | null;
  /** Returns the note that an entry becomes after a refusal with this code; null if it cannot become one. */
  asNote(body: Body, code: string): NoteEntry | null;
  /** Returns a valid body that matches the replica, for simulations and tests; null if nothing matches. */
  sample(source: SampleSource, view: SampleView): Body | null;
}

/** The words of the activity log for a write whose body decides what it did. Method syntax: see `OfflineWrite`. */
export interface ActivityByBody<Body = unknown> {
  /** For rows of releases that did not store the variant. */
  text: string;
  variantOf(body: Body): string;
  variants: Readonly<Record<string, string>>;
}

/** One call of the API, declared once for client, server, OpenAPI and tests. */
export interface CallSpec {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`, with `:name` for parameters. */
  path: string;
  summary: string;
  /** The words of the activity log for what a write did. */
  activity?: string | ActivityByBody;
  access: Access;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** The same body may come as a multipart form with files (the documents' plain call). */
  multipart?: boolean;
  /** Absent: the call answers 204 without a body, or (with `raw`) bytes that are not JSON. */
  answer?: Schema;
  /** Content type of an answer that is not JSON. */
  raw?: string;
  status?: 200 | 201 | 204;
  /** Refusals specific to this call, in addition to those of every call. */
  errors?: readonly ErrorCode[];
  /** True for calls that tokens of scope `outbox` may make although they are not offline writes (files). */
  outboxScope?: boolean;
  /**
   * True for calls that a session with a one-time password may make; all others are refused. Source: docs/product.md
   * P64.
   */
  oneTimePassword?: boolean;
  /** True if a tablet keeps the last answers although the call reads a single record: its page shows them offline. */
  keptAsSeen?: boolean;
  /** Calls per minute of one session, and of one address without a session. */
  perMinute?: { session: number; stranger: number };
  /** Largest body, if it is not the usual one. Units: bytes. */
  maxBytes?: number;
  offline?: OfflineWrite;
}

/** Declares a call and keeps its exact type. */
export function defineCall<const S extends CallSpec>(spec: S): S {
  return spec;
}

/** Declares how a write with this body behaves offline. */
export function offlineWrite<S extends Schema>(_body: S, write: OfflineWrite<z.output<S>>): OfflineWrite<z.output<S>> {
  return write;
}

/** Declares the words of a write with this body. */
export function activityByBody<S extends Schema>(
  _body: S,
  activity: ActivityByBody<z.output<S>>,
): ActivityByBody<z.output<S>> {
  return activity;
}

type OutputOf<C, K extends string> = C extends { [key in K]: infer S extends Schema } ? z.output<S> : undefined;
type InputOf<C, K extends string> = C extends { [key in K]: infer S extends Schema } ? z.input<S> : undefined;

/** The answer a call gives. */
export type AnswerOf<C> = OutputOf<C, 'answer'>;
/** The body as the server gets it after validation. */
export type BodyOf<C> = OutputOf<C, 'body'>;
/** The body as a form or client may write it. */
export type BodyInput<C> = InputOf<C, 'body'>;
/** The query after validation. */
export type QueryOf<C> = OutputOf<C, 'query'>;
/** The query as a client may write it. */
export type QueryInput<C> = InputOf<C, 'query'>;
/** The path parameters after validation. */
export type ParamsOf<C> = OutputOf<C, 'params'>;
