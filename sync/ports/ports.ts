/** The platform functions that the engine uses; tests supply their own. */

/** Time and timers. Units: milliseconds since 1970, milliseconds. */
export interface Clock {
  now(): number;
  /** Counts independently of the tablet's clock, from an arbitrary zero; may stop while the tablet sleeps. */
  monotonic(): number;
  /** Resolves after the delay; rejects with the signal's reason when it is aborted. */
  delay(delayMs: number, signal?: AbortSignal): Promise<void>;
}

/** Random numbers and ids. */
export interface Random {
  /** Returns a number in [0, 1). */
  next(): number;
  uuid(): string;
}

/** The platform's network; the HTTP client of `transport/` is built on it. */
export interface Transport {
  /** Scheme and host of the server, for example `https://ward.example`. */
  origin: string;
  /** Sends a request with the cookies of the origin. Rejects when there was no answer. */
  fetch: typeof fetch;
}

/** Web Locks or their stand-in: correctness never depends on them. */
export interface Locks {
  /** False if the platform has no locks and every request is granted. */
  real(): boolean;
  /** Runs the work if the lock is free now, otherwise resolves to false immediately. */
  ifFree(name: string, work: () => Promise<void>): Promise<boolean>;
  /** Steals the lock from a holder that no longer shows signs of life, and runs the work. */
  steal(name: string, work: () => Promise<void>): Promise<void>;
  /** Waits for the lock (at most `patienceMs`, then runs without it) and resolves to the work's result. */
  exclusive<T>(name: string, patienceMs: number, work: () => Promise<T>): Promise<T>;
}

/** Topics of the signals between tabs and the worker. */
export const topics = ['outbox', 'replica', 'session'] as const;

/** Signals between tabs and the worker; a page that wakes receives all topics. */
export interface Channel {
  post(topic: string): void;
  listen(listener: (topic: string) => void): () => void;
}

/**
 * A small synchronous store that outlives the tab (for the eviction canary), or lives as long as the tab (for the
 * session).
 */
export interface KeyValue {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/** Events that wake the engine; it never depends on them. */
export interface Connectivity {
  /** What the platform reports; used only in screen texts, never for decisions. */
  looksOnline(): boolean;
  /** Calls the listener on `online`, `focus`, `pageshow`, and `visibilitychange` to visible. */
  onSignOfLife(listener: () => void): () => void;
  /** Calls the listener when someone uses the app (a touch, a key). */
  onUse(listener: () => void): () => void;
  /** Asks the worker to send when the network is back, even without a page; best effort, never relied on. */
  askWorker(): void;
}

/** What the platform reports about its storage. Units: bytes. */
export interface StorageInfo {
  estimate(): Promise<{ usedBytes: number; quotaBytes: number }>;
  persisted(): Promise<boolean>;
  persist(): Promise<boolean>;
}

/** Reports when a page enters the browser's back/forward cache, where it sleeps until it wakes or is discarded. */
export interface Sleep {
  /**
   * Aborted when the page falls asleep, together with all its open transactions; after waking there is a new signal.
   */
  waking(): AbortSignal;
  /** Resolves when the page is awake. */
  awake(): Promise<void>;
  /** True while a transaction, or the opening of a database, is in progress. */
  waits(): boolean;
  /** Aborts open transactions and openings, as a sleep would, so that their work starts again. */
  again(): void;
}

/** IndexedDB as the engine opens it. */
export interface Databases {
  indexedDB: IDBFactory;
  keyRange: typeof IDBKeyRange;
  /** Prefix of the database names, because tests run several simulated tablets in one process. */
  namePrefix: string;
  /** Called when a tab of an older version blocks an upgrade; absent if there is no screen to show it. */
  onBlocked?(): void;
  /** Absent in the worker, which no browser puts to sleep. */
  sleep?: Sleep;
}

/** WebCrypto's digest and PBKDF2. */
export interface Crypto {
  /** Lower-case hexadecimal. */
  sha256(bytes: ArrayBuffer): Promise<string>;
  pbkdf2(password: string, salt: Uint8Array<ArrayBuffer>, rounds: number): Promise<string>;
}

/** All ports of one engine. */
export interface Ports {
  clock: Clock;
  random: Random;
  transport: Transport;
  locks: Locks;
  channel: Channel;
  /** Lives as long as the tab (sessionStorage); absent in the worker. */
  tabStore: KeyValue | null;
  /** Lives as long as the origin's storage (localStorage); absent in the worker. */
  canary: KeyValue | null;
  connectivity: Connectivity;
  storage: StorageInfo;
  databases: Databases;
  crypto: Crypto;
  /** `page` shows screens; `worker` only sends. */
  role: 'page' | 'worker';
}
