import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { unknownRoute } from './app-errors.ts';

/** Files whose content changes under the same name; browsers revalidate them each time. */
const alwaysFresh = /(?:^|[\\/])(?:index\.html|(?:service|visitor)-worker\.js|manifest\.webmanifest)$/;
/** The page behind a label; `view=all` asks for the device's whole page, which is a screen of the app. */
const labelPage = /^\/equipmentdetails\/[^/]+$/i;
const visitorsPage = 'visitor/index.html';
const wholeView = /[?&]view=all(?:&|$)/;
/** Takes over the addresses of labels, which are outside of its folder. */
const visitorsWorker = /visitor-worker\.js$/;
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
  const hasVisitorsPage = existsSync(path.join(folder, visitorsPage));
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, file) {
      const plain = file.replace(/\.(?:br|gz)$/, '');
      const fresh = alwaysFresh.test(plain) || !hashed.test(plain);
      if (visitorsWorker.test(plain)) reply.header('service-worker-allowed', '/equipmentdetails/');
      reply.header('cache-control', fresh ? 'no-cache' : 'public, max-age=31536000, immutable');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const [address = '/'] = request.url.split('?');
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/api(\/|$)/i.test(address);
    // A missing script must not be answered with the page: the browser would try to run it.
    const isFile = address.startsWith('/assets/');
    if (!isPage || isFile) return unknownRoute(request, reply);
    const isLabel = hasVisitorsPage && labelPage.test(address) && !wholeView.test(request.url);
    return reply.sendFile(isLabel ? visitorsPage : 'index.html');
  });
}
