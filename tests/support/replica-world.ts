import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { problem } from '#contract/errors.ts';
import { replicaKinds, replicaSchema } from '#contract/records/replica.ts';
import type { ReplicaKind, ReplicaRecords } from '#contract/records/replica.ts';
import type { Changes } from '#contract/calls/sync.ts';
import type { LivePorts } from '#sync/pull/live.ts';
import type { Channel, Clock, Databases, Random } from '#sync/ports/ports.ts';
import type { CallApi } from '#sync/pull/pages.ts';
import { CallError } from '#sync/types.ts';

/** A clock that stands still until the test advances it. */
export interface ManualClock extends Clock {
  /** Advances the time and wakes every delay that ends within it, one after the other. */
  advance(ms: number): Promise<void>;
}

/** Runs everything that is ready, including fake IndexedDB. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Due segments are merged and packed within this time. Units: milliseconds. */
export const tidyMs = 5000;

/** Creates a clock that only the test advances. */
function manualClock(start = Date.UTC(2026, 0, 5, 8)): ManualClock {
  let now = start;
  const waiting = new Set<{ at: number; wake: () => void }>();
  return {
    now: () => now,
    monotonic: () => now,
    delay: (delayMs, signal) =>
      new Promise((resolve, reject) => {
        const wake = () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        };
        const entry = { at: now + delayMs, wake };
        const abort = () => {
          waiting.delete(entry);
          reject(signal?.reason ?? new Error('aborted'));
        };
        if (signal?.aborted) return abort();
        waiting.add(entry);
        signal?.addEventListener('abort', abort);
      }),
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (;;) {
        const next = [...waiting].filter((entry) => entry.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        now = Math.max(now, next.at);
        waiting.delete(next);
        next.wake();
        await settle();
      }
      now = end;
    },
  };
}

/** Creates one device: its storage, clock and locks, and as many tabs as the test opens. */
export function createDeviceWorld() {
  const indexedDB = new IDBFactory();
  const clock = manualClock();
  const tabs = new Set<(topic: string) => void>();
  const held = new Set<string>();
  const signs = new Set<() => void>();
  const databases: Databases = { indexedDB, keyRange: IDBKeyRange, namePrefix: 'test-' };
  const locks: LivePorts['locks'] = {
    async ifFree(name, work) {
      if (held.has(name)) return false;
      held.add(name);
      try {
        await work();
      } finally {
        held.delete(name);
      }
      return true;
    },
    async exclusive(name, patienceMs, work) {
      for (let waitedMs = 0; held.has(name) && waitedMs < patienceMs; waitedMs += 50) await clock.delay(50);
      held.add(name);
      return work().finally(() => held.delete(name));
    },
  };
  const connectivity: LivePorts['connectivity'] = {
    onSignOfLife(listener) {
      signs.add(listener);
      return () => signs.delete(listener);
    },
  };
  const random: Random = { next: () => 1, uuid: () => '00000000-0000-4000-8000-000000000000' };

  /** The surroundings of one tab. */
  function tab() {
    const own = new Set<(topic: string) => void>();
    const hear = (topic: string) => {
      for (const listener of own) listener(topic);
    };
    tabs.add(hear);
    const channel: Channel = {
      post(topic) {
        for (const other of tabs) if (other !== hear) queueMicrotask(() => other(topic));
      },
      listen(listener) {
        own.add(listener);
        return () => own.delete(listener);
      },
    };
    return { clock, channel, databases, locks, connectivity, random };
  }
  return { clock, databases, held, tab, signOfLife: () => signs.forEach((sign) => sign()) };
}

type Change = { kind: ReplicaKind; id: string; row: ReplicaRecords[ReplicaKind] | null; version: number };

/**
 * Creates the server's side of pulling, as small as the contract allows: a list with the latest change of each record.
 */
export function createChangeServer(epoch = 'epoch-1') {
  const changes = new Map<string, Change>();
  const asked: { cursor: number; epoch: string | undefined }[] = [];
  const state = {
    epoch,
    head: 0,
    prunedVersion: 0,
    schema: replicaSchema,
    offline: false,
    /** Answers any cursor and epoch. */
    lenient: false,
    digestCalls: 0,
    /** Called once, after a page was answered and before the next digest is made. */
    beforeDigest: (): void => undefined,
    /** Keys of writes that the server does not know; null if it does not support the question. */
    missingKeys: new Set<string>() as ReadonlySet<string> | null,
    /** How many keys each question contained. */
    keysAsked: [] as number[],
  };

  function page(cursor: number, limit: number): Changes {
    const above = [...changes.values()].filter(({ version }) => version > cursor).sort((a, b) => a.version - b.version);
    const cutAt = above[limit]?.version ?? Infinity;
    const whole = above.filter(({ version }) => version < cutAt);
    const rows = whole.length > 0 || cutAt === Infinity ? whole : above.filter(({ version }) => version === cutAt);
    const more = rows.length < above.length;
    return {
      epoch: state.epoch,
      schema: state.schema,
      rows: replicaKinds.flatMap((kind) => {
        const live = rows.filter((change) => change.kind === kind && change.row !== null);
        const sent = structuredClone(live.map(({ row }) => ({ ...row })));
        return live.length === 0 ? [] : [{ kind, versions: live.map(({ version }) => version), rows: sent }];
      }),
      tombstones: rows.filter(({ row }) => row === null).map(({ kind, id }) => ({ kind, id })),
      next: more ? (rows.at(-1)?.version ?? state.head) : state.head,
      head: state.head,
      more,
      serverTime: '2026-01-05T08:00:00.000Z',
    };
  }

  function changesSince(cursor: number, limit: number, asker: string | undefined): Changes {
    asked.push({ cursor, epoch: asker });
    const other = asker !== undefined && asker !== state.epoch;
    const expired = other || cursor > state.head || (cursor > 0 && cursor < state.prunedVersion);
    if (expired && !state.lenient) {
      const context = { epoch: state.epoch, head: state.head };
      throw new CallError('problem', 'expired', problem('sync.cursor_expired', undefined, { context }));
    }
    return page(cursor, limit);
  }

  function digest() {
    state.digestCalls += 1;
    state.beforeDigest();
    state.beforeDigest = () => undefined;
    const kinds = replicaKinds.map((kind) => {
      const live = [...changes.values()].filter((change) => change.kind === kind && change.row !== null);
      return { kind, count: live.length, sum: live.reduce((sum, { version }) => sum + version, 0) };
    });
    return { epoch: state.epoch, head: state.head, kinds };
  }

  function missing(keys: readonly string[]) {
    state.keysAsked.push(keys.length);
    const { missingKeys } = state;
    if (missingKeys === null) throw new CallError('problem', 'unknown', problem('route.unknown'));
    return { missing: keys.filter((key) => missingKeys.has(key)) };
  }

  const server = {
    state,
    asked,
    /** Writes records in one server transaction. */
    put<K extends ReplicaKind>(kind: K, ...rows: ReplicaRecords[K][]) {
      state.head += 1;
      for (const row of rows) changes.set(`${kind} ${row.id}`, { kind, id: row.id, row, version: state.head });
    },
    remove(kind: ReplicaKind, ...ids: string[]) {
      state.head += 1;
      for (const id of ids) changes.set(`${kind} ${id}`, { kind, id, row: null, version: state.head });
    },
    /** Starts over empty, like another database. */
    replaceBy(other: string) {
      changes.clear();
      Object.assign(state, { epoch: other, head: 0 });
    },
    page,
    /** Returns the engine's client for this server; `limit` keeps pages small. */
    callApi(limit: number): CallApi {
      const answer = async (
        name: string,
        input: { query?: { cursor?: unknown; epoch?: string | undefined; keys?: string } },
      ) => {
        await Promise.resolve();
        if (state.offline) throw new CallError('offline', 'no connection');
        if (name === 'syncDigest') return digest();
        if (name === 'syncMissing') return missing(String(input.query?.keys).split(','));
        return changesSince(Number(input.query?.cursor ?? 0), limit, input.query?.epoch);
      };
      return answer as unknown as CallApi;
    },
    /** Returns the rows that an up-to-date replica holds. */
    rows(kind: ReplicaKind) {
      return [...changes.values()]
        .filter((change) => change.kind === kind && change.row !== null)
        .map(({ row }) => row)
        .sort((a, b) => ((a?.id ?? '') < (b?.id ?? '') ? -1 : 1));
    },
  };
  return server;
}
