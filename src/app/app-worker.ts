import type { Workbox } from 'workbox-window';

/** How often a page that stays open looks for a newer app. Units: ms. */
const updateCheckMs = 60 * 60 * 1000;

/** The newer app as the page knows it. */
export type UpdateState = 'none' | 'waiting' | 'active-elsewhere';

let state: UpdateState = 'none';
let worker: Workbox | null = null;
let asked = false;
const listeners = new Set<() => void>();

function setState(next: UpdateState) {
  state = next;
  for (const listener of listeners) listener();
}

/** Registers the service worker; a newer one waits until the user takes it. The registration looks for a newer app too. */
export async function registerAppWorker(url: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { Workbox: AppWorker } = await import('workbox-window');
  if (worker) return;
  const registered = new AppWorker(url);
  // Without one the first worker of this device takes the page over: no newer app, but the same.
  const hadController = navigator.serviceWorker.controller !== null;
  worker = registered;
  registered.addEventListener('waiting', () => setState('waiting'));
  registered.addEventListener('controlling', () => {
    if (asked) window.location.reload();
    else if (hadController) setState('active-elsewhere');
  });
  await registered.register();
  setInterval(() => void registered.update(), updateCheckMs);
}

/** Asks the server for a newer app now. */
export function lookForUpdate() {
  void worker?.update();
}

/** Lets the waiting worker take over and loads the page again, because the user said so. */
export function takeUpdate() {
  if (state === 'waiting' && worker) {
    asked = true;
    worker.messageSkipWaiting();
  } else {
    window.location.reload();
  }
}

/** Calls back on each change; the shape of useSyncExternalStore. */
export function subscribeToUpdate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a newer app is there. */
export function updateState(): UpdateState {
  return state;
}
