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
 * Opens the database on a pool. Its transactions always release their connection: drizzle alone never releases one that
 * is lost at its `begin`, until the pool is exhausted (drizzle-orm issue 6241).
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

/** Sends raw SQL straight to the driver: building and wrapping queries is a tenth of the server's work for a round. */
function executeBy(db: Executor, client: pg.Pool | pg.PoolClient): void {
  const execute = (query: SQLWrapper | string) =>
    runStatement(client, typeof query === 'string' ? sql.raw(query) : query);
  Object.assign(db, { execute });
}

/** Returns the SQLSTATE of a failed statement; drizzle wraps the driver's error. */
export function sqlState(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}

/** Returns the name of the unique index that a statement violated, if it violated one. */
export function violatedUnique(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (sqlState(error) !== '23505' || !(cause instanceof Error) || !('constraint' in cause)) return undefined;
  return String(cause.constraint);
}

/**
 * Adds error listeners: a connection that dies while in use also emits `error`, and without a listener Node would exit.
 */
export function keepLostConnectionsQuiet(pool: pg.Pool): void {
  const known = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    client.on('error', () => undefined);
  });
}

/** Converts an instant from the raw driver (`2026-07-01 10:00:00.123+00`) to ISO text in UTC. */
export function isoInstant(text: string): string {
  return new Date(text).toISOString();
}

/** Converts a nullable instant in the same way. */
export function isoInstantOrNull(text: string | null): string | null {
  return text === null ? null : isoInstant(text);
}
