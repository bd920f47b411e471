/** Keeps the page behind a label on the phones of people without an account, so that it opens without network. */
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: (string | { url: string; revision: string | null })[];
};

// A name of its own: the app's worker removes what it takes for its own older caches.
const files = new PrecacheController({ cacheName: 'visitor-files' });
files.addToCacheList(self.__WB_MANIFEST);
registerRoute(new PrecacheRoute(files));
registerRoute(
  new NavigationRoute(files.createHandlerBoundToURL('/visitor/index.html'), {
    // The whole page of a device is a screen of the app.
    denylist: [/[?&]view=all(&|$)/],
  }),
);

self.addEventListener('install', (event) => {
  event.waitUntil(files.install(event));
  event.waitUntil(self.skipWaiting());
});
self.addEventListener('activate', (event) => {
  event.waitUntil(files.activate(event));
  event.waitUntil(self.clients.claim());
});
