import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { pushTag, workerPorts } from './ports/browser.ts';
import { keepSharedPicture, shareAddress } from './ports/shared-picture.ts';
import { pushInWorker } from './engine/worker-push.ts';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: (string | { url: string; revision: string | null })[];
};

/** How long a wake-up may keep sending; the platform ends a worker after about 30 s. */
const wakeMs = 25_000;
const ports = workerPorts();

const files = self.__WB_MANIFEST;
precacheAndRoute(files);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api(\/|$)/i] }));
registerRoute(
  ({ url }) => url.pathname === shareAddress,
  ({ request }) => keepSharedPicture(request, caches),
  'POST',
);

/** One run at a time in this worker; a wake-up during a run shares it. */
let running: Promise<boolean> | null = null;
/** A newer app waits for the end of what this worker does: it has been told to leave the sending to that one. */
const replaced = new AbortController();
function push(): Promise<boolean> {
  running ??= pushInWorker(ports, wakeMs, replaced.signal).finally(() => {
    running = null;
  });
  return running;
}

/** The platform repeats a background sync that fails, so unsent work is reported as a failure. */
async function pushOrFail(): Promise<void> {
  if (await push()) throw new Error('Entries are still waiting.');
}

/** Answers how many files of the app are in the cache, which a page asks for until this worker is in control of it. */
async function tellFiles(port: MessagePort | undefined): Promise<void> {
  const name = (await caches.keys()).find((one) => one.includes('-precache-'));
  const cached = name === undefined ? [] : await (await caches.open(name)).keys();
  port?.postMessage({ done: Math.min(cached.length, files.length), total: files.length });
}

/** Takes pages that began to load before this worker was active, which it did not find when it became so. */
async function takePages(): Promise<void> {
  if (self.registration.active?.state === 'activated') await self.clients.claim().catch(() => undefined);
}

const isExtendable = (event: Event): event is ExtendableEvent => 'waitUntil' in event;
const tagOf = (event: Event): unknown => ('tag' in event ? event.tag : undefined);

for (const name of ['sync', 'periodicsync']) {
  self.addEventListener(name, (event: Event) => {
    if (isExtendable(event) && tagOf(event) === pushTag) event.waitUntil(pushOrFail());
  });
}

self.addEventListener('message', (event) => {
  const data: unknown = event.data;
  const type = typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined;
  if (type === 'push') event.waitUntil(push().catch(() => true));
  if (type === 'files') event.waitUntil(tellFiles(event.ports[0]).then(takePages));
  if (type === 'replaced') replaced.abort();
  if (type === 'SKIP_WAITING') {
    self.registration.active?.postMessage({ type: 'replaced' });
    event.waitUntil(self.skipWaiting());
  }
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
