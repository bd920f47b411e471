import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Keeps a route out of the API description. */
export const hidden: object = { hide: true };

/** Content security policy of the documentation pages; the app's is stricter. */
const docsPolicy =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'self'; frame-ancestors 'none'";

/** Describes the API as OpenAPI 3.1, using the schemas that validate it, and serves the description at /api/docs. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Ward Rounds', version: '1', description: 'The API of Ward Rounds.' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true, transformStaticCSP: () => docsPolicy });
  app.get('/api/openapi.json', { schema: hidden }, () => app.swagger());
}
