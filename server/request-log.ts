import type { FastifyInstance } from 'fastify';

/** A request that takes longer is worth a line at every level. Units: milliseconds. */
const slowMs = 2_000;

/**
 * Logs requests by the pattern of their route: an address holds serials and ids, headers hold tokens, bodies hold
 * people's words, and none of these is logged. Source: docs/decisions/184-log-and-metrics.md
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
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
