import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { hidden } from './docs.ts';
import { ApiError } from '../problem.ts';

const sum = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Serves Prometheus metrics to callers with the token, and to nobody if none is set. A local caller is not trusted:
 * it may be a proxy that forwards strangers' requests without saying so.
 */
export function serveMetrics(app: FastifyInstance, registry: Registry, token: string | undefined): void {
  app.get('/api/metrics', { schema: hidden, config: { pressureHandler: () => undefined } }, async (request, reply) => {
    const given = sum(request.headers.authorization ?? '');
    if (token === undefined || !timingSafeEqual(given, sum(`Bearer ${token}`))) {
      throw new ApiError('auth.forbidden', 'Metrics need METRICS_TOKEN as a bearer token.');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
