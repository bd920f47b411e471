/* The service worker of the bare app: caches the files in the list, and serves them. */
const files = new URL(self.location.href).searchParams.get('files');

self.addEventListener('install', (event) => {
  const keep = async () => {
    const names = await (await fetch(files)).json();
    const cache = await caches.open('bare');
    await cache.addAll(names);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const wanted = event.request.mode === 'navigate' ? '/' : event.request;
  event.respondWith(caches.match(wanted).then((kept) => kept ?? fetch(event.request)));
});
