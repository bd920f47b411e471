/** The world as the engine sees it; tests give another one. */

/** Time and timers. Units: milliseconds since 1970, milliseconds. */
export interface Clock {
  now(): number;
  /** Resolves after the delay; rejects with the signal's reason when it is aborted. */
  delay(delayMs: number, signal?: AbortSignal): Promise<void>;
}

/** Random numbers and ids. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  uuid(): string;
}

export interface TransportRequest {
  method: string;
  /** Absolute path below the origin, for example `/api/DailyRound`. */
  path: string;
  headers: Record<string, string>;
  body?: string | ArrayBuffer | FormData;
  signal?: AbortSignal;
}

export interface TransportAnswer {
  status: number;
  header(name: string): string | null;
  text(): Promise<string>;
  /** The body piece by piece, for event streams. */
  stream(): ReadableStream<Uint8Array> | null;
}

/** The network; rejects when no answer came. Cookies of the origin go along; redirects are not followed. */
export interface Transport {
  send(request: TransportRequest): Promise<TransportAnswer>;
}

/** Web Locks, or what stands in for them: correctness never depends on it. */
export interface Locks {
  /** False where the platform has no locks and every request is granted. */
  real(): boolean;
  /** Runs the work when the lock is free now, else answers false at once. */
  ifFree(name: string, work: () => Promise<void>): Promise<boolean>;
  /** Takes the lock away from a holder that no longer shows life, and runs the work. */
  steal(name: string, work: () => Promise<void>): Promise<void>;
  /** Waits for the lock (at most `patienceMs`, then runs without it) and gives the work's result. */
  exclusive<T>(name: string, patienceMs: number, work: () => Promise<T>): Promise<T>;
}

/** Signals between tabs and the worker: `outbox`, `replica`, `session`. */
export interface Channel {
  post(topic: string): void;
  listen(listener: (topic: string) => void): () => void;
}

/** A small synchronous store that outlives the tab (the eviction canary), or the tab only (the session). */
export interface KeyValue {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/** What wakes the engine; never what gates it. */
export interface Connectivity {
  /** What the platform believes; only for words, never for decisions. */
  looksOnline(): boolean;
  /** Calls back on `online`, `visibilitychange`, `focus`. */
  onSignOfLife(listener: () => void): () => void;
  /** Calls back when a person uses the app (a touch, a key). */
  onUse(listener: () => void): () => void;
  /** Asks the worker to send when the network is back, also without a page; a wish, never relied on. */
  askWorker(): void;
}

/** What the platform says of its storage. Units: bytes. */
export interface StorageInfo {
  estimate(): Promise<{ usedBytes: number; quotaBytes: number }>;
  persisted(): Promise<boolean>;
  persist(): Promise<boolean>;
}

/** IndexedDB as the engine opens it. */
export interface Databases {
  indexedDB: IDBFactory;
  keyRange: typeof IDBKeyRange;
  /** Prefix of the database names: several simulated devices live in one process. */
  namePrefix: string;
  /** A tab of an older version holds a database that has to be upgraded; absent where there is nobody to tell. */
  onBlocked?(): void;
}

/** WebCrypto's digest and PBKDF2. */
export interface Crypto {
  /** Lower-case hexadecimal. */
  sha256(bytes: ArrayBuffer): Promise<string>;
  pbkdf2(password: string, salt: Uint8Array<ArrayBuffer>, rounds: number): Promise<string>;
}

/** All surroundings of one engine. */
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
