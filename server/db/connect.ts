import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';
import { databaseOn, type Database } from './database.ts';
import { DatabaseStartError, textOf } from './database-start-error.ts';
import { findRunning, startEmbedded } from './embedded.ts';
import { nameStatements } from './named-statements.ts';

/** The SQL floor, as `server_version_num`: PostgreSQL 15. */
const OLDEST_VERSION_NUMBER = 150_000;
const maxPoolConnections = 20;
const CONNECT_TIMEOUT_MS = 5_000;
/** A connection in use all day is replaced after this time, with the plans that it keeps. */
const CONNECTION_SECONDS = 600;
/** An arbitrary number: servers that start together, and a restore, take turns on it. */
export const migrationLock = 7_302_114_957;
/** The name of a server's connections in PostgreSQL. */
export const applicationName = 'ward-rounds';

/** An open database, built-in or external. */
export interface OpenDatabase {
  pool: pg.Pool;
  db: Database;
  /** For a connection outside the pool and past a pooler, such as the one that listens for notifications. */
  connection: pg.ClientConfig;
  /** Waits for running queries, then ends the pool and the built-in PostgreSQL. */
  close(): Promise<void>;
}

/** Where the database is. */
export interface DatabaseSettings {
  dataDir: string;
  databaseUrl?: string | undefined;
  /** The way past a pooler, for what needs a session of its own. */
  databaseDirectUrl?: string | undefined;
  pgBin?: string | undefined;
  /** Name of a program other than the server, such as the backup: it uses a built-in database beside its server. */
  tool?: string;
}

/** Opens the database that the settings name: DATABASE_URL, else the built-in PostgreSQL. Throws: DatabaseStartError. */
export async function openDatabase(settings: DatabaseSettings, log: DatabaseLog): Promise<OpenDatabase> {
  const { databaseUrl } = settings;
  const running =
    databaseUrl === undefined && settings.tool !== undefined ? await findRunning(settings.dataDir) : undefined;
  const embedded = databaseUrl === undefined && !running ? await startEmbedded({ ...settings, log }) : undefined;
  const local = running ?? embedded?.connection;
  const common: pg.ClientConfig = {
    application_name: settings.tool ?? applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  };
  const connection = { ...(local ?? { connectionString: settings.databaseDirectUrl ?? databaseUrl }), ...common };
  const pool = new pg.Pool({
    ...(local ?? { connectionString: databaseUrl }),
    ...common,
    max: maxPoolConnections,
    maxLifetimeSeconds: CONNECTION_SECONDS,
  });
  if (databaseUrl === undefined || (settings.databaseDirectUrl ?? databaseUrl) === databaseUrl) {
    nameStatements(pool, log);
  }
  pool.on('error', (error) => log.warn({ error: textOf(error) }, 'An idle database connection ended'));
  const close = async (): Promise<void> => {
    await pool.end();
    await embedded?.stop();
  };
  try {
    refuseOldServer(await serverVersion(pool, databaseUrl));
  } catch (error) {
    await close();
    throw error;
  }
  return { pool, db: databaseOn(pool), connection, close };
}

async function serverVersion(pool: pg.Pool, databaseUrl: string | undefined): Promise<number> {
  try {
    const answer = await pool.query<{ version: number }>(
      "select current_setting('server_version_num')::int4 as version",
    );
    return answer.rows[0]?.version ?? 0;
  } catch (cause) {
    const place = databaseUrl === undefined ? 'The built-in database' : `The database at ${placeOf(databaseUrl)}`;
    throw new DatabaseStartError(
      `${place} does not answer (${reasonOf(cause)}): check DATABASE_URL and that the database server runs.`,
      { cause },
    );
  }
}

/** Refuses servers whose SQL is too old. Throws: DatabaseStartError. */
export function refuseOldServer(versionNumber: number): void {
  if (versionNumber >= OLDEST_VERSION_NUMBER) return;
  throw new DatabaseStartError(
    `The database server is PostgreSQL ${Math.floor(versionNumber / 10_000)} and the oldest supported is PostgreSQL 15: upgrade it, or remove DATABASE_URL to use the built-in database.`,
  );
}

/** Names a database without its password. */
function placeOf(databaseUrl: string): string {
  try {
    const { host, pathname } = new URL(databaseUrl);
    return `${host || 'a local socket'}${pathname}`;
  } catch {
    return 'DATABASE_URL';
  }
}

/** A refused connection to a name with several addresses has its reasons inside. */
function reasonOf(error: unknown): string {
  return error instanceof AggregateError ? error.errors.map(textOf).join(', ') : textOf(error);
}

/**
 * Brings the database to the schema of this build; servers that start together take turns.
 * Throws: DatabaseStartError when a newer build has changed the database, which is then left as it is.
 */
export async function migrate(pool: pg.Pool, folder: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    refuseUnknownMigrations(
      await appliedAt(client),
      readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis),
    );
    await applyMigrations(drizzle(client), { migrationsFolder: folder });
  } finally {
    // Closing the session releases the lock, even after a lost connection.
    client.release(true);
  }
}

/** The same on a connection past a pooler, which would hand a session's lock to anyone. Throws: DatabaseStartError. */
export async function migrateDirectly(connection: pg.ClientConfig, folder: string): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 1 });
  pool.on('error', () => undefined);
  try {
    await migrate(pool, folder);
  } finally {
    await pool.end();
  }
}

async function appliedAt(client: pg.PoolClient): Promise<number[]> {
  const db = drizzle(client);
  const table = await db.execute<{ name: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  );
  if (!table.rows[0]?.name) return [];
  const applied = await db.execute<{ at: string }>(sql`select created_at as at from drizzle.__drizzle_migrations`);
  return applied.rows.map(({ at }) => Number(at));
}

/** Drizzle compares with the newest applied migration only: an older one that was missed would be skipped silently. */
function refuseUnknownMigrations(applied: readonly number[], known: readonly number[]): void {
  const newestKnown = Math.max(0, ...known);
  const unknown = applied.filter((at) => !known.includes(at));
  if (unknown.length > 0) {
    const newest = Math.max(...unknown);
    throw new DatabaseStartError(
      `The database was changed by a newer release of Ward Rounds (its schema is of ${dayOf(newest)}, this release knows those up to ${dayOf(newestKnown)}): start that release or a later one, or restore a backup from before the upgrade.`,
    );
  }
  const newestApplied = Math.max(0, ...applied);
  const left = known.find((at) => at <= newestApplied && !applied.includes(at));
  if (left === undefined) return;
  throw new DatabaseStartError(
    `The database lacks the migration of ${dayOf(left)} but has later ones: this build's migrations are out of order, start a complete release.`,
  );
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
