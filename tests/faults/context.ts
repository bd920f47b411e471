/** One context of a simulated tablet: how it runs, sleeps and dies, and the ports that its engine gets. */
import { createHash } from 'node:crypto';
import { leaveNoLocks } from '#sync/ports/page-cache.ts';
import { topics } from '#sync/ports/ports.ts';
import type { Channel, Connectivity, KeyValue, Ports } from '#sync/ports/ports.ts';
import type { createLockTable } from './locks.ts';
import type { Seeded } from './seeded.ts';
import type { Connected, TabletStorage } from './storage.ts';
import type { VirtualTime } from './virtual-time.ts';
import { toSimulatedRequest } from './wire-answer.ts';
import type { SimulatedNetwork } from './wire-answer.ts';

/** Kills a context at its n-th storage or network step. */
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
  /** Suspends the context: it runs no code but keeps its locks and its outbox open. */
  freeze(): void;
  /**
   * At the n-th storage step from now, the user leaves the page and it enters the back/forward cache, where it runs no
   * code and its transactions stay open; `tell` receives whether there were any.
   */
  sleepAfter(steps: number, tell: (isBusy: boolean) => void): void;
  /** Returns to the page; answers that arrived meanwhile are lost. */
  wake(): void;
  isAsleep(): boolean;
  /** Resolves when the context has been killed. */
  killed: Promise<void>;
}

/** The environment of a tablet. */
export interface TabletSurroundings {
  time: VirtualTime;
  random: Seeded;
  /** The network for a context of this tablet. */
  network: (context: () => Context) => SimulatedNetwork;
  /** Called when a newer app waits for a suspended tab of an older one. */
  onBlocked?: () => void;
}

/** State shared by the contexts of a tablet. */
export interface TabletParts {
  name: string;
  storage: TabletStorage;
  locks: ReturnType<typeof createLockTable>;
  /** Listeners on the channel, by context. */
  listeners: Map<object, Set<(topic: string) => void>>;
  /** Listeners for signs of life, by context. */
  lifeListeners: Map<object, Set<() => void>>;
  /** Contexts in the back/forward cache. */
  asleep: Set<object>;
  /** The parts that scenes change: clock, network and platform. */
  tablet: { clockOffsetMs: number; looksOnline: boolean; locksWork: boolean; canary: Map<string, string> };
  surroundings: TabletSurroundings;
}

const never = new Promise<never>(() => undefined);

/** Creates a context's key-value store, which ignores writes once the context is gone. */
function keyValue(map: Map<string, string>, alive: () => boolean): KeyValue {
  return {
    get: (key) => map.get(key) ?? null,
    set: (key, value) => void (alive() && map.set(key, value)),
    remove: (key) => void (alive() && map.delete(key)),
  };
}

/** The life of a context from its start to a kill, including time in the back/forward cache. */
interface Life extends Omit<Context, 'ports'> {
  /** Identifies the context in the shared state. */
  owner: object;
  /** The page whose events the engine hears. */
  window: EventTarget;
  connection: Connected;
  /** True from the start to a kill, including time in the back/forward cache. */
  exists(): boolean;
  /** Counts a storage or network step, at which a kill or sleep may happen. */
  step(): void;
  /** Resumes code that was waiting for a timer, once the page is awake. */
  deliver(resume: () => void): void;
}

function createLife(parts: TabletParts): Life {
  const { locks, listeners, lifeListeners, asleep } = parts;
  const { time } = parts.surroundings;
  const owner = {};
  const window = new EventTarget();
  const fuse: Fuse = { stepsLeft: null };
  const connection = parts.storage.connect(step);
  /** Callbacks that wait for the page to wake. */
  const resumes: (() => void)[] = [];
  let alive = true;
  let nap: { stepsLeft: number; tell: (isBusy: boolean) => void } | null = null;
  let ring: () => void = () => undefined;
  const killed = new Promise<void>((resolve) => {
    ring = resolve;
  });
  const isAsleep = () => asleep.has(owner);
  const turnPage = (type: 'pagehide' | 'pageshow') =>
    window.dispatchEvent(Object.assign(new Event(type), { persisted: true }));

  function sleep(): void {
    if (!alive || isAsleep()) return;
    turnPage('pagehide');
    asleep.add(owner);
    connection.sleep();
  }

  /** A page falls asleep between two tasks, not during one. */
  function fallAsleep(tell: (isBusy: boolean) => void): void {
    time.enter();
    setImmediate(() => {
      const isBusy = connection.isBusy();
      const isOpen = alive && !isAsleep();
      sleep();
      if (isOpen) tell(isBusy);
      time.leave();
    });
  }

  /** Stops everything in the context. */
  function end(cut: () => void): void {
    alive = false;
    cut();
    listeners.delete(owner);
    lifeListeners.delete(owner);
    ring();
  }

  function kill(): void {
    if (!alive) return;
    asleep.delete(owner);
    end(() => {
      connection.cut();
      locks.dropOwner(owner);
    });
  }

  function step(): void {
    if (alive && nap !== null && (nap.stepsLeft -= 1) <= 0) {
      fallAsleep(nap.tell);
      nap = null;
    }
    if (!alive || fuse.stepsLeft === null) return;
    fuse.stepsLeft -= 1;
    if (fuse.stepsLeft <= 0) kill();
  }

  return {
    owner,
    window,
    fuse,
    connection,
    killed,
    step,
    kill,
    isAsleep,
    exists: () => alive,
    alive: () => alive && !isAsleep(),
    deliver(resume) {
      if (isAsleep()) resumes.push(resume);
      else if (alive) resume();
    },
    freeze: () => end(() => connection.suspend()),
    sleepAfter(stepsLeft, tell) {
      nap = { stepsLeft, tell };
    },
    wake() {
      if (!alive || !isAsleep()) return;
      asleep.delete(owner);
      connection.wake();
      turnPage('pageshow');
      for (const resume of resumes.splice(0)) resume();
      for (const topic of topics) for (const listener of listeners.get(owner) ?? []) listener(topic);
      for (const listener of lifeListeners.get(owner) ?? []) listener();
    },
  };
}

/** Creates the channel between a tablet's contexts; a sleeping page receives nothing. */
function channelOf({ owner, exists }: Life, { listeners, asleep, surroundings }: TabletParts): Channel {
  return {
    post(topic) {
      if (!exists()) return;
      for (const [other, heard] of listeners) {
        if (other === owner || asleep.has(other)) continue;
        for (const listener of heard) surroundings.time.at(0, () => listener(topic));
      }
    },
    listen(listener) {
      const heard = listeners.get(owner) ?? new Set();
      listeners.set(owner, heard.add(listener));
      return () => heard.delete(listener);
    },
  };
}

function connectivityOf({ owner }: Life, { lifeListeners, tablet }: TabletParts): Connectivity {
  return {
    looksOnline: () => tablet.looksOnline,
    onSignOfLife(listener) {
      const heard = lifeListeners.get(owner) ?? new Set();
      lifeListeners.set(owner, heard.add(listener));
      return () => heard.delete(listener);
    },
    onUse: () => () => undefined,
    askWorker: () => undefined,
  };
}

/** Creates a context's network; a context that is gone never receives an answer. */
function transportOf(life: Life, time: VirtualTime, network: SimulatedNetwork): Ports['transport'] {
  return {
    origin: 'https://ward.test',
    async fetch(input, init) {
      life.step();
      if (!life.exists()) return never;
      time.enter();
      const asked = input instanceof Request ? input : new Request(input, init);
      const request = await toSimulatedRequest(asked).finally(() => time.leave());
      return life.exists() ? network.send(request) : never;
    },
  };
}

const simulatedCrypto: Ports['crypto'] = {
  sha256: async (bytes) => createHash('sha256').update(new Uint8Array(bytes)).digest('hex'),
  pbkdf2: async (password, salt, rounds) =>
    createHash('sha256').update(password).update(salt).update(String(rounds)).digest('hex'),
};

/** Starts the n-th context of a tablet; `tabStore` is the tab's session storage, null for the worker. */
export function createContext(
  parts: TabletParts,
  role: Ports['role'],
  tabStore: Map<string, string> | null,
  ordinal: number,
): Context {
  const { tablet, surroundings } = parts;
  const { time } = surroundings;
  const life = createLife(parts);
  const own = surroundings.random.fork(`${parts.name} context ${ordinal}`);
  const databases = { ...life.connection.databases, onBlocked: () => surroundings.onBlocked?.() };
  const network = surroundings.network(() => context);
  const ports: Ports = {
    role,
    clock: time.clock(() => tablet.clockOffsetMs, life.deliver),
    random: { next: () => own.next(), uuid: () => own.uuid() },
    transport: transportOf(life, time, network),
    locks: parts.locks.locksOf(
      life.owner,
      () => ports,
      () => tablet.locksWork,
    ),
    channel: channelOf(life, parts),
    tabStore: tabStore ? keyValue(tabStore, life.exists) : null,
    canary: role === 'page' ? keyValue(tablet.canary, life.exists) : null,
    connectivity: connectivityOf(life, parts),
    storage: {
      estimate: async () => ({ usedBytes: 0, quotaBytes: 0 }),
      persisted: async () => false,
      persist: async () => false,
    },
    databases: role === 'page' ? leaveNoLocks(databases, life.window) : databases,
    crypto: simulatedCrypto,
  };
  const { fuse, alive, kill, freeze, sleepAfter, wake, isAsleep, killed } = life;
  const context: Context = { ports, fuse, alive, kill, freeze, sleepAfter, wake, isAsleep, killed };
  return context;
}
