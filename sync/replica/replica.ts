import { replicaKinds, replicaSchema } from '#contract/replica.ts';
import type { DeviceRecord, ReplicaKind, ReplicaRecords } from '#contract/replica.ts';
import type { Changes } from '#contract/sync.ts';
import type { Ports } from '../ports.ts';
import { createMemory, segmentsOf } from './memory.ts';
import type { Segment } from './memory.ts';
import { createStore, emptyHead } from './store.ts';
import type { Head, Write } from './store.ts';

/** What the replica has to tell the person at the device; it goes on in memory in both cases. */
export type ReplicaWarning = 'storage-full' | 'no-storage';

/** A second replica that is filled beside the first and takes its place in one step. */
export interface Rebuild {
  readonly epoch: string | null;
  readonly cursor: number;
  add(changes: Changes): void;
  /** Answers false when another tab has replaced the replica meanwhile. */
  swap(): Promise<boolean>;
}

/** One hospital's data on this device: a cache in memory and IndexedDB that may be deleted without loss. */
export interface Replica {
  readonly hospitalId: string;
  /** True after `close()`: nothing is taken any more. */
  readonly closed: boolean;
  /** Grows with each change of rows. */
  readonly revision: number;
  /** False until the first page is there. */
  readonly ready: boolean;
  readonly cursor: number;
  readonly epoch: string | null;
  /** Instant of the last contact with the server. */
  readonly asOf: string | null;
  /** Instant of the last digest check. Units: milliseconds since 1970. */
  readonly checkedAt: number | null;
  /** 0 to 99 until a first download has reached its end, then null. */
  readonly downloadPercent: number | null;
  get<K extends ReplicaKind>(kind: K, id: string): ReplicaRecords[K] | undefined;
  /** The same array as long as nothing of the kind changes. */
  all<K extends ReplicaKind>(kind: K): readonly ReplicaRecords[K][];
  /** Place of the record in `all(kind)`, or -1. */
  indexOf(kind: ReplicaKind, id: string): number;
  count(kind: ReplicaKind): number;
  deviceBySerial(serialNumber: string): DeviceRecord | undefined;
  searchDevices(text: string, limit: number): DeviceRecord[];
  /** Count and sum of versions of each kind, to compare with the server's. */
  digest(): { kind: ReplicaKind; count: number; sum: number }[];
  /** Calls back after each change and each contact. */
  subscribe(listener: () => void): () => void;
  /**
   * Stores a page that was asked for at `asked` and moves the cursor, in one transaction.
   * Answers false when the page does not follow on what is here (another tab was faster): ask again from `cursor`.
   */
  applyPage(changes: Changes, asked?: number): Promise<boolean>;
  /** Writes down that the server was reached, and whether the digest was found equal. */
  touch(digestChecked?: boolean): Promise<void>;
  rebuild(): Rebuild;
  /** Forgets all rows, here and in the other tabs. */
  drop(): Promise<void>;
  close(): Promise<void>;
}

/** Contacts closer together than this are not worth a write. */
const contactWriteMs = 60_000;

/** Topic on which tabs tell each other that the stored replica has changed. */
const topic = 'replica';

/** The head after a page: at the last page the cursor is the head itself, since both are of one snapshot. */
function headAfter(head: Head, changes: Changes, now: number): Head {
  return {
    ...head,
    schema: changes.schema,
    epoch: changes.epoch,
    cursor: changes.more ? changes.next : Math.max(changes.next, changes.head),
    aim: changes.head,
    complete: head.complete || !changes.more,
    contactAt: now,
  };
}

/**
 * Opens a hospital's replica and loads it into memory. Never fails for the database's sake: an unreadable replica is
 * dropped and pulled again, and without storage it lives in memory only, which `onWarning` is told.
 */
export async function openReplica(options: {
  ports: Pick<Ports, 'clock' | 'channel' | 'databases'>;
  hospitalId: string;
  onWarning?: (warning: ReplicaWarning) => void;
}): Promise<Replica> {
  const { ports, hospitalId, onWarning } = options;
  const store = createStore(ports.databases, `${ports.databases.namePrefix}replica-${hospitalId}`);
  const listeners = new Set<() => void>();
  let memory = createMemory();
  let head = emptyHead(0);
  let revision = 0;
  let storing = true;
  let opened = false;
  let closed = false;
  let contactWrittenAt = 0;
  let queue: Promise<unknown> = Promise.resolve();

  /** One piece of work at a time; a failure stays with its caller. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    return turn;
  }

  function changed(rows: boolean): void {
    if (rows) revision += 1;
    for (const listener of listeners) listener();
  }

  function goOnInMemory(error: unknown): void {
    storing = false;
    const full = error instanceof Error && error.name === 'QuotaExceededError';
    onWarning?.(full ? 'storage-full' : 'no-storage');
  }

  /**
   * Reads what other tabs have written since, or all of it where that does not suffice. Rows of another schema are
   * cleared when the app starts; a running app leaves them to the newer tab that wrote them.
   */
  async function read(whole: boolean): Promise<void> {
    const started = head;
    let next = memory;
    let afresh = whole;
    let rows = 0;
    const stored = await store.read(
      (stored) => {
        afresh ||= stored?.generation !== started.generation || started.seq < stored.forgottenThrough;
        if (afresh) next = createMemory();
        return stored?.schema !== replicaSchema ? null : afresh ? 0 : started.seq;
      },
      (number, segment) => {
        rows += 1;
        next.apply(number, segment);
      },
    );
    if (stored !== null && stored.schema !== replicaSchema) {
      if (opened) storing = false;
      else await empty(stored);
      return;
    }
    memory = next;
    head = stored ?? emptyHead(0);
    if (head.seq !== started.seq || afresh) changed(rows > 0 || afresh);
  }

  /** Clears a stored replica whose rows this app cannot read, or that is to be forgotten. */
  async function empty(expected: Head): Promise<boolean> {
    const next = { ...emptyHead(expected.generation + 1), seq: expected.seq + 1 };
    return write({ expected, head: next, segments: [], remove: 'all' }, () => {
      memory = createMemory();
      head = next;
    });
  }

  /** Tries a reading twice, since a browser may close a database at any moment. */
  async function readTwice(whole: boolean): Promise<void> {
    try {
      await read(whole);
    } catch {
      await read(true);
    }
  }

  async function catchUp(): Promise<void> {
    if (!storing || closed) return;
    try {
      await readTwice(false);
    } catch (error) {
      goOnInMemory(error);
    }
  }

  /**
   * Stores and applies a change; `apply` runs once, while the rows are being written. A connection that was closed is
   * opened once more. Answers false when another tab was faster: memory then stands where that tab has got to.
   */
  async function write(change: Omit<Write, 'meanwhile'>, apply: () => void): Promise<boolean> {
    let applied = false;
    const meanwhile = () => {
      if (!applied) apply();
      applied = true;
    };
    for (let failures = 0; storing && failures < 2; failures += 1) {
      try {
        if (await store.write({ ...change, meanwhile })) return true;
        if (applied) await readTwice(true);
        else await catchUp();
        return false;
      } catch (error) {
        if (failures > 0) goOnInMemory(error);
      }
    }
    meanwhile();
    return true;
  }

  async function tidy(): Promise<void> {
    const plan = storing && !closed ? memory.plan() : null;
    if (plan === null) return;
    const expected = head;
    const next = {
      ...head,
      seq: head.seq + Math.max(1, plan.segments.length),
      forgottenThrough: plan.forgets ? head.seq : head.forgottenThrough,
    };
    await write({ expected, head: next, segments: plan.segments, remove: plan.numbers }, () => {
      memory.settle(plan, expected.seq + 1);
      head = next;
    });
  }

  function get<K extends ReplicaKind>(kind: K, id: string): ReplicaRecords[K] | undefined {
    return memory.tables[kind].get(id) as ReplicaRecords[K] | undefined;
  }

  function all<K extends ReplicaKind>(kind: K): readonly ReplicaRecords[K][] {
    return memory.tables[kind].all() as readonly ReplicaRecords[K][];
  }

  function startRebuild(): Rebuild {
    const generation = head.generation;
    const pages: Segment[] = [];
    let fresh = emptyHead(generation + 1);
    return {
      get epoch() {
        return fresh.epoch;
      },
      get cursor() {
        return fresh.cursor;
      },
      add(changes) {
        pages.push(...segmentsOf(changes));
        fresh = headAfter(fresh, changes, ports.clock.now());
      },
      swap: () =>
        inTurn(async () => {
          if (head.generation !== generation || closed) return false;
          const expected = head;
          const next = { ...fresh, seq: expected.seq + Math.max(1, pages.length), checkedAt: ports.clock.now() };
          const built = createMemory();
          for (const [at, page] of pages.entries()) built.apply(expected.seq + 1 + at, page);
          const swapped = await write({ expected, head: next, segments: pages, remove: 'all' }, () => {
            memory = built;
            head = next;
          });
          if (swapped) announce(true);
          return swapped;
        }),
    };
  }

  /** Takes over a head that says nothing new but the contact; stored where it is worth a write. */
  async function contact(next: Head): Promise<void> {
    const expected = head;
    const writtenLately = next.contactAt !== null && next.contactAt - contactWrittenAt < contactWriteMs;
    if (writtenLately && next.checkedAt === head.checkedAt) {
      head = next;
      changed(false);
      return;
    }
    contactWrittenAt = next.contactAt ?? 0;
    const numbered = { ...next, seq: head.seq + 1 };
    const stored = await write({ expected, head: numbered, segments: [] }, () => {
      head = numbered;
    });
    if (stored) announce(false);
  }

  function announce(rows: boolean): void {
    changed(rows);
    if (storing) ports.channel.post(topic);
  }

  try {
    await readTwice(true);
  } catch {
    try {
      memory = createMemory();
      await store.renew();
      await read(true);
    } catch (error) {
      goOnInMemory(error);
    }
  }
  opened = true;
  const unlisten = ports.channel.listen((heard) => {
    if (heard === topic) void inTurn(catchUp);
  });

  return {
    hospitalId,
    get closed() {
      return closed;
    },
    get revision() {
      return revision;
    },
    get ready() {
      return head.epoch !== null;
    },
    get cursor() {
      return head.cursor;
    },
    get epoch() {
      return head.epoch;
    },
    get asOf() {
      return head.contactAt === null ? null : new Date(head.contactAt).toISOString();
    },
    get checkedAt() {
      return head.checkedAt;
    },
    get downloadPercent() {
      return head.complete ? null : Math.min(99, Math.floor((100 * head.cursor) / Math.max(1, head.aim)));
    },
    get,
    all,
    indexOf: (kind, id) => memory.tables[kind].indexOf(id),
    count: (kind) => memory.tables[kind].count,
    deviceBySerial(serialNumber) {
      const id = memory.devices.idBySerial(serialNumber);
      return id === undefined ? undefined : get('device', id);
    },
    searchDevices(text, limit) {
      const devices = all('device');
      return memory.devices.search(text, limit).flatMap((slot) => devices[slot] ?? []);
    },
    digest: () =>
      replicaKinds.map((kind) => ({ kind, count: memory.tables[kind].count, sum: memory.tables[kind].sum })),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    applyPage: (changes, asked = head.cursor) =>
      inTurn(async () => {
        const follows = asked === head.cursor && (head.epoch === null || head.epoch === changes.epoch);
        if (closed || !follows || changes.schema !== replicaSchema) return false;
        const expected = head;
        const segments = segmentsOf(changes);
        const after = headAfter(head, changes, ports.clock.now());
        if (segments.length === 0 && after.cursor === head.cursor && after.complete === head.complete) {
          await contact(after);
          return true;
        }
        const next = { ...after, seq: head.seq + Math.max(1, segments.length) };
        const stored = await write({ expected, head: next, segments }, () => {
          for (const [at, segment] of segments.entries()) memory.apply(expected.seq + 1 + at, segment);
          head = next;
        });
        if (!stored) return false;
        announce(segments.length > 0 || expected.epoch === null);
        void inTurn(tidy);
        return true;
      }),
    touch: (digestChecked = false) =>
      inTurn(async () => {
        const now = ports.clock.now();
        if (!closed) await contact({ ...head, contactAt: now, checkedAt: digestChecked ? now : head.checkedAt });
      }),
    rebuild: startRebuild,
    drop: () =>
      inTurn(async () => {
        for (let emptied = closed; !emptied;) emptied = await empty(head);
        if (!closed) announce(true);
      }),
    close() {
      closed = true;
      unlisten();
      listeners.clear();
      return inTurn(() => Promise.resolve(store.close()));
    },
  };
}
