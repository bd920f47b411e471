import { pagePorts, pushTag } from './ports/browser.ts';
import type { Connectivity, Databases, KeyValue, Sleep } from './ports/ports.ts';
import { startEngine } from './engine/start/start.ts';
import type { Started } from './engine/start/start.ts';
import type { LiveQueries } from './engine/reads/live-queries.ts';
import type { WardEngine } from './types.ts';

export type { CallName, Calls, OfflineCallName } from '#contract/index.ts';
export type { Session } from '#contract/calls/session.ts';
export type {
  CallInput,
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
export type { Command } from './outbox/command.ts';
export type { LiveQueries, OutboxRoom, PastEntries, TabletHoldings } from './engine/reads/live-queries.ts';
export { CallError, SaveError } from './types.ts';

/** A window's store; in browsers that refuse access to it, nothing is kept. */
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

/** Updates the icon once per burst of changes. Units: milliseconds. */
const badgeMs = 300;

/** Counts the unread notices of the user who is signed in. */
function unreadNotices(engine: WardEngine): number {
  const state = engine.session();
  if (state.kind !== 'signed-in') return 0;
  const { userId } = state.session;
  return engine
    .view()
    .all('notice')
    .filter(({ unreadBy }) => unreadBy.includes(userId)).length;
}

/** Shows on the home-screen icon how many entries wait or need attention, and how many notices are unread. */
function showBadge(engine: WardEngine): void {
  if (!('setAppBadge' in navigator)) return;
  let shown = -1;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const show = () => {
    timer = null;
    const { waiting, attention } = engine.status();
    const count = waiting + attention + unreadNotices(engine);
    if (shown === count) return;
    shown = count;
    void (shown > 0 ? navigator.setAppBadge(shown) : navigator.clearAppBadge()).catch(() => undefined);
  };
  engine.subscribe(() => {
    timer ??= setTimeout(show, badgeMs);
  });
}

/** The rest is loaded after this time even if no screen has reported its first paint. Units: milliseconds. */
const longestWaitMs = 5_000;
/** A background page paints nothing, so waiting for a frame is limited to this. Units: milliseconds. */
const frameMs = 500;

let started: Promise<Started> | null = null;
/** The page's databases, available once the engine is opening. */
let databases: (Databases & { sleep: Sleep }) | null = null;

async function start(onBlocked: () => void): Promise<Started> {
  const ports = pagePorts({
    page: window,
    tabStore: keyValue(() => sessionStorage),
    canary: keyValue(() => localStorage),
    connectivity,
    onBlocked,
  });
  ({ databases } = ports);
  const made = await startEngine(ports, async (opened) => {
    const { createEngine } = await import('./engine/engine.ts');
    return createEngine(ports, opened);
  });
  const { engine, complete } = made;
  setTimeout(() => void complete(), longestWaitMs);
  showBadge(engine);
  window.addEventListener('pagehide', () => {
    if (engine.status().waiting > 0) navigator.serviceWorker?.controller?.postMessage({ type: 'push' });
  });
  return made;
}

/**
 * Returns the page's engine, which the first call creates. `onBlocked` is called if it can only open once a tab of an
 * older version is closed (rule ST6).
 */
export async function openEngine(onBlocked: () => void = () => undefined): Promise<WardEngine> {
  started ??= start(onBlocked);
  return (await started).engine;
}

/**
 * Repeats storage requests that got no answer in a slow start, and returns what the start is waiting for (rule ST8).
 */
export function startAgain(): 'storage' | 'network' {
  const sleep = databases?.sleep;
  if (!sleep?.waits()) return 'network';
  sleep.again();
  return 'storage';
}

let queries: Promise<LiveQueries | null> | null = null;

/**
 * Returns live reads of this tablet's own database for screens that show it; null while this browser stores nothing.
 */
export async function openLiveQueries(): Promise<LiveQueries | null> {
  const here = databases;
  if (!here) return null;
  queries ??= import('./engine/reads/live-queries.ts').then((found) => found.openLiveQueries(here));
  const opened = await queries;
  if (!opened) queries = null;
  return opened;
}

/** Returns, once, the picture that was shared with the installed app; null if there is none. */
export async function takeSharedPicture(): Promise<File | null> {
  const shared = await import('./ports/shared-picture.ts');
  return shared.takeSharedPicture(caches);
}

/**
 * Called when the first screen is painted: loads the deferred parts once it is visible, and resolves when they are
 * loaded.
 */
export async function screenDrawn(): Promise<void> {
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, frameMs);
  });
  await (await started)?.complete();
}
