import type { FastifyInstance, FastifyRequest } from 'fastify';
import { calls } from '#contract/index.ts';

/** A request that takes longer is logged at every level. Units: milliseconds. */
const slowMs = 2_000;

/** Whether a request is a stream of live events: it lasts for hours, so its duration is meaningless. */
export function isEventStream(request: FastifyRequest): boolean {
  return request.routeOptions.url === `/api${calls.syncEvents.path}`;
}

/**
 * Logs requests by the pattern of their route. Addresses contain serials and ids, headers tokens, bodies what users
 * wrote: none of these is logged. Source: docs/decisions/184-log-and-metrics.md
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
