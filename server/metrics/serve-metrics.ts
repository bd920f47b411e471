import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { hidden } from '../docs.ts';
import { ApiError } from '../problem.ts';

const loopback = /^(127\.|::1$|::ffff:127\.)/;
const sum = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Serves the figures for Prometheus, to whoever knows the token, or without one to programs of this machine. */
export function serveMetrics(app: FastifyInstance, registry: Registry, token: string | undefined): void {
  app.get('/api/metrics', { schema: hidden, config: { pressureHandler: () => undefined } }, async (request, reply) => {
    if (!isWelcome(request, token)) {
      throw new ApiError(
        'auth.forbidden',
        'Metrics need METRICS_TOKEN as a bearer token, or a caller on this machine.',
      );
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** What a proxy on this machine passes on comes from anywhere. */
function isWelcome({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return timingSafeEqual(sum(headers.authorization ?? ''), sum(`Bearer ${token}`));
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isForwarded && loopback.test(socket.remoteAddress ?? '');
}
