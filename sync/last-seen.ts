import { calls } from '#contract/index.ts';
import type { CallName, Calls } from '#contract/index.ts';
import type { AnswerOf, CallSpec } from '#contract/define.ts';
import { answered } from './idb.ts';
import type { Clock, Databases } from './ports.ts';
import type { CallInput, Seen } from './types.ts';

/** The last answers of lists outside the replica: a cache beside it that may be deleted without loss. */
export interface LastSeen {
  /** Keeps an answer, where the call is a list; never fails for the storage's sake. */
  keep<N extends CallName>(userId: string, name: N, input: CallInput<N>, answer: AnswerOf<Calls[N]>): Promise<void>;
  /** The last answer that this user got; nothing when there is none, or one of another version of the app. */
  find<N extends CallName>(userId: string, name: N, input: CallInput<N>): Promise<Seen<AnswerOf<Calls[N]>> | undefined>;
  /** Forgets what anybody but this user has seen; null: all of it. */
  leaveTo(userId: string | null): Promise<void>;
  close(): void;
}

/** Answers kept on a device; the oldest go first. */
const mostAnswers = 60;
/** All answers together. Units: characters of JSON. */
const mostText = 4_000_000;
/** A single answer. Units: characters of JSON. */
const mostTextEach = 400_000;

interface Entry {
  key: string;
  userId: string;
  at: number;
  size: number;
}

const bodyStore = 'answers';
const indexStore = 'index';
const indexKey = 'index';

type Question = { params?: unknown; query?: unknown };

/** The name of an answer, or null for what is not kept: single records, searches, files, the replica's own calls. */
function nameOf(userId: string, name: CallName, { params, query }: Question): string | null {
  const spec: CallSpec = calls[name];
  const isList = spec.method === 'GET' && Array.isArray(spec.access) && spec.raw === undefined && !spec.params;
  if (!isList || params !== undefined || spec.path.startsWith('/Sync/')) return null;
  const asked = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  if (asked.some(([field]) => field === 'search')) return null;
  return JSON.stringify([userId, name, asked.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** What fits of the newest entries. */
function newest(index: readonly Entry[]): Entry[] {
  let text = 0;
  return [...index]
    .sort((a, b) => b.at - a.at)
    .filter((entry, place) => {
      text += entry.size;
      return place < mostAnswers && text <= mostText;
    });
}

/** Opens on first use. */
export function createLastSeen(ports: { databases: Databases; clock: Clock }): LastSeen {
  const { databases, clock } = ports;
  let connection: Promise<IDBDatabase> | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  async function open(): Promise<IDBDatabase> {
    const request = databases.indexedDB.open(`${databases.namePrefix}seen`, 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(bodyStore);
      request.result.createObjectStore(indexStore);
    });
    const database = await answered(request);
    const forget = () => {
      connection = null;
    };
    database.addEventListener('close', forget);
    database.addEventListener('versionchange', () => {
      database.close();
      forget();
    });
    return database;
  }

  /** One piece of work at a time; without storage there is none. */
  function inTurn<T>(work: (stores: { bodies: IDBObjectStore; index: IDBObjectStore }) => Promise<T>) {
    const turn = queue.then(async () => {
      try {
        connection ??= open();
        const transaction = (await connection).transaction([bodyStore, indexStore], 'readwrite');
        return await work({
          bodies: transaction.objectStore(bodyStore),
          index: transaction.objectStore(indexStore),
        });
      } catch {
        connection = null;
        return undefined;
      }
    });
    queue = turn;
    return turn;
  }

  async function entriesOf(index: IDBObjectStore): Promise<Entry[]> {
    const stored: Entry[] | undefined = await answered(index.get(indexKey));
    return stored ?? [];
  }

  return {
    async keep(userId, name, input, answer) {
      const key = nameOf(userId, name, input);
      const body = JSON.stringify(answer);
      if (key === null || body === undefined || body.length > mostTextEach) return;
      await inTurn(async ({ bodies, index }) => {
        const before = (await entriesOf(index)).filter((entry) => entry.key !== key);
        const all = [...before, { key, userId, at: clock.now(), size: body.length }];
        const kept = newest(all);
        for (const entry of before) if (!kept.includes(entry)) bodies.delete(entry.key);
        bodies.put(body, key);
        await answered(index.put(kept, indexKey));
      });
    },

    async find<N extends CallName>(userId: string, name: N, input: CallInput<N>) {
      const key = nameOf(userId, name, input);
      const spec: CallSpec = calls[name];
      if (key === null || !spec.answer) return undefined;
      const found = await inTurn(async ({ bodies, index }) => {
        const entry = (await entriesOf(index)).find((one) => one.key === key);
        const body: string | undefined = entry && (await answered(bodies.get(key)));
        return entry && body !== undefined ? { body, at: entry.at } : undefined;
      });
      if (!found) return undefined;
      const read = spec.answer.safeParse(JSON.parse(found.body));
      if (!read.success) return undefined;
      return { answer: read.data as AnswerOf<Calls[N]>, at: new Date(found.at).toISOString() };
    },

    async leaveTo(userId) {
      await inTurn(async ({ bodies, index }) => {
        const all = await entriesOf(index);
        const kept = all.filter((entry) => entry.userId === userId);
        if (kept.length === all.length) return;
        for (const entry of all) if (entry.userId !== userId) bodies.delete(entry.key);
        await answered(index.put(kept, indexKey));
      });
    },

    close() {
      const closing = connection;
      connection = null;
      closing?.then(
        (database) => database.close(),
        () => undefined,
      );
    },
  };
}
