import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * A tablet holds one event stream and a few short connections; connections beyond this number are refused before they
 * cost memory.
 */
const maxConnections = 8_000;
/** A whole hospital may share one address, but no address may use all connections. */
const maxConnectionsEach = maxConnections / 2;
/** Maximum number of request headers; browsers send about 20. Their total size is at most 16 kB (Node's limit). */
export const maxHeaders = 100;

/** Options of the Node server. Units: milliseconds. */
export const serverOptions = {
  /** We refuse requests without a Host header ourselves: Node's refusal is not a problem document. */
  requireHostHeader: false,
  /** Time limit for the complete headers of a request, even on a new idle connection. */
  headersTimeout: 10_000,
  /** How often Node looks for timed-out connections. */
  connectionsCheckingInterval: 2_000,
} as const;

/** Limits per server and per address; tests use lower ones. */
export interface ConnectionLimits {
  all: number;
  each: number;
}

/**
 * Limits the connections of a server and, unless a proxy is in front, those of each address: behind a proxy, all
 * connections come from the same one.
 */
export function boundConnections(
  server: Server,
  isBehindProxy: boolean,
  limits: ConnectionLimits = { all: maxConnections, each: maxConnectionsEach },
): void {
  server.maxConnections = limits.all;
  // Node drops headers above this number: keeping one more reveals a request with too many.
  server.maxHeadersCount = maxHeaders + 1;
  if (isBehindProxy) return;
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    if (count > limits.each) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}

/**
 * Closes each connection whose request is answered while the server stops: Node only closes those that are idle when
 * the stop begins, and a kept connection would hold it until the client lets go.
 */
export function closeAnswered(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', async () => void (isStopping = true));
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) void reply.header('connection', 'close');
  });
  app.addHook('onResponse', async () => {
    // An answer that had begun before the stop named no close.
    if (isStopping) setImmediate(() => app.server.closeIdleConnections());
  });
}
