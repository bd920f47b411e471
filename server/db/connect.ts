import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';
import { databaseOn, type Database, type Executor } from './database.ts';
import { DatabaseStartError, textOf } from './database-start-error.ts';
import { findRunning, startEmbedded } from './embedded.ts';
import { nameStatements } from './named-statements.ts';
import { refusePooler } from './refuse-pooler.ts';
import { isServed, markServed, readFoundSchema, readOwnSchema } from './release-schema.ts';

/** The oldest supported PostgreSQL, 15, as `server_version_num`. */
const OLDEST_VERSION_NUMBER = 150_000;
const maxPoolConnections = 20;
const CONNECT_TIMEOUT_MS = 5_000;
/** A connection is replaced after this time, because it accumulates query plans. */
const CONNECTION_SECONDS = 600;
/** An arbitrary lock number: concurrent server starts and restores take turns. */
export const migrationLock = 7_302_114_957;
/** The name that PostgreSQL shows for the server's connections. */
export const applicationName = 'ward-rounds';

/** An open database, built-in or external. */
export interface OpenDatabase {
  pool: pg.Pool;
  db: Database;
  /** For a connection outside the pool that bypasses a pooler, such as the one that listens for notifications. */
  connection: pg.ClientConfig;
  /** Waits for running queries, then closes the pool and stops the built-in PostgreSQL. */
  close(): Promise<void>;
}

/** Says which database to open. */
export interface DatabaseSettings {
  dataDir: string;
  databaseUrl?: string | undefined;
  /** Address that bypasses a pooler, for work that needs its own session. */
  databaseDirectUrl?: string | undefined;
  pgBin?: string | undefined;
  /**
   * Name of a program other than the server, such as the backup: it may use the built-in database while the server
   * runs.
   */
  tool?: string;
}

/** Opens the database from the settings: DATABASE_URL, or the built-in PostgreSQL. Throws: DatabaseStartError. */
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
    if (databaseUrl !== undefined) {
      const setting = settings.databaseDirectUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
      await refusePooler({ connection, setting, onOther: (statement) => pool.query(statement) });
    }
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

/** Refuses a PostgreSQL version that is too old. Throws: DatabaseStartError. */
export function refuseOldServer(versionNumber: number): void {
  if (versionNumber >= OLDEST_VERSION_NUMBER) return;
  throw new DatabaseStartError(
    `The database server is PostgreSQL ${Math.floor(versionNumber / 10_000)} and the oldest supported is PostgreSQL 15: upgrade it, or remove DATABASE_URL to use the built-in database.`,
  );
}

/** Names a database in a message, without its password. */
function placeOf(databaseUrl: string): string {
  try {
    const { host, pathname } = new URL(databaseUrl);
    return `${host || 'a local socket'}${pathname}`;
  } catch {
    return 'DATABASE_URL';
  }
}

/** Finds the reason of an error; a refused connection to a name with several addresses nests one error per address. */
function reasonOf(error: unknown): string {
  return error instanceof AggregateError ? error.errors.map(textOf).join(', ') : textOf(error);
}

/**
 * Migrates the database to the schema of this build; concurrent starts take turns. A schema of a newer build that still
 * serves this one is left as it is.
 * Throws: DatabaseStartError when a newer build has migrated the database and does not serve this one.
 */
export async function migrate(pool: pg.Pool, folder: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const db = drizzle(client);
    const own = readOwnSchema(folder);
    const applied = await appliedAt(db);
    const known = readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis);
    const isNewer = Math.max(...applied) > own.newest;
    if (!isNewer || !isServed(own, await readFoundSchema(db))) refuseUnknownMigrations(applied, known);
    refuseGaps(applied, known);
    if (isNewer) return;
    await applyMigrations(db, { migrationsFolder: folder });
    await markServed(db, own);
  } finally {
    // Closing the session releases the lock, even after a lost connection.
    client.release(true);
  }
}

/**
 * Migrates on a connection that bypasses a pooler, which could give a session's lock to another client. Throws:
 * DatabaseStartError.
 */
export async function migrateDirectly(connection: pg.ClientConfig, folder: string): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 1 });
  pool.on('error', () => undefined);
  try {
    await migrate(pool, folder);
  } finally {
    await pool.end();
  }
}

async function appliedAt(db: Executor): Promise<number[]> {
  const table = await db.execute<{ name: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  );
  if (!table.rows[0]?.name) return [];
  const applied = await db.execute<{ at: string }>(sql`select created_at as at from drizzle.__drizzle_migrations`);
  return applied.rows.map(({ at }) => Number(at));
}

function refuseUnknownMigrations(applied: readonly number[], known: readonly number[]): void {
  const newestKnown = Math.max(0, ...known);
  const unknown = applied.filter((at) => !known.includes(at));
  if (unknown.length === 0) return;
  const newest = Math.max(...unknown);
  throw new DatabaseStartError(
    `The database was changed by a newer release of Ward Rounds (its schema is dated ${dayOf(newest)}; this release supports schemas up to ${dayOf(newestKnown)}): start that release or a later one, or restore a backup from before the upgrade.`,
  );
}

/** Refuses gaps: drizzle compares only with the newest applied migration and would silently skip a missed older one. */
function refuseGaps(applied: readonly number[], known: readonly number[]): void {
  const newestApplied = Math.max(0, ...applied);
  const left = known.find((at) => at <= newestApplied && !applied.includes(at));
  if (left === undefined) return;
  throw new DatabaseStartError(
    `The database lacks the migration of ${dayOf(left)} but has later ones: this build's migrations are out of order, start a complete release.`,
  );
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
