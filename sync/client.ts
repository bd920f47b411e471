import { callPath, calls } from '#contract/index.ts';
import type { CallName, Calls } from '#contract/index.ts';
import type { AnswerOf, CallSpec } from '#contract/define.ts';
import { retryClass } from '#contract/errors.ts';
import { idempotencyHeader, kindHeader, protocolHeader, protocolVersion } from '#contract/sync.ts';
import type { Ports, TransportAnswer, TransportRequest } from './ports.ts';
import type { Reach } from './reach.ts';
import type { Sessions } from './session.ts';
import { CallError } from './types.ts';
import type { CallInput } from './types.ts';
import { codeOf, exchange, firstAnswer, messageOf, problemOf } from './wire.ts';
import type { WireResult } from './wire.ts';

/** The words of a call that needs the network and has none. */
const offlineText = 'No connection to the server. Please try again when you are online.';
/** Document 1, section 8. */
const noTokenText = 'Authorization token not found.';

/** What a request as a certain user came to. */
export type SendResult = WireResult | { kind: 'signed-out'; message: string };

/** Typed calls with the session, and single requests as a certain user. */
export interface Client {
  callApi<N extends CallName>(name: N, input?: CallInput<N>): Promise<AnswerOf<Calls[N]>>;
  /** An answer that is read piece by piece (events) or as bytes; throws CallError. */
  openStream<N extends CallName>(name: N, input?: CallInput<N>): Promise<TransportAnswer>;
  /** One request with a token of this user; a refused token is renewed once. */
  sendAs(userId: string, request: TransportRequest): Promise<SendResult>;
  /** The last try of this context failed. */
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

/** The request that a call is, without its token. */
export function requestOf(spec: CallSpec, input: LooseInput): TransportRequest {
  const params: Record<string, string> = {};
  for (const [key, value] of Object.entries(input.params ?? {})) params[key] = String(value);
  const headers: Record<string, string> = { Accept: 'application/json', [protocolHeader]: protocolVersion };
  if (input.idempotencyKey !== undefined) headers[idempotencyHeader] = input.idempotencyKey;
  if (spec.offline) headers[kindHeader] = `${spec.offline.kind}@${spec.offline.version}`;
  const request: TransportRequest = {
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

const authorised = (request: TransportRequest, token: string): TransportRequest => ({
  ...request,
  headers: { ...request.headers, Authorization: `Bearer ${token}` },
});

const loose = (input: object | undefined): LooseInput => input ?? {};

/** The client of this context. */
export function createClient(ports: Ports, sessions: Sessions, reach: Reach): Client {
  function heard(result: WireResult): void {
    if (result.kind === 'unreachable') {
      if (result.code !== 'aborted') reach.failed();
      return;
    }
    reach.alive();
    reach.measured(result.answer.header('Date'));
    reach.askedToUpdate(result.status === 426);
  }

  async function sendAs(userId: string, request: TransportRequest): Promise<SendResult> {
    let stale: string | undefined;
    for (;;) {
      const token = await sessions.tokens.tokenFor(userId, stale);
      if (token.kind === 'signed-out') return token;
      if (token.kind === 'no-answer') {
        heard(token.result);
        return token.result;
      }
      const result = await exchange(ports, authorised(request, token.token));
      heard(result);
      const refused = result.kind === 'ours' && retryClass(result.status, codeOf(result.body)) === 'sign-in';
      if (!refused) return result;
      if (stale !== undefined) return { kind: 'signed-out', message: messageOf(result.body) };
      stale = token.token;
    }
  }

  /** Answers as the signed-in user, or as a visitor where the call is open. */
  async function send(spec: CallSpec, request: TransportRequest): Promise<SendResult> {
    const userId = sessions.current()?.userId;
    if (userId !== undefined) return sendAs(userId, request);
    if (spec.access !== 'open') throw new CallError('signed-out', noTokenText);
    const result = await exchange(ports, request);
    heard(result);
    return result;
  }

  async function openStream<N extends CallName>(name: N, input?: CallInput<N>): Promise<TransportAnswer> {
    const spec: CallSpec = calls[name];
    const request = requestOf(spec, loose(input));
    request.headers['Accept'] = spec.raw ?? '*/*';
    const userId = sessions.current()?.userId;
    if (userId === undefined && spec.access !== 'open') throw new CallError('signed-out', noTokenText);
    let stale: string | undefined;
    for (;;) {
      let ready = request;
      let used: string | undefined;
      if (userId !== undefined) {
        const token = await sessions.tokens.tokenFor(userId, stale);
        if (token.kind === 'signed-out') throw new CallError('signed-out', token.message);
        if (token.kind === 'no-answer') {
          heard(token.result);
          throw new CallError('offline', offlineText);
        }
        used = token.token;
        ready = authorised(request, used);
      }
      const answer = await firstAnswer(ports, ready);
      if (answer === null) {
        reach.failed();
        throw new CallError('offline', offlineText);
      }
      reach.alive();
      if (answer.status === 200) return answer;
      if (answer.status === 401 && used !== undefined && stale === undefined) {
        stale = used;
        continue;
      }
      const body = await answer
        .text()
        .then((text): unknown => JSON.parse(text))
        .catch(() => null);
      if (answer.status === 401) throw new CallError('signed-out', messageOf(body), problemOf(body));
      throw new CallError('problem', messageOf(body), problemOf(body));
    }
  }

  return {
    sendAs,
    isOffline: () => reach.offline(),
    openStream,
    async callApi<N extends CallName>(name: N, input?: CallInput<N>): Promise<AnswerOf<Calls[N]>> {
      const spec: CallSpec = calls[name];
      const userId = sessions.current()?.userId;
      const result = await send(spec, requestOf(spec, loose(input)));
      if (result.kind === 'unreachable') throw new CallError('offline', offlineText);
      if (result.kind === 'signed-out') {
        if (sessions.current()?.userId === userId) await sessions.end(result.message);
        throw new CallError('signed-out', result.message);
      }
      if (result.status >= 400 || result.status < 200) {
        throw new CallError('problem', messageOf(result.body), problemOf(result.body));
      }
      return (spec.answer === undefined ? undefined : result.body) as AnswerOf<Calls[N]>;
    },
  };
}
