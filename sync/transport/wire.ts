import { isErrorCode } from '#contract/errors.ts';
import type { Problem } from '#contract/errors.ts';
import { idempotencyHeader, protocolHeader, protocolVersion } from '#contract/calls/sync.ts';
import type { Clock, Transport } from '../ports/ports.ts';
import { send } from './http.ts';
import type { WireRequest } from './http.ts';

/** A socket without progress for this long is aborted (rule PU10). */
const noProgressMs = 20_000;
/** The slowest upload that counts as progress, since fetch reports none before the answer. Units: bytes per second. */
const slowestUpload = 50_000;
/** The longest pause that a Retry-After can impose. */
export const maxRetryAfterMs = 15 * 60_000;

/** An answer of our own server, or the reason why there is none. */
export type WireResult =
  | { kind: 'ours'; status: number; body: unknown; headers: Headers; retryAfterMs: number | null }
  | {
      kind: 'unreachable';
      code: 'network' | 'timeout' | 'foreign' | 'aborted';
      message: string;
      /** The status of a proxy's or portal's answer. */
      status?: number;
    };

class NoProgress extends Error {}

/** A controller that also aborts with its parent, until `release`. */
function linked(parent: AbortSignal | undefined): { controller: AbortController; release: () => void } {
  const controller = new AbortController();
  if (!parent) return { controller, release: () => undefined };
  const abort = () => controller.abort(parent.reason);
  if (parent.aborted) abort();
  parent.addEventListener('abort', abort);
  return { controller, release: () => parent.removeEventListener('abort', abort) };
}

function bytesOf(body: WireRequest['body']): number {
  if (body === undefined) return 0;
  if (typeof body === 'string') return body.length;
  if (body instanceof ArrayBuffer) return body.byteLength;
  let bytes = 0;
  body.forEach((part) => {
    bytes += typeof part === 'string' ? part.length : part.size;
  });
  return bytes;
}

/** How long an answer may take to begin: 20 s plus the time that the request itself takes on a slow line. */
function patienceMs({ body }: WireRequest): number {
  return noProgressMs + (bytesOf(body) / slowestUpload) * 1000;
}

async function within<T>(
  clock: Clock,
  controller: AbortController,
  work: Promise<T>,
  limitMs = noProgressMs,
): Promise<T> {
  const timer = new AbortController();
  const { signal } = controller;
  const timeout = clock.delay(limitMs, timer.signal).then(() => {
    throw new NoProgress();
  });
  const aborted = new Promise<never>((_resolve, reject) => {
    const abort = () => reject(new DOMException('Aborted', 'AbortError'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
  timeout.catch(() => undefined);
  aborted.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, timeout, aborted]);
  } finally {
    timer.abort();
  }
}

function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const seconds = Number(header);
  const pauseMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(pauseMs) ? Math.min(Math.max(pauseMs, 0), maxRetryAfterMs) : null;
}

const isJson = (type: string | null) => type !== null && /^application\/([a-z0-9.-]+\+)?json\b/i.test(type);

/** True when the answer carries the mark of our own server. */
export function isOurs({ headers }: Response): boolean {
  return headers.get(protocolHeader) === protocolVersion;
}

/**
 * Sends a request and reads its JSON answer. Only an answer of our own server counts, and only with the request's
 * key in it: a captive portal's page, a proxy's error, a redirect or a truncated body is no answer at all (rule PU4). Never throws.
 */
export async function exchange(
  ports: { clock: Clock; transport: Transport },
  request: WireRequest,
): Promise<WireResult> {
  const key = request.headers[idempotencyHeader];
  const { controller, release } = linked(request.signal);
  try {
    const sent = send(ports.transport, request, controller.signal);
    const answer = await within(ports.clock, controller, sent, patienceMs(request));
    const { status, headers } = answer;
    if (!isOurs(answer)) return foreign('The answer does not come from the server.', status);
    if (key !== undefined && headers.get(idempotencyHeader) !== key) return foreign('Answer to another request.');
    const retryAfterMs = retryAfter(headers.get('Retry-After'), ports.clock.now());
    if (status === 204) return { kind: 'ours', status, body: null, headers, retryAfterMs };
    if (!isJson(headers.get('Content-Type'))) return foreign('An answer that is not JSON.');
    const text = await within(ports.clock, controller, answer.text());
    const body: unknown = JSON.parse(text);
    return { kind: 'ours', status, body, headers, retryAfterMs };
  } catch (error) {
    controller.abort();
    if (error instanceof NoProgress) {
      return { kind: 'unreachable', code: 'timeout', message: 'The server did not answer in time.' };
    }
    if (request.signal?.aborted === true) return { kind: 'unreachable', code: 'aborted', message: 'Stopped.' };
    if (error instanceof SyntaxError) return foreign('The answer was cut.');
    return { kind: 'unreachable', code: 'network', message: 'The server cannot be reached.' };
  } finally {
    release();
  }
}

/** The beginning of an answer that is read piece by piece; null if there is none. */
export async function firstAnswer(
  ports: { clock: Clock; transport: Transport },
  request: WireRequest,
): Promise<Response | null> {
  const { controller, release } = linked(request.signal);
  try {
    const sent = send(ports.transport, request, controller.signal);
    const answer = await within(ports.clock, controller, sent);
    return isOurs(answer) ? answer : null;
  } catch {
    controller.abort();
    release();
    return null;
  }
}

/**
 * Reads the rest of an answer, however long, as long as bytes keep arriving (rule PU10). Throws: if they stop or the
 * connection is lost.
 */
export async function readBody(clock: Clock, answer: Response): Promise<Blob> {
  const type = answer.headers.get('Content-Type') ?? '';
  if (!answer.body) return new Blob([], { type });
  const reader = answer.body.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const silence = new AbortController();
  try {
    for (;;) {
      const piece = await within(clock, silence, reader.read());
      if (piece.done) return new Blob(pieces, { type });
      pieces.push(piece.value);
    }
  } catch (error) {
    reader.cancel().catch(() => undefined);
    throw error;
  }
}

function foreign(message: string, status?: number): WireResult {
  return { kind: 'unreachable', code: 'foreign', message, ...(status !== undefined && { status }) };
}

/** The problem document of a refusal; null if the body is not one. */
export function problemOf(body: unknown): Problem | null {
  if (typeof body !== 'object' || body === null || !('code' in body)) return null;
  return isErrorCode(body.code) ? (body as Problem) : null;
}

/** The error code in any body, including codes that this app does not know yet. */
export function codeOf(body: unknown): string {
  if (typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string') return body.code;
  return 'unknown';
}

/** The readable sentence in any body. */
export function messageOf(body: unknown): string {
  if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string') {
    return body.message;
  }
  return 'The server refused this.';
}
