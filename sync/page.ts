import { pagePorts, pushTag } from './browser-ports.ts';
import type { Connectivity, KeyValue } from './ports.ts';
import { startEngine } from './start.ts';
import type { Started } from './start.ts';
import type { WardEngine } from './types.ts';

export type { CallName, Calls, OfflineCallName } from '#contract/index.ts';
export type { Session } from '#contract/session.ts';
export type {
  CallInput,
  Command,
  CommandError,
  CommandState,
  OutboxEntry,
  PickedFile,
  SavedEntry,
  SaveOutcome,
  SessionState,
  SyncStatus,
  WardEngine,
  WardView,
} from './types.ts';
export { CallError, SaveError } from './types.ts';

/** A window's store, which some browsers refuse even to name; then nothing is kept. */
function keyValue(open: () => Storage): KeyValue {
  let store: Storage | null = null;
  try {
    store = open();
  } catch {
    store = null;
  }
  return {
    get: (key) => store?.getItem(key) ?? null,
    set(key, value) {
      try {
        store?.setItem(key, value);
      } catch {
        store?.removeItem(key);
      }
    },
    remove: (key) => store?.removeItem(key),
  };
}

type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

async function askWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !navigator.serviceWorker.controller) return;
  const registration: WithSync = await navigator.serviceWorker.ready;
  await registration.sync?.register(pushTag);
}

function listenTo(target: EventTarget, names: readonly string[], listener: () => void): () => void {
  for (const name of names) target.addEventListener(name, listener, { passive: true });
  return () => {
    for (const name of names) target.removeEventListener(name, listener);
  };
}

const connectivity: Connectivity = {
  looksOnline: () => navigator.onLine,
  onSignOfLife(listener) {
    const seen = () => {
      if (document.visibilityState === 'visible') listener();
    };
    const stops = [
      listenTo(window, ['online', 'focus', 'pageshow'], listener),
      listenTo(document, ['visibilitychange'], seen),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  },
  onUse: (listener) => listenTo(window, ['pointerdown', 'keydown'], listener),
  askWorker: () => void askWorker().catch(() => undefined),
};

/** A burst of changes is one change of the icon. Units: milliseconds. */
const badgeMs = 300;

/** The home-screen icon carries the number of entries that wait or need attention. */
function showBadge(engine: WardEngine): void {
  if (!('setAppBadge' in navigator)) return;
  let shown = -1;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const show = () => {
    timer = null;
    const { waiting, attention } = engine.status();
    if (shown === waiting + attention) return;
    shown = waiting + attention;
    void (shown > 0 ? navigator.setAppBadge(shown) : navigator.clearAppBadge()).catch(() => undefined);
  };
  engine.subscribe(() => {
    timer ??= setTimeout(show, badgeMs);
  });
}

/** The rest is loaded after this time even where no screen has said that it is drawn. Units: milliseconds. */
const longestWaitMs = 5_000;
/** A page in the background draws nothing, so nobody waits longer for a frame than this. Units: milliseconds. */
const frameMs = 500;

let started: Promise<Started> | null = null;

async function start(onBlocked: () => void): Promise<Started> {
  const ports = pagePorts({
    tabStore: keyValue(() => sessionStorage),
    canary: keyValue(() => localStorage),
    connectivity,
    onBlocked,
  });
  const made = await startEngine(ports, async (opened) => {
    const { createEngine } = await import('./engine.ts');
    return createEngine(ports, opened);
  });
  const { engine, complete } = made;
  setTimeout(complete, longestWaitMs);
  showBadge(engine);
  window.addEventListener('pagehide', () => {
    if (engine.status().waiting > 0) navigator.serviceWorker?.controller?.postMessage({ type: 'push' });
  });
  return made;
}

/**
 * The page's engine: one for the whole page, made at the first call. `onBlocked` hears when it can only open once a
 * tab of an older version is closed.
 */
export async function openEngine(onBlocked: () => void = () => undefined): Promise<WardEngine> {
  started ??= start(onBlocked);
  return (await started).engine;
}

/** The first screen is drawn: what it did not need is loaded once it is on the glass. */
export function screenDrawn(): void {
  const complete = () => void started?.then((made) => made.complete());
  requestAnimationFrame(() => setTimeout(complete));
  setTimeout(complete, frameMs);
}
