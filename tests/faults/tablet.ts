import { resultOf } from '#sync/ports/idb.ts';
import { createEngine } from '#sync/engine/engine.ts';
import { startEngine } from '#sync/engine/start/start.ts';
import type { Ports } from '#sync/ports/ports.ts';
import type { WardEngine } from '#sync/types.ts';
import { pushInWorker } from '#sync/engine/worker-push.ts';
import { createContext } from './context.ts';
import type { Context, TabletSurroundings } from './context.ts';
import { createLockTable } from './locks.ts';
import { createTabletStorage } from './storage.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A tab with its engine, when the engine could start before a kill. */
export interface Tab extends Context {
  engine(): WardEngine | null;
  /** What the tab keeps when it is loaded again. */
  session: Map<string, string>;
  started: Promise<WardEngine | null>;
}

/** One tablet: its storage, its cookies, its tabs and its worker. */
export interface Tablet {
  name: string;
  clockOffsetMs: number;
  looksOnline: boolean;
  /** localStorage, which outlives an eviction of IndexedDB in this simulation. */
  canary: Map<string, string>;
  openTab(session?: Map<string, string>): Tab;
  /** A background sync of the worker; resolves when it is over, stopped or was killed. */
  wakeWorker(fuseSteps: number | null, stop?: AbortSignal): Promise<void>;
  /** Tabs that are open, without the pages in the back/forward cache. */
  tabs(): readonly Tab[];
  /** Pages in the back/forward cache, the oldest first. */
  cached(): readonly Tab[];
  signOfLife(): void;
  /** False where the platform has no Web Locks. */
  locksWork: boolean;
  /** A context that shows nothing of itself takes this lock; the answer gives it back. */
  holdLock(name: string): () => void;
  /** The next storage transactions fail as if the connection was lost. */
  failStorage(count: number, error?: () => DOMException, writesOnly?: boolean): void;
  /** No save stores more bytes of files than this. */
  limitFiles(bytes: number): void;
  /** The contexts from now on are of a newer app, whose outbox has to be upgraded. */
  release(): void;
  /** The platform discards suspended tabs: their connections are closed. */
  discardSuspended(): void;
  /** The databases as a further context without an engine sees them. */
  storageOfContext(): Ports['databases'];
  /** The browser throws away the databases whose name holds this text; all without one. */
  evict(text?: string): Promise<void>;
  /** Unsettled entries in the storage. */
  countOpen(): Promise<number>;
}

/** The result of a request; virtual time stops until it is there. */
async function ended<T>(time: VirtualTime, request: IDBRequest<T>): Promise<T> {
  time.enter();
  return resultOf(request).finally(() => time.leave());
}

/** Makes a tablet without any tab open. */
export function createTablet(name: string, surroundings: TabletSurroundings): Tablet {
  const { time } = surroundings;
  const storage = createTabletStorage(time);
  const locks = createLockTable();
  const listeners = new Map<object, Set<(topic: string) => void>>();
  const lifeListeners = new Map<object, Set<() => void>>();
  const asleep = new Set<object>();
  const tabs = new Set<Tab>();
  let contexts = 0;

  function open(role: Ports['role'], tabStore: Map<string, string> | null): Context {
    contexts += 1;
    const parts = { name, storage, locks, listeners, lifeListeners, asleep, tablet, surroundings };
    return createContext(parts, role, tabStore, contexts);
  }

  const tablet: Tablet = {
    name,
    clockOffsetMs: 0,
    looksOnline: true,
    canary: new Map(),
    openTab(session = new Map()) {
      const context = open('page', session);
      let engine: WardEngine | null = null;
      const started = Promise.race([
        startEngine(context.ports, (opened) => createEngine(context.ports, opened)).then((made) => {
          engine = made.engine;
          void made.complete();
          return engine;
        }),
        context.killed.then(() => null),
      ]);
      const tab: Tab = { ...context, session, engine: () => (context.alive() ? engine : null), started };
      tabs.add(tab);
      void context.killed.then(() => tabs.delete(tab));
      return tab;
    },
    async wakeWorker(fuseSteps, stop = new AbortController().signal) {
      const context = open('worker', null);
      context.fuse.stepsLeft = fuseSteps;
      await Promise.race([pushInWorker(context.ports, 25_000, stop).catch(() => true), context.killed]);
      context.kill();
    },
    tabs: () => [...tabs].filter((tab) => !tab.isAsleep()),
    cached: () => [...tabs].filter((tab) => tab.isAsleep()),
    locksWork: true,
    holdLock: (name) => locks.hold(name),
    failStorage: (
      count,
      error = () => new DOMException('The connection is closed.', 'InvalidStateError'),
      writesOnly = false,
    ) => storage.fail(count, error, writesOnly),
    limitFiles: (bytes) => storage.limitFiles(bytes),
    storageOfContext: () => storage.connect(() => undefined).databases,
    release: () => storage.release(),
    discardSuspended: () => storage.discardSuspended(),
    async evict(text = '') {
      storage.discardSuspended();
      for (const { name: database } of await storage.factory.databases()) {
        if (database?.includes(text) === true) await ended(time, storage.factory.deleteDatabase(database));
      }
    },
    async countOpen() {
      storage.discardSuspended();
      const db = await ended(time, storage.factory.open('ward-outbox'));
      try {
        const commands = db.transaction('commands').objectStore('commands');
        return await ended(time, commands.index('open').count(1));
      } finally {
        db.close();
      }
    },
    signOfLife() {
      for (const [owner, heard] of lifeListeners) if (!asleep.has(owner)) for (const listener of heard) listener();
    },
  };
  return tablet;
}
