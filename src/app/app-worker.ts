import type { Workbox } from 'workbox-window';
import { setStartTrouble, startTrouble } from '#ui/platform/start-trouble.ts';

/** How often an open page checks for a newer app. Units: ms. */
const updateCheckMs = 60 * 60 * 1000;
/** How often a page without a worker, or without room for a newer one, tries to get it. Units: ms. */
const retryMs = 10_000;

/** What the page knows about an update of the app; `no-room`: the tablet could not store it. */
export type UpdateState = 'none' | 'waiting' | 'active-elsewhere' | 'no-room';

let state: UpdateState = 'none';
let worker: Workbox | null = null;
let asked = false;
const listeners = new Set<() => void>();

function setState(next: UpdateState) {
  state = next;
  for (const listener of listeners) listener();
}

/**
 * Registers the service worker; a newer one waits until the user accepts it. The registration itself also checks for a
 * newer app.
 */
export async function registerAppWorker(url: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return setStartTrouble('no-worker');
  const { Workbox: AppWorker } = await import('workbox-window');
  if (worker) return;
  const registered = new AppWorker(url);
  // Without one, this tablet's first worker is about to take over the page: the same app, not a newer one.
  const hadController = navigator.serviceWorker.controller !== null;
  worker = registered;
  registered.addEventListener('waiting', () => void noteWaiting());
  registered.addEventListener('controlling', () => {
    if (asked) window.location.reload();
    else if (hadController) setState('active-elsewhere');
  });
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'no-room') void noteNoRoom();
  });
  setInterval(() => void registered.update(), updateCheckMs);
  setInterval(() => void updateAgain(registered), retryMs);
  const retry = setInterval(() => {
    if (navigator.serviceWorker.controller) {
      clearInterval(retry);
      setStartTrouble(null);
    } else void registerAgain(registered);
  }, retryMs);
  await registered.register();
}

/**
 * Registers again after a failed first installation. If the network failed during a download, the next worker continues
 * from the files already stored; if storage was full, none are kept and the next one waits for room.
 */
async function registerAgain(registered: Workbox): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.active) setStartTrouble(null);
  if (registration) return;
  const { appBytes, hasRoomFor } = await import('#sync/ports/storage-room.ts');
  if (startTrouble() === 'no-room' && !(await hasRoomFor(appBytes))) return;
  setStartTrouble('unknown');
  await registered.register().catch(() => undefined);
}

/** A worker found no room for its files: the newer app's if another worker is active, else the first one's. */
async function noteNoRoom(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration?.active) setStartTrouble('no-room');
  else if (state === 'none') setState('no-room');
}

/** Tries once more to store an update that found no room, once there is room. */
async function updateAgain(registered: Workbox): Promise<void> {
  if (state !== 'no-room') return;
  const { appBytes, hasRoomFor } = await import('#sync/ports/storage-room.ts');
  if (await hasRoomFor(appBytes)) await registered.update().catch(() => undefined);
}

/**
 * In Firefox this tablet's first worker may also wait for a moment; a waiting worker is a newer app only if another is
 * active.
 */
async function noteWaiting(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.active && registration.waiting) setState('waiting');
}

/** Checks the server for a newer app now. */
export function lookForUpdate() {
  void worker?.update();
}

/** Lets the waiting worker take over and reloads the page, at the user's request. */
export function takeUpdate() {
  if (state === 'waiting' && worker) {
    asked = true;
    worker.messageSkipWaiting();
  } else {
    window.location.reload();
  }
}

/** Calls the listener on each change; has the signature that useSyncExternalStore expects. */
export function subscribeToUpdate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether an update is available. */
export function updateState(): UpdateState {
  return state;
}
