import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { pushTag, workerPorts } from './ports/browser.ts';
import { isQuotaError } from './ports/quota-error.ts';
import { keepSharedPicture, shareAddress } from './ports/shared-picture.ts';
import { appBytes, hasRoomFor } from './ports/storage-room.ts';
import { renewPush } from './engine/renew-push.ts';
import { pushInWorker } from './engine/worker-push.ts';
import { showPushedNotices } from './pushed-notices.ts';
import { reportWorkerFaults } from './worker-faults.ts';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: (string | { url: string; revision: string | null })[];
};

/** How long a wake-up may keep sending; the platform ends a worker after about 30 s. */
const wakeMs = 25_000;
/** Number of app files fetched at the same time: as many connections as a browser opens to one host over HTTP/1.1. */
const lanes = 6;
const ports = workerPorts();
reportWorkerFaults(self, (path, init) => fetch(path, init));
showPushedNotices(self);
/** The licences of what ships, which the server has as a file. */
const noticesAddress = /^\/third-party-notices\.txt$/;
/** The page of visitors, which the server has: on a phone with the app, its link asks for it. */
const visitorsAddress = /^\/equipmentdetails\/[^?]*\?(?:.*&)?report(?:[=&]|$)/i;

const precache = new PrecacheController();
precache.addToCacheList(self.__WB_MANIFEST);
registerRoute(new PrecacheRoute(precache));
cleanupOutdatedCaches();
registerRoute(
  new NavigationRoute(precache.createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/api(\/|$)/i, noticesAddress, visitorsAddress],
  }),
);
registerRoute(
  ({ url }) => url.pathname === shareAddress,
  ({ request }) => keepSharedPicture(request, caches),
  'POST',
);

/**
 * Yields the address and cache key of each app file. A generator, so that the first lane that fails ends it for all.
 */
function* filesToKeep(): Generator<[address: string, cacheKey: string]> {
  yield* precache.getURLsToCacheKeys();
}

/**
 * Puts every file of the app into the cache if there is room for them: else they would take the last of it from
 * entries; those that an earlier version or a broken attempt left there are not fetched again. Workbox's own install
 * has one request under way at a time, so that 200 files cost 200 round trips.
 */
async function keepFiles(event: ExtendableEvent): Promise<void> {
  if (!(await hasRoomFor(appBytes))) throw new DOMException('No room for the app.', 'QuotaExceededError');
  const files = filesToKeep();
  const lane = async (): Promise<void> => {
    for (const [address, cacheKey] of files) {
      // A file without a hash in its name may be in the browser's HTTP cache with the bytes of an earlier version.
      const cache = address === cacheKey ? 'default' : 'reload';
      const request = new Request(address, { cache, credentials: 'same-origin' });
      await Promise.all(precache.strategy.handleAll({ event, request, params: { cacheKey } }));
    }
  };
  // All lanes have ended before a failure is handled: a file that arrives later would fill the cache again.
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

/**
 * An install without room leaves it to the user's entries, and pages are told why it failed.
 * Throws: the original error.
 */
async function withoutRoom(error: unknown): Promise<never> {
  if (isQuotaError(error)) {
    // Chromium frees the space of a deleted cache only when the browser closes, but that of deleted entries
    // immediately.
    const cache = await caches.open(precache.strategy.cacheName);
    if (!self.registration.active) for (const request of await cache.keys()) await cache.delete(request);
    for (const page of await self.clients.matchAll({ includeUncontrolled: true }))
      page.postMessage({ type: 'no-room' }, []);
  }
  throw error;
}

/** Only one run at a time in this worker; a wake-up during a run shares it. */
let running: Promise<boolean> | null = null;
/** A newer app waits until this worker is idle, so this worker leaves the sending to it. */
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

/** Reports how many app files are in the cache, which a page asks for until this worker controls it. */
async function tellFiles(port: MessagePort | undefined): Promise<void> {
  const name = (await caches.keys()).find((one) => one.includes('-precache-'));
  const cached = name === undefined ? [] : await (await caches.open(name)).keys();
  port?.postMessage({
    done: Math.min(cached.length, precache.getCachedURLs().length),
    total: precache.getCachedURLs().length,
  });
}

/** Claims pages that began to load before this worker was active, which it missed on activation. */
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

self.addEventListener('pushsubscriptionchange', (event: Event) => {
  // Without network or permission, the next push finds the old address ended, and Settings offer to switch it on again.
  const renewed = renewPush(ports, self.registration.pushManager, self.location.origin).catch(() => undefined);
  if (isExtendable(event)) event.waitUntil(renewed);
});

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

self.addEventListener('install', (event) => event.waitUntil(keepFiles(event).catch(withoutRoom)));
self.addEventListener('activate', (event) => {
  void precache.activate(event);
  event.waitUntil(self.clients.claim());
});
