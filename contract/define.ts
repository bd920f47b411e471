import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { Patch, ReplicaView } from './replica.ts';

/** The three roles of the product. Source: document 1, section 1. */
export type Role = 'Admin' | 'BME' | 'Hospital';

/** Who may make a call: anyone, any signed-in user, or the named roles. */
export type Access = 'open' | 'signed-in' | readonly Role[];

/** Any zod schema; the contract is written with `zod/mini` so that the app can carry it. */
export type Schema = z.ZodMiniType;

/** A file that a fact names before its bytes arrive. Units: size in bytes. Source: sync.md section 3. */
export interface FileRef {
  sha256: string;
  size: number;
  mime: string;
  name: string;
}

/** What an effect may know: the entry's own facts and the replica under it. */
export interface EffectContext {
  commandId: string;
  madeAt: string;
  user: { id: string; name: string };
  timeZone: string;
  view: ReplicaView;
}

/**
 * How a write behaves without network: its kind in the outbox, the order it keeps, what the user sees at once.
 * Method syntax keeps the parameters bivariant, so that a list of all writes needs no cast.
 */
export interface OfflineWrite<Body = unknown> {
  /** Name in the outbox, for example `task.close`; never reused for another meaning. */
  kind: string;
  /** Version of the body's shape; every `kind@version` ever shipped stays readable for 180 days. */
  version: number;
  /** What must stay in order, for example `task:123`. */
  stream(body: Body, commandId: string): string;
  /** One line for the outbox list, for example `Close PM of VENT-0012`. */
  title(body: Body, view: ReplicaView): string;
  /** The devices the entry speaks of (installation ids). */
  deviceIds(body: Body): string[];
  /** The files whose bytes follow the fact. */
  files(body: Body): FileRef[];
  /** What changes on the screens of this device at once, as a pure function. */
  effect(body: Body, context: EffectContext): Patch[];
}

/** One call of the API, declared once for client, server, OpenAPI and tests. */
export interface CallSpec {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`, with `:name` for parameters. */
  path: string;
  summary: string;
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
  /** Refusals of this call's own, beside the ones every call has. */
  errors?: readonly ErrorCode[];
  /** True for calls that tokens of scope `outbox` may make although they are no offline write (files). */
  outboxScope?: boolean;
  /** Calls per minute and address; public calls have one. */
  perMinute?: number;
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
