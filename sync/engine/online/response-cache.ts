import { calls } from '#contract/index.ts';
import type { CallName, Calls } from '#contract/index.ts';
import type { AnswerOf, CallSpec } from '#contract/define.ts';
import { resultOf } from '../../ports/idb.ts';
import { createConnection } from '../../ports/connection.ts';
import { acrossSleep } from '../../ports/page-cache.ts';
import type { Clock, Databases } from '../../ports/ports.ts';
import type { CallInput, Seen } from '../../types.ts';

/** Caches the latest answers to lists, and to records marked for it, that are not in the replica; deleting it loses nothing. */
export interface ResponseCache {
  /** Stores an answer if the call is a list or marked for it. Storage errors never make it fail. */
  keep<N extends CallName>(userId: string, name: N, input: CallInput<N>, answer: AnswerOf<Calls[N]>): Promise<void>;
  /**
   * Returns the latest answer that this user got; undefined if there is none, or if it came from another app version.
   */
  find<N extends CallName>(userId: string, name: N, input: CallInput<N>): Promise<Seen<AnswerOf<Calls[N]>> | undefined>;
  /** Deletes the answers of all other users; null deletes all of them. */
  clearOthers(userId: string | null): Promise<void>;
  close(): void;
}

/** Maximum number of answers on a tablet; the oldest are deleted first. */
const maxAnswers = { list: 60, record: 60 };
/** Maximum size of all answers together. Units: characters of JSON. */
const maxText = 4_000_000;
/** Maximum size of a single answer. Units: characters of JSON. */
const maxAnswerText = 400_000;

interface Entry {
  key: string;
  userId: string;
  /** Absent in entries of lists. */
  isRecord?: true;
  at: number;
  size: number;
}

const bodyStore = 'answers';
const indexStore = 'index';
const indexKey = 'index';

const isRecord = (name: CallName): boolean => (calls[name] as CallSpec).params !== undefined;

type Question = { params?: unknown; query?: unknown };

/**
 * Returns the key of an answer; null for answers that are not cached: single records without `keptAsSeen`, searches,
 * files, the replica's own calls.
 */
function nameOf(userId: string, name: CallName, { params, query }: Question): string | null {
  const spec: CallSpec = calls[name];
  const isRead = spec.method === 'GET' && Array.isArray(spec.access) && spec.raw === undefined;
  if (!isRead || isRecord(name) !== (params !== undefined) || spec.path.startsWith('/Sync/')) return null;
  if (spec.params && !spec.keptAsSeen) return null;
  const asked = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  if (asked.some(([field]) => field === 'search')) return null;
  const key = [userId, name, asked.sort(([a], [b]) => (a < b ? -1 : 1))];
  return JSON.stringify(params === undefined ? key : [...key, params]);
}

/** Returns the newest entries that fit. */
function newest(index: readonly Entry[]): Entry[] {
  let text = 0;
  const counts = { list: 0, record: 0 };
  return [...index]
    .sort((a, b) => b.at - a.at)
    .filter((entry) => {
      const kind = entry.isRecord ? 'record' : 'list';
      counts[kind] += 1;
      text += entry.size;
      return counts[kind] <= maxAnswers[kind] && text <= maxText;
    });
}

/** Opens on first use. */
export function createResponseCache(ports: { databases: Databases; clock: Clock }): ResponseCache {
  const { databases, clock } = ports;
  const connection = createConnection(databases, `${databases.namePrefix}seen`, [bodyStore, indexStore]);
  let queue: Promise<unknown> = Promise.resolve();

  /** One piece of work at a time; without storage there is none. */
  function inTurn<T>(work: (stores: { bodies: IDBObjectStore; index: IDBObjectStore }) => Promise<T>) {
    const turn = queue.then(async () => {
      try {
        return await acrossSleep(databases.sleep, async () => {
          const database = await connection.get();
          const transaction = database.transaction([bodyStore, indexStore], 'readwrite');
          return work({
            bodies: transaction.objectStore(bodyStore),
            index: transaction.objectStore(indexStore),
          });
        });
      } catch {
        void connection.close();
        return undefined;
      }
    });
    queue = turn;
    return turn;
  }

  async function entriesOf(index: IDBObjectStore): Promise<Entry[]> {
    const stored: Entry[] | undefined = await resultOf(index.get(indexKey));
    return stored ?? [];
  }

  return {
    async keep(userId, name, input, answer) {
      const key = nameOf(userId, name, input);
      const body = JSON.stringify(answer);
      if (key === null || body === undefined || body.length > maxAnswerText) return;
      await inTurn(async ({ bodies, index }) => {
        const before = (await entriesOf(index)).filter((entry) => entry.key !== key);
        const entry = { key, userId, at: clock.now(), size: body.length };
        const all = [...before, isRecord(name) ? { ...entry, isRecord: true as const } : entry];
        const kept = newest(all);
        for (const old of before) if (!kept.includes(old)) bodies.delete(old.key);
        bodies.put(body, key);
        await resultOf(index.put(kept, indexKey));
      });
    },

    async find<N extends CallName>(userId: string, name: N, input: CallInput<N>) {
      const key = nameOf(userId, name, input);
      const spec: CallSpec = calls[name];
      if (key === null || !spec.answer) return undefined;
      const found = await inTurn(async ({ bodies, index }) => {
        const entry = (await entriesOf(index)).find((one) => one.key === key);
        const body: string | undefined = entry && (await resultOf(bodies.get(key)));
        return entry && body !== undefined ? { body, at: entry.at } : undefined;
      });
      if (!found) return undefined;
      const read = spec.answer.safeParse(JSON.parse(found.body));
      if (!read.success) return undefined;
      return { answer: read.data as AnswerOf<Calls[N]>, at: new Date(found.at).toISOString() };
    },

    async clearOthers(userId) {
      await inTurn(async ({ bodies, index }) => {
        const all = await entriesOf(index);
        const kept = all.filter((entry) => entry.userId === userId);
        if (kept.length === all.length) return;
        for (const entry of all) if (entry.userId !== userId) bodies.delete(entry.key);
        await resultOf(index.put(kept, indexKey));
      });
    },

    close: () => void connection.close(),
  };
}
