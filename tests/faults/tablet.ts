import { createHash } from 'node:crypto';
import { answered } from '#sync/idb.ts';
import { createEngine } from '#sync/engine.ts';
import { startEngine } from '#sync/start.ts';
import type { Channel, Connectivity, KeyValue, Locks, Ports, Transport } from '#sync/ports.ts';
import type { WardEngine } from '#sync/types.ts';
import { pushInWorker } from '#sync/worker-push.ts';
import type { Seeded } from './seeded.ts';
import { createTabletStorage } from './storage.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A kill strikes at the n-th storage or network step of a context. */
export interface Fuse {
  /** Steps until the kill; null for none. */
  stepsLeft: number | null;
}

/** One running context (a tab or the worker) of a tablet. */
export interface Context {
  readonly ports: Ports;
  readonly fuse: Fuse;
  alive(): boolean;
  kill(): void;
  /** The platform suspends the context: nothing of it runs any more, and it keeps its locks and its outbox open. */
  freeze(): void;
  /** Resolves when the context was killed. */
  killed: Promise<void>;
}

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
  /** A background sync of the worker; resolves when it is over or was killed. */
  wakeWorker(fuseSteps: number | null): Promise<void>;
  tabs(): readonly Tab[];
  signOfLife(): void;
  /** False where the platform has no Web Locks. */
  locksWork: boolean;
  /** A context that shows nothing of itself takes this lock; the answer gives it back. */
  holdLock(name: string): () => void;
  /** The next storage transactions fail as if the connection was lost. */
  failStorage(count: number, error?: () => DOMException, writesOnly?: boolean): void;
  /** The contexts from now on are of a newer app, whose outbox has to be upgraded. */
  release(): void;
  /** The platform discards suspended tabs: their connections are closed. */
  discardSuspended(): void;
  /** The databases as a further context without an engine sees them. */
  storageOfContext(): Ports['databases'];
  /** The browser throws away the databases whose name holds this text; all without one. */
  evict(text?: string): Promise<void>;
  /** Entries that lie unsettled in the storage. */
  countOpen(): Promise<number>;
}

const never = new Promise<never>(() => undefined);

/** A store of a context, which writes nothing any more once it is gone. */
function keyValue(map: Map<string, string>, alive: () => boolean): KeyValue {
  return {
    get: (key) => map.get(key) ?? null,
    set: (key, value) => void (alive() && map.set(key, value)),
    remove: (key) => void (alive() && map.delete(key)),
  };
}

/** The result of a request, while which virtual time stands still. */
async function ended<T>(time: VirtualTime, request: IDBRequest<T>): Promise<T> {
  time.enter();
  return answered(request).finally(() => time.leave());
}

/** Locks shared by the contexts of a tablet; a killed holder gives its locks back, a frozen one does not. */
function createLockTable() {
  const held = new Map<string, object>();
  const waiting: (() => void)[] = [];
  const wake = () => {
    for (const resume of waiting.splice(0)) resume();
  };
  return {
    hold(name: string): () => void {
      const owner = {};
      held.set(name, owner);
      return () => this.dropOwner(owner);
    },
    dropOwner(owner: object) {
      for (const [name, holder] of held) if (holder === owner) held.delete(name);
      wake();
    },
    locksOf(owner: object, ports: () => Ports, works: () => boolean): Locks {
      async function holding<T>(name: string, work: () => Promise<T>): Promise<T> {
        held.set(name, owner);
        try {
          return await work();
        } finally {
          if (held.get(name) === owner) held.delete(name);
          wake();
        }
      }
      return {
        real: works,
        async ifFree(name, work) {
          if (held.has(name) && works()) return false;
          await holding(name, work);
          return true;
        },
        steal: (name, work) => holding(name, work),
        async exclusive(name, patienceMs, work) {
          const until = ports().clock.now() + patienceMs;
          while (works() && held.has(name) && ports().clock.now() < until) {
            const over = new AbortController();
            const timeout = ports().clock.delay(until - ports().clock.now(), over.signal);
            timeout.catch(() => undefined);
            await Promise.race([new Promise<void>((resolve) => waiting.push(resolve)), timeout]);
            over.abort();
          }
          return holding(name, work);
        },
      };
    },
  };
}

/** What a tablet stands in. */
export interface TabletSurroundings {
  time: VirtualTime;
  random: Seeded;
  /** The network as a context of this tablet sees it. */
  transport: (tablet: Tablet, context: () => Context) => Transport;
  /** A newer app waits for a suspended tab of an older one. */
  onBlocked?: () => void;
}

/** Makes a tablet without any tab open. */
export function createTablet(name: string, surroundings: TabletSurroundings): Tablet {
  const { time, random } = surroundings;
  const storage = createTabletStorage(time);
  const locks = createLockTable();
  const listeners = new Map<object, Set<(topic: string) => void>>();
  const lifeListeners = new Map<object, Set<() => void>>();
  const tabs = new Set<Tab>();
  let contexts = 0;

  function createContext(role: Ports['role'], tabStore: Map<string, string> | null): Context {
    const owner = {};
    let alive = true;
    let ring: () => void = () => undefined;
    const killed = new Promise<void>((resolve) => {
      ring = resolve;
    });
    const fuse: Fuse = { stepsLeft: null };
    const own = random.fork(`${name} context ${(contexts += 1)}`);

    function kill(): void {
      if (!alive) return;
      alive = false;
      connection.cut();
      listeners.delete(owner);
      lifeListeners.delete(owner);
      locks.dropOwner(owner);
      ring();
    }
    function freeze(): void {
      alive = false;
      connection.suspend();
      listeners.delete(owner);
      lifeListeners.delete(owner);
      ring();
    }
    function step(): void {
      if (!alive || fuse.stepsLeft === null) return;
      fuse.stepsLeft -= 1;
      if (fuse.stepsLeft <= 0) kill();
    }
    const connection = storage.connect(step);

    const channel: Channel = {
      post(topic) {
        if (!alive) return;
        for (const [other, heard] of listeners) {
          if (other !== owner) for (const listener of heard) time.at(0, () => listener(topic));
        }
      },
      listen(listener) {
        const heard = listeners.get(owner) ?? new Set();
        listeners.set(owner, heard.add(listener));
        return () => heard.delete(listener);
      },
    };
    const connectivity: Connectivity = {
      looksOnline: () => tablet.looksOnline,
      onSignOfLife(listener) {
        const heard = lifeListeners.get(owner) ?? new Set();
        lifeListeners.set(owner, heard.add(listener));
        return () => heard.delete(listener);
      },
      onUse: () => () => undefined,
      askWorker: () => undefined,
    };
    const network = surroundings.transport(tablet, () => context);
    const ports: Ports = {
      role,
      clock: time.clock(
        () => tablet.clockOffsetMs,
        () => alive,
      ),
      random: { next: () => own.next(), uuid: () => own.uuid() },
      transport: {
        send(request) {
          step();
          return alive ? network.send(request) : never;
        },
      },
      locks: locks.locksOf(
        owner,
        () => ports,
        () => tablet.locksWork,
      ),
      channel,
      tabStore: tabStore ? keyValue(tabStore, () => alive) : null,
      canary: role === 'page' ? keyValue(tablet.canary, () => alive) : null,
      connectivity,
      storage: {
        estimate: async () => ({ usedBytes: 0, quotaBytes: 0 }),
        persisted: async () => false,
        persist: async () => false,
      },
      databases: { ...connection.databases, onBlocked: () => surroundings.onBlocked?.() },
      crypto: {
        sha256: async (bytes) => createHash('sha256').update(new Uint8Array(bytes)).digest('hex'),
        pbkdf2: async (password, salt, rounds) =>
          createHash('sha256').update(password).update(salt).update(String(rounds)).digest('hex'),
      },
    };
    const context: Context = { ports, fuse, alive: () => alive, kill, freeze, killed };
    return context;
  }

  const tablet: Tablet = {
    name,
    clockOffsetMs: 0,
    looksOnline: true,
    canary: new Map(),
    openTab(session = new Map()) {
      const context = createContext('page', session);
      let engine: WardEngine | null = null;
      const started = Promise.race([
        startEngine(context.ports, (opened) => createEngine(context.ports, opened)).then((made) => {
          engine = made.engine;
          made.complete();
          return engine;
        }),
        context.killed.then(() => null),
      ]);
      const tab: Tab = { ...context, session, engine: () => (context.alive() ? engine : null), started };
      tabs.add(tab);
      void context.killed.then(() => tabs.delete(tab));
      return tab;
    },
    async wakeWorker(fuseSteps) {
      const context = createContext('worker', null);
      context.fuse.stepsLeft = fuseSteps;
      await Promise.race([pushInWorker(context.ports, 25_000).catch(() => true), context.killed]);
      context.kill();
    },
    tabs: () => [...tabs],
    locksWork: true,
    holdLock: (name) => locks.hold(name),
    failStorage: (
      count,
      error = () => new DOMException('The connection is closed.', 'InvalidStateError'),
      writesOnly = false,
    ) => storage.fail(count, error, writesOnly),
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
      for (const heard of lifeListeners.values()) for (const listener of heard) listener();
    },
  };
  return tablet;
}
