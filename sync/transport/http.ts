/** The HTTP client of page and worker: ky over the network that the ports give. */
import ky, { type KyRequest } from 'ky';
import { protocolHeader, protocolVersion } from '#contract/calls/sync.ts';
import type { Transport } from '../ports/ports.ts';

/** A request as plain data, which can be sent again. */
export interface WireRequest {
  method: string;
  /** Absolute path below the origin, for example `/api/DailyRound`. */
  path: string;
  headers: Record<string, string>;
  body?: string | ArrayBuffer | FormData;
  /** Access token of the user who sends it. */
  token?: string;
  signal?: AbortSignal;
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
  fetch: () => Promise.reject(new Error('A request goes out from the hook of `send`.')),
});

/**
 * Sends a request; resolves when its answer begins. The request goes out from a hook: one that ky sends itself it copies
 * first, for a retry, and a copied body reaches the network as a stream, which takes a browser a millisecond or two.
 * Throws: what `fetch` throws when there is none.
 */
export function send({ origin, fetch }: Transport, request: WireRequest, signal: AbortSignal): Promise<Response> {
  const { method, path, headers, body, token } = request;
  const dispatch = (sent: KyRequest): Promise<Response> => {
    sent.headers.set(protocolHeader, protocolVersion);
    if (token !== undefined) sent.headers.set('Authorization', `Bearer ${token}`);
    return fetch(sent);
  };
  return http(`${origin}${path}`, {
    method,
    headers,
    signal,
    hooks: { beforeRequest: [dispatch] },
    ...(body !== undefined && { body }),
  });
}
