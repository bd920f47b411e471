import type { FastifyInstance, FastifyRequest } from 'fastify';
import { calls } from '#contract/index.ts';

/** A slower request is logged at every log level. Units: milliseconds. */
const slowMs = 2_000;

/** Returns whether a request is a stream of live events: it lasts for hours, so its duration is meaningless. */
export function isEventStream(request: FastifyRequest): boolean {
  return request.routeOptions.url === `/api${calls.syncEvents.path}`;
}

/**
 * Logs requests by the pattern of their route. URLs contain serials and ids, headers contain tokens, and bodies contain
 * user text, so none of these is logged. Source: docs/decisions/184-log-and-metrics.md
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (isEventStream(request)) return;
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (reply.elapsedTime > slowMs) request.log.warn(line, 'Slow request');
    else request.log.debug(line, 'A request was answered');
  });
}
