/**
 * Holds a hospital's rows in memory and their copy in IndexedDB, and keeps them in step with each other and with the
 * other tabs.
 */
import { acrossSleep } from '../ports/page-cache.ts';
import type { Ports, Sleep } from '../ports/ports.ts';
import { createTurns } from '../ports/turns.ts';
import { createCopyReader } from './copy-reader.ts';
import type { CopyEvents, CopyState } from './copy-state.ts';
import { createMemory } from './memory.ts';
import type { Memory, TidyPlan } from './memory.ts';
import { createStore, replicaName, emptyHead } from './store.ts';
import type { Head, Store, Write } from './store.ts';

/** A change of the copy: the data to write, and its effect on the rows in memory. */
export interface CopyChange extends Pick<Write, 'head' | 'segments' | 'remove'> {
  /** Returns the memory after the change: the given one, changed in place, or another. */
  apply(memory: Memory): Memory;
}

/** The two copies and their state. All changes run inside `inTurn`. */
export interface Copy {
  readonly memory: Memory;
  readonly head: Head;
  readonly closed: boolean;
  /** Runs one change at a time. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves to false when another tab was faster; the memory then contains what that tab has written. */
  write(change: CopyChange): Promise<boolean>;
  /** Clears both copies; resolves to false in the same case as `write`. */
  empty(): Promise<boolean>;
  /** Merges and packs stored segments where needed: some time after this call, once for all calls until then. */
  tidyLater(): void;
  /** Takes over a head in which only the contact differs, which is not worth a write. */
  noteContact(head: Head): void;
  /** Tells this tab, and the others if the copy is stored, that something has changed. */
  announce(rows: boolean): void;
  close(): Promise<void>;
}

/**
 * Delay that lets screens draw the new rows first. If the tab closes before, nothing is lost: the next write to the
 * copy schedules the work again. Units: milliseconds.
 */
const tidyAfterMs = 1000;

/** Topic on which tabs announce that the stored replica has changed. */
const topic = 'replica';

/**
 * Opens the copy and loads it into memory. Storage errors never make it fail: an unreadable copy is dropped, and
 * without storage the rows live in memory only.
 */
export async function openCopy(
  ports: Pick<Ports, 'channel' | 'clock' | 'databases'>,
  hospitalId: string,
  events: CopyEvents,
): Promise<Copy> {
  const { databases, channel, clock } = ports;
  const store = createStore(databases, replicaName(databases, hospitalId));
  // A database that the browser deleted starts with a new generation, which no tab can have from before.
  const emptyNow = () => emptyHead(clock.now());
  const state: CopyState = { memory: createMemory(), head: emptyNow(), storing: true, closed: false };
  const copy = createBothCopies(store, state, databases.sleep, { ...events, emptyNow });
  const inTurn = createTurns();
  const closing = new AbortController();
  let tidying: Promise<void> | null = null;
  await copy.load();
  const unlisten = channel.listen((heard) => {
    if (heard === topic) void inTurn(copy.catchUp);
  });

  async function tidy(): Promise<void> {
    const plan = state.storing && !state.closed ? state.memory.plan(state.head.complete) : null;
    if (plan) await copy.writeFrom(state.head, mergeOf(plan, state.head));
  }

  async function tidyAfterWait(): Promise<void> {
    await clock.delay(tidyAfterMs, closing.signal).catch(() => undefined);
    tidying = null;
    await inTurn(tidy);
  }

  return {
    get memory() {
      return state.memory;
    },
    get head() {
      return state.head;
    },
    get closed() {
      return state.closed;
    },
    inTurn,
    write: (change) => copy.writeFrom(state.head, change),
    empty: () => copy.emptyFrom(state.head),
    tidyLater() {
      tidying ??= tidyAfterWait();
    },
    noteContact(next) {
      state.head = next;
      events.onChange(false);
    },
    announce(rows) {
      events.onChange(rows);
      if (state.storing) channel.post(topic);
    },
    close() {
      state.closed = true;
      closing.abort();
      unlisten();
      return inTurn(() => Promise.resolve(store.close()));
    },
  };
}

/** The change that carries out a merge of segments. */
function mergeOf(plan: TidyPlan, head: Head): CopyChange {
  const { seq, forgottenThrough } = head;
  return {
    head: {
      ...head,
      seq: seq + Math.max(1, plan.segments.length),
      forgottenThrough: plan.forgets ? seq : forgottenThrough,
    },
    segments: plan.segments,
    remove: plan.numbers,
    apply(rows) {
      rows.settle(plan, seq + 1);
      return rows;
    },
  };
}

/** Keeps both copies in step: loads, catches up with the other tabs, writes. */
function createBothCopies(
  store: Store,
  state: CopyState,
  sleep: Sleep | undefined,
  events: CopyEvents & { emptyNow: () => Head },
) {
  const read = createCopyReader(store, state, sleep, events);
  let loaded = false;

  function continueInMemory(error: unknown): void {
    state.storing = false;
    const full = error instanceof Error && error.name === 'QuotaExceededError';
    events.onWarning?.(full ? 'storage-full' : 'no-storage');
  }

  /**
   * Rows that this app cannot read are cleared when the app starts; a running app leaves them to the newer tab that
   * wrote them.
   */
  async function readAgain(whole: boolean): Promise<void> {
    const other = await read(whole);
    if (other === null) return;
    if (loaded) state.storing = false;
    else await emptyFrom(other);
  }

  async function catchUp(): Promise<void> {
    if (!state.storing || state.closed) return;
    try {
      await readAgain(false);
    } catch (error) {
      continueInMemory(error);
    }
  }

  /**
   * Stores and applies a change; it is applied once, while the rows are being written. Reopens a closed connection
   * once.
   */
  async function writeFrom(expected: Head, { apply, ...change }: CopyChange): Promise<boolean> {
    let applied = false;
    const meanwhile = () => {
      if (applied) return;
      applied = true;
      state.memory = apply(state.memory);
      state.head = change.head;
    };
    for (let failures = 0; state.storing && failures < 2; failures += 1) {
      try {
        if (await acrossSleep(sleep, () => store.write({ ...change, expected, meanwhile }))) return true;
        if (applied) await readAgain(true);
        else await catchUp();
        return false;
      } catch (error) {
        if (failures > 0) continueInMemory(error);
      }
    }
    meanwhile();
    return true;
  }

  function emptyFrom(expected: Head): Promise<boolean> {
    const next = { ...emptyHead(expected.generation + 1), seq: expected.seq + 1 };
    return writeFrom(expected, { head: next, segments: [], remove: 'all', apply: createMemory });
  }

  async function load(): Promise<void> {
    try {
      await readAgain(true);
    } catch {
      try {
        state.memory = createMemory();
        await store.renew();
        await readAgain(true);
      } catch (error) {
        continueInMemory(error);
      }
    }
    loaded = true;
  }

  return { load, catchUp, writeFrom, emptyFrom };
}
