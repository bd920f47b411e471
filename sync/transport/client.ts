import { callPath, calls } from '#contract/index.ts';
import type { CallName, Calls } from '#contract/index.ts';
import type { AnswerOf, CallSpec } from '#contract/define.ts';
import { retryClass } from '#contract/errors.ts';
import { idempotencyHeader, kindHeader, versionHeader } from '#contract/calls/sync.ts';
import type { Ports } from '../ports/ports.ts';
import type { WireRequest } from './http.ts';
import type { ServerStatus } from './server-status.ts';
import { CallError } from '../types.ts';
import type { CallInput } from '../types.ts';
import { codeOf, exchange, firstAnswer, messageOf, problemOf, readBody } from './wire.ts';
import type { WireResult } from './wire.ts';

/** The sentence for a call without the network it needs. */
const offlineText = 'No connection to the server. Please try again when you are online.';
/** The sentence for a call without a session; the server says the same. */
const noTokenText = 'Authorization token not found.';

/** The result of a request as a certain user. */
export type SendResult = WireResult | { kind: 'signed-out'; message: string };

/** An access token of one user, or why there is none. */
export type TokenResult =
  | { kind: 'token'; token: string }
  | { kind: 'signed-out'; message: string }
  | { kind: 'no-answer'; result: WireResult };

/** What the client needs of the session. */
export interface ClientSession {
  /** The user who is signed in. */
  current(): { userId: string } | null;
  tokens: {
    /** A token of the user; `stale` is one that the server has just refused. */
    tokenFor(userId: string, stale?: string): Promise<TokenResult>;
  };
  /** The server no longer accepts the session. */
  end(reason: string): Promise<void>;
}

/** Typed calls with the session, and single requests as a certain user. */
export interface Client {
  callApi<N extends CallName>(name: N, input?: CallInput<N>): Promise<AnswerOf<Calls[N]>>;
  /** An answer that is read piece by piece (events) or as bytes; throws CallError. */
  openStream<N extends CallName>(name: N, input?: CallInput<N>): Promise<Response>;
  /** One request with a token of this user; a refused token is renewed once. */
  sendAs(userId: string, request: WireRequest): Promise<SendResult>;
  /** Asks the server for no more than an answer, whose Date is then known. */
  contact(signal: AbortSignal): Promise<WireResult>;
  /** The last attempt of this context failed. */
  isOffline(): boolean;
}

type LooseInput = {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  files?: Record<string, Blob>;
  idempotencyKey?: string;
  signal?: AbortSignal;
};

function queryText(query: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      search.set(key, String(value));
    }
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

function formOf(body: unknown, files: Record<string, Blob>): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(body ?? {})) {
    if (value === undefined || value === null) continue;
    form.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  for (const [key, file] of Object.entries(files)) form.set(key, file);
  return form;
}

/** The request for a call, without its token. */
export function requestOf(spec: CallSpec, input: LooseInput): WireRequest {
  const params: Record<string, string> = {};
  for (const [key, value] of Object.entries(input.params ?? {})) params[key] = String(value);
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (input.idempotencyKey !== undefined) headers[idempotencyHeader] = input.idempotencyKey;
  if (spec.offline) headers[kindHeader] = `${spec.offline.kind}@${spec.offline.version}`;
  const request: WireRequest = {
    method: spec.method,
    path: `/api${callPath(spec, params)}${queryText(input.query)}`,
    headers,
  };
  if (input.signal) request.signal = input.signal;
  if (input.files) request.body = formOf(input.body, input.files);
  else if (input.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    request.body = JSON.stringify(input.body);
  }
  return request;
}

const loose = (input: object | undefined): LooseInput => input ?? {};

/**
 * The client of one context. `onWritten` gets the version of the signed-in user's hospital after one of their writes
 * was sent directly to the server.
 */
export function createClient(
  ports: Ports,
  session: ClientSession,
  serverStatus: ServerStatus,
  onWritten: (version: number) => void = () => undefined,
): Client {
  /** Records the outcome of a request that was sent after this many `answers`. */
  function heard(result: WireResult, answers: number, mayBeStored = false): void {
    if (result.kind === 'unreachable') {
      if (result.code !== 'aborted') serverStatus.failed(answers);
      return;
    }
    serverStatus.alive();
    serverStatus.measured(result.headers.get('Date'), mayBeStored);
    serverStatus.askedToUpdate(result.status === 426);
  }

  async function sendAs(userId: string, request: WireRequest): Promise<SendResult> {
    let stale: string | undefined;
    for (;;) {
      const answers = serverStatus.answers();
      const token = await session.tokens.tokenFor(userId, stale);
      if (token.kind === 'signed-out') return token;
      if (token.kind === 'no-answer') {
        heard(token.result, answers);
        return token.result;
      }
      const before = serverStatus.answers();
      const result = await exchange(ports, { ...request, token: token.token });
      heard(result, before, request.method === 'GET');
      const refused = result.kind === 'ours' && retryClass(result.status, codeOf(result.body)) === 'sign-in';
      if (!refused) return result;
      if (stale !== undefined) return { kind: 'signed-out', message: messageOf(result.body) };
      stale = token.token;
    }
  }

  /** Sends as the signed-in user, or as a visitor where the call is open. */
  async function sendAsCurrent(spec: CallSpec, request: WireRequest): Promise<SendResult> {
    const userId = session.current()?.userId;
    if (userId !== undefined) return sendAs(userId, request);
    if (spec.access !== 'open') throw new CallError('signed-out', noTokenText);
    const answers = serverStatus.answers();
    const result = await exchange(ports, request);
    heard(result, answers);
    return result;
  }

  /** The user's token for a stream. Throws: CallError when there is none. */
  async function tokenForStream(userId: string, stale: string | undefined): Promise<string> {
    const answers = serverStatus.answers();
    const token = await session.tokens.tokenFor(userId, stale);
    if (token.kind === 'token') return token.token;
    if (token.kind === 'signed-out') throw new CallError('signed-out', token.message);
    heard(token.result, answers);
    throw new CallError('offline', offlineText);
  }

  async function openStream<N extends CallName>(name: N, input?: CallInput<N>): Promise<Response> {
    const spec: CallSpec = calls[name];
    const request = requestOf(spec, loose(input));
    request.headers['Accept'] = spec.raw ?? '*/*';
    const userId = session.current()?.userId;
    if (userId === undefined && spec.access !== 'open') throw new CallError('signed-out', noTokenText);
    let stale: string | undefined;
    for (;;) {
      if (userId !== undefined) request.token = await tokenForStream(userId, stale);
      const answers = serverStatus.answers();
      const answer = await firstAnswer(ports, request);
      if (answer === null) {
        serverStatus.failed(answers);
        throw new CallError('offline', offlineText);
      }
      serverStatus.alive();
      if (answer.status === 200) return answer;
      if (answer.status === 401 && request.token !== undefined && stale === undefined) {
        stale = request.token;
        continue;
      }
      const body = await readBody(ports.clock, answer)
        .then((bytes) => bytes.text())
        .then((text): unknown => JSON.parse(text))
        .catch(() => null);
      const kind = answer.status === 401 ? 'signed-out' : 'problem';
      throw new CallError(kind, messageOf(body), problemOf(body));
    }
  }

  return {
    sendAs,
    async contact(signal) {
      const answers = serverStatus.answers();
      // No proxy has an answer to a query that was never asked before.
      const path = `/api/health/live?${ports.random.uuid()}`;
      const result = await exchange(ports, { method: 'GET', path, headers: { Accept: 'application/json' }, signal });
      heard(result, answers);
      return result;
    },
    isOffline: () => serverStatus.offline(),
    openStream,
    async callApi<N extends CallName>(name: N, input?: CallInput<N>): Promise<AnswerOf<Calls[N]>> {
      const spec: CallSpec = calls[name];
      const userId = session.current()?.userId;
      const result = await sendAsCurrent(spec, requestOf(spec, loose(input)));
      if (result.kind === 'unreachable') throw new CallError('offline', offlineText);
      if (result.kind === 'signed-out') {
        if (session.current()?.userId === userId) await session.end(result.message);
        throw new CallError('signed-out', result.message);
      }
      if (result.status >= 400 || result.status < 200) {
        throw new CallError('problem', messageOf(result.body), problemOf(result.body));
      }
      const version = Number(result.headers.get(versionHeader) ?? 'none');
      if (Number.isFinite(version) && session.current()?.userId === userId) onWritten(version);
      return (spec.answer === undefined ? undefined : result.body) as AnswerOf<Calls[N]>;
    },
  };
}
