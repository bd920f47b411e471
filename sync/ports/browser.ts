import { isPersisted, leaveNoLocks } from './page-cache.ts';
import { topics } from './ports.ts';
import { storageInfo } from './storage-info.ts';
import type { Channel, Clock, Connectivity, Crypto, KeyValue, Locks, Ports, Random, Sleep } from './ports.ts';
import type { Transport } from './ports.ts';

/** Tag of the background sync that asks the worker to send. */
export const pushTag = 'ward-push';

const clock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  delay: (delayMs, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason instanceof Error ? signal.reason : new DOMException('Aborted', 'AbortError'));
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, delayMs);
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    }),
};

const toHex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Creates a version 4 UUID, even in an insecure context without `randomUUID`. */
function uuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return toHex(bytes.buffer).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const random: Random = { next: () => Math.random(), uuid };

const transport: Transport = { origin: location.origin, fetch: (input, init) => fetch(input, init) };

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** Wraps Web Locks; on a platform without them, every page and worker runs without locks. */
function browserLocks(): Locks {
  const manager: LockManager | undefined = navigator.locks;
  if (manager === undefined) {
    return {
      real: () => false,
      ifFree: async (_name, work) => {
        await work();
        return true;
      },
      steal: (_name, work) => work(),
      exclusive: (_name, _patienceMs, work) => work(),
    };
  }
  return {
    real: () => true,
    async ifFree(name, work) {
      let ran = false;
      const held = manager.request(name, { ifAvailable: true }, async (lock) => {
        ran = lock !== null;
        if (lock) await work();
      });
      await held.catch((error: unknown) => {
        if (!isAbort(error)) throw error;
      });
      return ran;
    },
    async steal(name, work) {
      await manager.request(name, { steal: true }, work).catch((error: unknown) => {
        if (!isAbort(error)) throw error;
      });
    },
    async exclusive(name, patienceMs, work) {
      const patience = AbortSignal.timeout(patienceMs);
      let started = false;
      try {
        return await manager.request(name, { signal: patience }, () => {
          started = true;
          return work();
        });
      } catch (error) {
        if (started || !patience.aborted) throw error;
        return work();
      }
    },
  };
}

/** `page` is the window of a page: it misses messages while it sleeps, so it signals all topics when it wakes. */
function browserChannel(page?: EventTarget): Channel {
  const channel = new BroadcastChannel('ward');
  return {
    // A BroadcastChannel has no target: it reaches this origin only.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    post: (topic) => channel.postMessage(topic),
    listen(listener) {
      const hear = (event: MessageEvent<unknown>) => {
        if (typeof event.data === 'string') listener(event.data);
      };
      const wake = (event: Event) => {
        if (isPersisted(event)) for (const topic of topics) listener(topic);
      };
      channel.addEventListener('message', hear);
      page?.addEventListener('pageshow', wake);
      return () => {
        channel.removeEventListener('message', hear);
        page?.removeEventListener('pageshow', wake);
      };
    },
  };
}

const browserCrypto: Crypto = {
  sha256: async (bytes) => toHex(await crypto.subtle.digest('SHA-256', bytes)),
  async pbkdf2(password, salt, rounds) {
    const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(password), 'PBKDF2', false, [
      'deriveBits',
    ]);
    return toHex(
      await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }, key, 256),
    );
  },
};

/** Returns the ports that page and worker share; `page` is the window of a page. */
function commonPorts(page?: EventTarget): Omit<Ports, 'role' | 'tabStore' | 'canary' | 'connectivity'> {
  return {
    clock,
    random,
    transport,
    storage: storageInfo(navigator.storage),
    locks: browserLocks(),
    channel: browserChannel(page),
    databases: { indexedDB, keyRange: IDBKeyRange, namePrefix: 'ward-' },
    crypto: browserCrypto,
  };
}

/** Creates the ports of a page; the caller supplies what only a window has, and the window as event target. */
export function pagePorts({
  onBlocked,
  page,
  ...window
}: {
  page: EventTarget;
  tabStore: KeyValue;
  canary: KeyValue;
  connectivity: Connectivity;
  onBlocked: () => void;
}): Ports & { databases: { sleep: Sleep } } {
  const common = commonPorts(page);
  const databases = leaveNoLocks({ ...common.databases, onBlocked }, page);
  return { ...common, databases, ...window, role: 'page' };
}

/** Creates the ports of the service worker. */
export function workerPorts(): Ports {
  const connectivity: Connectivity = {
    looksOnline: () => navigator.onLine,
    onSignOfLife: () => () => undefined,
    onUse: () => () => undefined,
    askWorker: () => undefined,
  };
  return { ...commonPorts(), tabStore: null, canary: null, connectivity, role: 'worker' };
}
