import { answered } from '../idb.ts';
import type { OutboxDatabase, OutboxTables } from './database.ts';

/** The last person of this device: all an offline start needs, and no token. */
export interface Person {
  userId: string;
  userName: string;
  userRole: 'Admin' | 'BME' | 'Hospital';
  email: string;
  hospitalId?: string | undefined;
  bmeAccountId?: string | undefined;
  hospital?: { id: string; name: string; timeZone: string } | undefined;
  /** Last time the server confirmed the session. Units: ms since 1970, as the two below. */
  onlineAt: number;
  activeAt: number;
  /** Logged out, or refused by the server: the session does not continue. */
  ended: boolean;
  locked: boolean;
}

/** What tells the right password without network. Source: sync.md section 7. */
export interface Verifier {
  userId: string;
  /** Hexadecimal. */
  salt: string;
  rounds: number;
  hash: string;
  triesLeft: number;
}

/** A logout that the server has not heard of yet. */
export interface PendingLogout {
  userId: string;
  keepOutbox: boolean;
}

interface MetaValues {
  deviceId: string;
  person: Person;
  verifier: Verifier;
  clockOffsetMs: number;
  pushBeat: { owner: string; at: number };
  pendingLogouts: PendingLogout[];
  /** Number of sign-ins on this device by user. */
  signIns: Record<string, number>;
  /** Users whose refresh family lives on with scope `outbox` until their queue is empty. */
  outboxOnly: string[];
}

/** What becomes of a fact; `undefined` stands for none. */
type Change<K extends keyof MetaValues> = (value: MetaValues[K] | undefined) => MetaValues[K] | undefined;

/** Changes of several facts. */
export type MetaChanges = { [K in keyof MetaValues]?: Change<K> };

/** Small facts of the device, kept in the table `meta`. */
export interface Meta {
  get<K extends keyof MetaValues>(key: K): Promise<MetaValues[K] | undefined>;
  set<K extends keyof MetaValues>(key: K, value: MetaValues[K]): Promise<void>;
  /** Read and write in one transaction; `undefined` removes. */
  change<K extends keyof MetaValues>(key: K, change: Change<K>): Promise<MetaValues[K] | undefined>;
  /** As `change`, lean and not synced to the disk: for what means nothing after a power cut. */
  changeLightly<K extends keyof MetaValues>(key: K, change: Change<K>): Promise<void>;
  /** Several facts in one transaction: a context that dies leaves all of them changed or none. */
  changeAll(changes: MetaChanges): Promise<void>;
}

/** Meta over the outbox database. */
export function createMeta(db: OutboxDatabase): Meta {
  async function get<K extends keyof MetaValues>(key: K): Promise<MetaValues[K] | undefined> {
    const row = await db.look('meta', (meta) => answered<{ value: MetaValues[K] } | undefined>(meta.get(key)));
    return row?.value;
  }
  /** Inside a transaction over the table. */
  async function changeIn<K extends keyof MetaValues>(
    { meta }: Pick<OutboxTables, 'meta'>,
    key: K,
    work: Change<K>,
  ): Promise<MetaValues[K] | undefined> {
    const row = await meta.get(key);
    const value = work(row?.value as MetaValues[K] | undefined);
    if (value === undefined) await meta.delete(key);
    else await meta.put({ key, value });
    return value;
  }
  const change: Meta['change'] = (key, work) => db.write(['meta'], (tables) => changeIn(tables, key, work));
  return {
    get,
    change,
    changeLightly: (key, work) =>
      db.step(['meta'], async (store) => {
        const meta = store('meta');
        const row = await answered<{ value?: Parameters<typeof work>[0] } | undefined>(meta.get(key));
        const value = work(row?.value);
        if (value === undefined) meta.delete(key);
        else meta.put({ key, value });
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
