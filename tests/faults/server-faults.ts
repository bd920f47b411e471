import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { TestDatabase } from '#tests/support/test-database.ts';
import { type StoredTable, storedTables } from '#server/operations/backup/tables.ts';

/** The ways in which the server or its database breaks during work. */
export const serverFaults = ['killed before commit', 'killed after commit', 'serialization failure'] as const;
export type ServerFault = (typeof serverFaults)[number];

/** A pool in which the next statements can fail. */
export interface BreakablePool {
  pool: pg.Pool;
  /** Makes the next commit (or, for a serialization failure, the next write) fail with this fault. */
  arm(fault: ServerFault): void;
}

const textOf = (query: unknown): string => {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
};

/** Most prepared statements per connection. */
const maxNames = 1000;

const isCommit = (text: string) => /^\s*commit\b/i.test(text);
const isWrite = (text: string) => /^\s*(insert|update)\b/i.test(text);

/** Names a query so that each connection plans it only once: a run sends the same queries ten thousand times. */
function named(query: unknown, names: Map<string, string>): unknown {
  const text = textOf(query);
  if (typeof query !== 'object' || text === '') return query;
  const name = names.get(text) ?? `query ${names.size}`;
  if (names.size < maxNames) names.set(text, name);
  return names.has(text) ? { ...query, name } : query;
}

/** Opens a pool of connections that fail on demand. */
export function openBreakablePool(connection: pg.ClientConfig): BreakablePool {
  // A query is planned once per connection, not again for each set of values.
  const pool = new pg.Pool({ ...connection, max: 20, options: '-c plan_cache_mode=force_generic_plan' });
  pool.on('error', () => undefined);
  const armed: ServerFault[] = [];
  const names = new Map<string, string>();

  function strike(text: string): ServerFault | null {
    const next = armed[0];
    if (next === undefined || !(next === 'serialization failure' ? isWrite(text) : isCommit(text))) return null;
    armed.shift();
    return next;
  }

  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    const query: (...args: unknown[]) => unknown = client.query.bind(client);
    const broken = (...args: unknown[]): unknown => {
      const fault = strike(textOf(args[0]));
      if (fault === null) return query(named(args[0], names), ...args.slice(1));
      const error =
        fault === 'serialization failure'
          ? Object.assign(new Error('could not serialize access'), { code: '40001' })
          : new Error('Connection terminated unexpectedly');
      const struck = async () => {
        if (fault === 'killed after commit') await query(args[0]);
        if (fault !== 'serialization failure') void client.end();
        throw error;
      };
      const callback = args.at(-1);
      if (typeof callback !== 'function') return struck();
      const answer = (failure: unknown) => callback(failure);
      return struck().catch(answer);
    };
    Object.defineProperty(client, 'query', { value: broken });
  });
  return { pool, arm: (fault) => void armed.push(fault) };
}

/** Returns the server's tables in an order in which they can be filled. */
async function tablesOf(pool: pg.Pool): Promise<StoredTable[]> {
  const client = await pool.connect();
  try {
    return await storedTables(client);
  } finally {
    client.release();
  }
}

/** Copies the whole database within itself. */
export async function backUp({ pool, db }: Pick<TestDatabase, 'pool' | 'db'>): Promise<void> {
  const tables = await tablesOf(pool);
  await db.transaction(
    async (tx) => {
      await tx.execute(sql`drop schema if exists backup cascade`);
      await tx.execute(sql`create schema backup`);
      for (const { name } of tables) {
        await tx.execute(sql.raw(`create table backup."${name}" as table public."${name}"`));
      }
    },
    { isolationLevel: 'repeatable read' },
  );
}

/** Replaces the database with the copy; it keeps its epoch unless an administrator renews it. */
export async function restoreBackup(
  { pool, db }: Pick<TestDatabase, 'pool' | 'db'>,
  newEpoch: string | null,
): Promise<void> {
  const tables = await tablesOf(pool);
  await db.transaction(async (tx) => {
    await tx.execute(sql.raw(`truncate ${tables.map(({ name }) => `public."${name}"`).join(', ')}`));
    for (const { name, columns } of tables) {
      const list = columns.map((column) => `"${column}"`).join(', ');
      await tx.execute(sql.raw(`insert into public."${name}" (${list}) select ${list} from backup."${name}"`));
    }
    if (newEpoch !== null) await tx.execute(sql`update app_meta set value = ${newEpoch} where name = 'epoch'`);
  });
}
