import { sql, type SQLWrapper } from 'drizzle-orm';
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { runStatement } from './statement.ts';

/** The open database of the server. */
export type Database = NodePgDatabase;
/** The database or a transaction in it. */
export type Executor = PgDatabase<NodePgQueryResultHKT>;

/**
 * The database on a pool. Its transactions release their connection however they end: drizzle alone never releases one
 * that is lost at its `begin`, until the pool has none left (drizzle-orm issue 6241).
 */
export function databaseOn(pool: pg.Pool): Database {
  const db: Database = drizzle(pool);
  executeBy(db, pool);
  const sessions = new WeakMap<pg.PoolClient, Database>();
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      const session = sessions.get(client) ?? drizzle(client);
      sessions.set(client, session);
      return await session.transaction((tx) => {
        executeBy(tx, client);
        return work(tx);
      }, config);
    } finally {
      // The pool itself discards a dead connection.
      client.release();
    }
  };
  return db;
}

/**
 * Queries in SQL are sent straight to the driver: building and wrapping them is a tenth of the server's work for a
 * round.
 */
function executeBy(db: Executor, client: pg.Pool | pg.PoolClient): void {
  const execute = (query: SQLWrapper | string) =>
    runStatement(client, typeof query === 'string' ? sql.raw(query) : query);
  Object.assign(db, { execute });
}

/** The SQLSTATE of a failed statement; drizzle wraps the driver's error. */
export function sqlState(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}

/** Name of the unique index that a statement ran into, if that is what happened. */
export function violatedUnique(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (sqlState(error) !== '23505' || !(cause instanceof Error) || !('constraint' in cause)) return undefined;
  return String(cause.constraint);
}

/** A connection that dies while in use also emits `error`; without a listener Node would exit. */
export function keepLostConnectionsQuiet(pool: pg.Pool): void {
  const known = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    client.on('error', () => undefined);
  });
}

/** An instant as the raw driver gives it (`2026-07-01 10:00:00.123+00`), as ISO text in UTC. */
export function isoInstant(text: string): string {
  return new Date(text).toISOString();
}

/** The same for a column that may be empty. */
export function isoInstantOrNull(text: string | null): string | null {
  return text === null ? null : isoInstant(text);
}
