import type { Channel, Clock, Connectivity, Crypto, KeyValue, Locks, Ports, Random, StorageInfo } from './ports.ts';
import type { Transport } from './ports.ts';

/** Background sync tag and message by which the worker is asked to send. */
export const pushTag = 'ward-push';

const clock: Clock = {
  now: () => Date.now(),
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

/** A UUID of version 4, also where the context is not secure and `randomUUID` is missing. */
function uuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return toHex(bytes.buffer).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const random: Random = { next: () => Math.random(), uuid };

const transport: Transport = {
  async send({ method, path, headers, body, signal }) {
    const init: RequestInit = {
      method,
      headers,
      credentials: 'same-origin',
      redirect: 'manual',
      cache: 'no-store',
    };
    if (body !== undefined) init.body = body;
    if (signal) init.signal = signal;
    const response = await fetch(path, init);
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      text: () => response.text(),
      stream: () => response.body,
    };
  },
};

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** Web Locks; where the platform has none every context works without. */
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

function browserChannel(): Channel {
  const channel = new BroadcastChannel('ward');
  return {
    // A BroadcastChannel has no target: it reaches this origin only.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    post: (topic) => channel.postMessage(topic),
    listen(listener) {
      const hear = (event: MessageEvent<unknown>) => {
        if (typeof event.data === 'string') listener(event.data);
      };
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
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

const storage: StorageInfo = {
  async estimate() {
    const { usage = 0, quota = 0 } = (await navigator.storage?.estimate()) ?? {};
    return { usedBytes: usage, quotaBytes: quota };
  },
  persisted: async () => (await navigator.storage?.persisted()) ?? false,
  persist: async () => {
    const { storage: manager } = navigator;
    return 'persist' in manager && typeof manager.persist === 'function' ? Boolean(await manager.persist()) : false;
  },
};

/** What page and worker have in common. */
function commonPorts(): Omit<Ports, 'role' | 'tabStore' | 'canary' | 'connectivity'> {
  return {
    clock,
    random,
    transport,
    storage,
    locks: browserLocks(),
    channel: browserChannel(),
    databases: { indexedDB, keyRange: IDBKeyRange, namePrefix: 'ward-' },
    crypto: browserCrypto,
  };
}

/** The surroundings of a page; what only a window has is given by the caller. */
export function pagePorts({
  onBlocked,
  ...window
}: {
  tabStore: KeyValue;
  canary: KeyValue;
  connectivity: Connectivity;
  onBlocked: () => void;
}): Ports {
  const common = commonPorts();
  return { ...common, databases: { ...common.databases, onBlocked }, ...window, role: 'page' };
}

/** The surroundings of the service worker. */
export function workerPorts(): Ports {
  const connectivity: Connectivity = {
    looksOnline: () => navigator.onLine,
    onSignOfLife: () => () => undefined,
    onUse: () => () => undefined,
    askWorker: () => undefined,
  };
  return { ...commonPorts(), tabStore: null, canary: null, connectivity, role: 'worker' };
}
