import type { WireRequest } from '#sync/transport/http.ts';

/** A request on the simulated network; header names are in lower case. */
export interface SimulatedRequest extends Pick<WireRequest, 'method' | 'path' | 'headers'> {
  body?: string | ArrayBuffer;
  signal?: AbortSignal;
}

/** An answer on the wire. */
export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Implements the `fetch` of a simulated context. */
export interface SimulatedNetwork {
  /** Sends a request; rejects if no answer arrives. */
  send(request: SimulatedRequest): Promise<Response>;
}

const nullBodyStatuses = new Set([204, 205, 304]);

/** Converts an answer to what `fetch` returns. */
export function toResponse({ status, headers, body }: WireAnswer): Response {
  return new Response(nullBodyStatuses.has(status) ? null : body, { status, headers });
}

/** Converts a request: JSON to text, any other body to bytes. */
export async function toSimulatedRequest(request: Request): Promise<SimulatedRequest> {
  const { pathname, search } = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  const asked: SimulatedRequest = { method: request.method, path: pathname + search, headers, signal: request.signal };
  if (request.body === null) return asked;
  const isText = headers['content-type']?.startsWith('application/json') ?? false;
  return { ...asked, body: isText ? await request.text() : await request.arrayBuffer() };
}
