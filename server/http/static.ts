import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { unknownRoute } from './app-errors.ts';

/** Files whose content changes under the same name; browsers revalidate them each time. */
const alwaysFresh = /(?:^|[\\/])(?:index\.html|service-worker\.js|manifest\.webmanifest)$/;
/** Files with a content hash in their name, as the build writes them. */
const hashed = /[\\/]assets[\\/]/;

/**
 * Serves the built app: hashed files are cached for a year, the page and the worker are always revalidated, and every
 * URL that is not a file gets the page, because the app has its own routes.
 */
export async function serveApp(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder === undefined || !existsSync(path.join(folder, 'index.html'))) {
    app.setNotFoundHandler(unknownRoute);
    return;
  }
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, file) {
      const plain = file.replace(/\.(?:br|gz)$/, '');
      const fresh = alwaysFresh.test(plain) || !hashed.test(plain);
      reply.header('cache-control', fresh ? 'no-cache' : 'public, max-age=31536000, immutable');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const [address = '/'] = request.url.split('?');
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/api(\/|$)/i.test(address);
    // A missing script must not be answered with the page: the browser would try to run it.
    const isFile = address.startsWith('/assets/');
    return isPage && !isFile ? reply.sendFile('index.html') : unknownRoute(request, reply);
  });
}
