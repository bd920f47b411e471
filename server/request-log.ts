import type { FastifyInstance, FastifyRequest } from 'fastify';
import { calls } from '#contract/index.ts';

/** A request that takes longer is worth a line at every level. Units: milliseconds. */
const slowMs = 2_000;

/** Whether a request holds a stream of live events: it lasts for hours, and its time says nothing. */
export function isEventStream(request: FastifyRequest): boolean {
  return request.routeOptions.url === `/api${calls.syncEvents.path}`;
}

/**
 * Logs requests by the pattern of their route: an address holds serials and ids, headers hold tokens, bodies hold
 * people's words, and none of these is logged. Source: docs/decisions/184-log-and-metrics.md
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
    if (reply.elapsedTime > slowMs) request.log.warn(line, 'A request was slow');
    else request.log.debug(line, 'A request was answered');
  });
}
