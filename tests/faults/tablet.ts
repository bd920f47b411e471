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

/** A tab with its engine, if the engine started before a kill. */
export interface Tab extends Context {
  engine(): WardEngine | null;
  /** The tab's session storage, which survives a reload. */
  session: Map<string, string>;
  started: Promise<WardEngine | null>;
}

/** A tablet: its storage, cookies, tabs and worker. */
export interface Tablet {
  name: string;
  clockOffsetMs: number;
  looksOnline: boolean;
  /** localStorage, which survives an eviction of IndexedDB in this simulation. */
  canary: Map<string, string>;
  openTab(session?: Map<string, string>): Tab;
  /** Runs a background sync in the worker; resolves when it finishes, is stopped or is killed. */
  wakeWorker(fuseSteps: number | null, stop?: AbortSignal): Promise<void>;
  /** Runs something in the worker; resolves when it finishes or is killed. */
  inWorker(act: (ports: Ports) => Promise<unknown>, fuseSteps?: number | null): Promise<void>;
  /** Returns the open tabs, without pages in the back/forward cache. */
  tabs(): readonly Tab[];
  /** Returns the pages in the back/forward cache, oldest first. */
  cached(): readonly Tab[];
  signOfLife(): void;
  /** False if the platform has no Web Locks. */
  locksWork: boolean;
  /** Takes a lock as an invisible context would; the returned function releases it. */
  holdLock(name: string): () => void;
  /** Makes the next storage transactions fail as if the connection was lost. */
  failStorage(count: number, error?: () => DOMException, writesOnly?: boolean): void;
  /** Limits the bytes of files that a save can store. */
  limitFiles(bytes: number): void;
  /** Installs a newer app for later contexts, whose outbox needs an upgrade. */
  release(): void;
  /** Discards suspended tabs, which closes their connections. */
  discardSuspended(): void;
  /** Returns the databases for another context without an engine. */
  storageOfContext(): Ports['databases'];
  /** Deletes the databases whose names contain this text; without a text, all of them. */
  evict(text?: string): Promise<void>;
  /** Counts unsettled entries in storage. */
  countOpen(): Promise<number>;
}

/** Resolves to a request's result; virtual time stops meanwhile. */
async function ended<T>(time: VirtualTime, request: IDBRequest<T>): Promise<T> {
  time.enter();
  return resultOf(request).finally(() => time.leave());
}

/** Creates a tablet without open tabs. */
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
    wakeWorker: (fuseSteps, stop = new AbortController().signal) =>
      tablet.inWorker((ports) => pushInWorker(ports, 25_000, stop).catch(() => true), fuseSteps),
    async inWorker(act, fuseSteps = null) {
      const context = open('worker', null);
      context.fuse.stepsLeft = fuseSteps;
      await Promise.race([act(context.ports), context.killed]);
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
