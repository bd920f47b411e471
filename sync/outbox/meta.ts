import { resultOf } from '../ports/idb.ts';
import type { OutboxDatabase, OutboxTables } from './database.ts';
import { storedKeyOf } from './schema.ts';
import type { MetaValues } from './schema.ts';

/** Changes a fact; `undefined` deletes it. */
type Change<K extends keyof MetaValues> = (value: MetaValues[K] | undefined) => MetaValues[K] | undefined;

/** Changes of several facts. */
export type MetaChanges = { [K in keyof MetaValues]?: Change<K> };

/** Small facts of the tablet, kept in the table `meta`. */
export interface Meta {
  get<K extends keyof MetaValues>(key: K): Promise<MetaValues[K] | undefined>;
  set<K extends keyof MetaValues>(key: K, value: MetaValues[K]): Promise<void>;
  /** Reads and writes in one transaction; `undefined` removes the fact. */
  change<K extends keyof MetaValues>(key: K, change: Change<K>): Promise<MetaValues[K] | undefined>;
  /** Like `change`, but lightweight and not synced to disk, for facts that mean nothing after a power cut. */
  changeLightly<K extends keyof MetaValues>(key: K, change: Change<K>): Promise<void>;
  /** Changes several facts in one transaction: if the page dies, either all of them have changed or none. */
  changeAll(changes: MetaChanges): Promise<void>;
}

/** Meta over the outbox database. */
export function createMeta(db: OutboxDatabase): Meta {
  async function get<K extends keyof MetaValues>(key: K): Promise<MetaValues[K] | undefined> {
    const row = await db.look('meta', (meta) =>
      resultOf<{ value: MetaValues[K] } | undefined>(meta.get(storedKeyOf(key))),
    );
    return row?.value;
  }
  /** Changes facts inside a transaction over the table. */
  async function changeIn<K extends keyof MetaValues>(
    { meta }: Pick<OutboxTables, 'meta'>,
    key: K,
    work: Change<K>,
  ): Promise<MetaValues[K] | undefined> {
    const storedKey = storedKeyOf(key);
    const row = await meta.get(storedKey);
    const value = work(row?.value as MetaValues[K] | undefined);
    if (value === undefined) await meta.delete(storedKey);
    else await meta.put({ key: storedKey, value });
    return value;
  }
  const change: Meta['change'] = (key, work) => db.write(['meta'], (tables) => changeIn(tables, key, work));
  return {
    get,
    change,
    changeLightly: (key, work) =>
      db.step(['meta'], async (store) => {
        const meta = store('meta');
        const storedKey = storedKeyOf(key);
        const row = await resultOf<{ value?: Parameters<typeof work>[0] } | undefined>(meta.get(storedKey));
        const value = work(row?.value);
        if (value === undefined) meta.delete(storedKey);
        else meta.put({ key: storedKey, value });
      }),
    changeAll: (changes) =>
      db.write(['meta'], async (tables) => {
        for (const key of Object.keys(changes) as (keyof MetaValues)[]) {
          await changeIn(tables, key, changes[key] as Change<typeof key>);
        }
      }),
    set: async (key, value) => {
      await change(key, () => value);
    },
  };
}
