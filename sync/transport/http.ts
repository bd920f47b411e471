/** The HTTP client of page and worker: ky over the network that the ports give. */
import ky from 'ky';
import type { KyRequest, NormalizedOptions } from 'ky';
import { protocolHeader, protocolVersion } from '#contract/calls/sync.ts';
import type { Transport } from '../ports/ports.ts';

/** A request as plain data, which can be sent again. */
export interface WireRequest {
  method: string;
  /** Absolute path below the origin, for example `/api/DailyRound`. */
  path: string;
  headers: Record<string, string>;
  body?: string | ArrayBuffer | FormData;
  /** Access token of the user as whom it is sent. */
  token?: string;
  signal?: AbortSignal;
}

function identify(request: KyRequest, { context }: NormalizedOptions): void {
  request.headers.set(protocolHeader, protocolVersion);
  const { token } = context;
  if (typeof token === 'string') request.headers.set('Authorization', `Bearer ${token}`);
}

/**
 * Neither a refusal nor a redirect throws: the caller judges the answer. The outbox retries, and time is passed in: ky
 * does neither. No `afterResponse` hook: ky copies the whole answer for each one.
 */
const http = ky.create({
  retry: 0,
  timeout: false,
  throwHttpErrors: false,
  redirect: 'manual',
  credentials: 'same-origin',
  cache: 'no-store',
  hooks: { beforeRequest: [identify] },
});

/** Sends a request; resolves when its answer begins. Throws: what `fetch` throws when there is none. */
export function send({ origin, fetch }: Transport, request: WireRequest, signal: AbortSignal): Promise<Response> {
  const { method, path, headers, body, token } = request;
  return http(`${origin}${path}`, {
    method,
    headers,
    signal,
    fetch,
    ...(body !== undefined && { body }),
    ...(token !== undefined && { context: { token } }),
  });
}
