import { isErrorCode } from '#contract/errors.ts';
import type { Problem } from '#contract/errors.ts';
import { idempotencyHeader, protocolHeader, protocolVersion } from '#contract/sync.ts';
import type { Clock, Transport, TransportAnswer, TransportRequest } from './ports.ts';

/** A socket without progress for this long is aborted. Source: sync.md section 3. */
const noProgressMs = 20_000;
/** The slowest sending that counts as progress: fetch tells of none before the answer. Units: bytes per second. */
const slowestUpload = 50_000;
/** The longest pause a Retry-After may ask of this device. */
export const maxRetryAfterMs = 15 * 60_000;

/** An answer of our own server, or the reason why there is none. */
export type WireResult =
  | { kind: 'ours'; status: number; body: unknown; answer: TransportAnswer; retryAfterMs: number | null }
  | { kind: 'unreachable'; code: 'network' | 'timeout' | 'foreign' | 'aborted'; message: string };

class NoProgress extends Error {}

/** Aborts with its parent or when `fail` is called. */
function linked(parent: AbortSignal | undefined): { controller: AbortController; release: () => void } {
  const controller = new AbortController();
  if (!parent) return { controller, release: () => undefined };
  const abort = () => controller.abort(parent.reason);
  if (parent.aborted) abort();
  parent.addEventListener('abort', abort);
  return { controller, release: () => parent.removeEventListener('abort', abort) };
}

function bytesOf(body: TransportRequest['body']): number {
  if (body === undefined) return 0;
  if (typeof body === 'string') return body.length;
  if (body instanceof ArrayBuffer) return body.byteLength;
  let bytes = 0;
  body.forEach((part) => {
    bytes += typeof part === 'string' ? part.length : part.size;
  });
  return bytes;
}

/** How long an answer may take to begin: 20 s, and the time that the request itself takes on a slow line. */
function patienceMs({ body }: TransportRequest): number {
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
export function isOurs(answer: TransportAnswer): boolean {
  return answer.header(protocolHeader) === protocolVersion;
}

/**
 * Sends a request and reads its JSON answer. Only an answer of our own server counts, and only with the request's
 * key in it: a portal's page, a proxy's error, a redirect or half a body are no answer at all. Never throws.
 */
export async function exchange(
  ports: { clock: Clock; transport: Transport },
  request: TransportRequest,
): Promise<WireResult> {
  const key = request.headers[idempotencyHeader];
  const { controller, release } = linked(request.signal);
  try {
    const answer = await within(
      ports.clock,
      controller,
      ports.transport.send({ ...request, signal: controller.signal }),
      patienceMs(request),
    );
    if (!isOurs(answer)) return foreign(`Status ${answer.status} from something that is not the server.`);
    if (key !== undefined && answer.header(idempotencyHeader) !== key) return foreign('Answer to another request.');
    const retryAfterMs = retryAfter(answer.header('Retry-After'), ports.clock.now());
    if (answer.status === 204) return { kind: 'ours', status: 204, body: null, answer, retryAfterMs };
    if (!isJson(answer.header('Content-Type'))) return foreign('An answer that is not JSON.');
    const text = await within(ports.clock, controller, answer.text());
    const body: unknown = JSON.parse(text);
    return { kind: 'ours', status: answer.status, body, answer, retryAfterMs };
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

/** The first sign of an answer that is read piece by piece; null when there is none. */
export async function firstAnswer(
  ports: { clock: Clock; transport: Transport },
  request: TransportRequest,
): Promise<TransportAnswer | null> {
  const { controller, release } = linked(request.signal);
  try {
    const sent = ports.transport.send({ ...request, signal: controller.signal });
    const answer = await within(ports.clock, controller, sent);
    return isOurs(answer) ? answer : null;
  } catch {
    controller.abort();
    release();
    return null;
  }
}

function foreign(message: string): WireResult {
  return { kind: 'unreachable', code: 'foreign', message };
}

/** The problem document of a refusal; null when the body is none. */
export function problemOf(body: unknown): Problem | null {
  if (typeof body !== 'object' || body === null || !('code' in body)) return null;
  return isErrorCode(body.code) ? (body as Problem) : null;
}

/** The machine's code in any body, also one that this app does not know yet. */
export function codeOf(body: unknown): string {
  if (typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string') return body.code;
  return 'unknown';
}

/** The sentence for people in any body. */
export function messageOf(body: unknown): string {
  if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string') {
    return body.message;
  }
  return 'The server refused this.';
}
