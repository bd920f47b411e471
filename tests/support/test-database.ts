import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '#server/db/connect.ts';
import { databaseOn, type Database } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { nameStatements } from '#server/db/named-statements.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const migrations = fileURLToPath(new URL('../../server/db/migrations', import.meta.url));
const templateName = `ward_template_${process.pid}`;

/** Number of databases created in this process; unique names keep leftovers of a failed test away from later files. */
let made = 0;

/** A database to copy, and what was returned when it was filled. */
interface Source {
  name: string;
  filled: unknown;
}
/** Sources on the PostgreSQL of a test run, which serve all files of this process; by the key of `createFilled`. */
const sharedSources = new Map<string, Promise<Source>>();
const sourcePrefix = (template: string): string => `${template}_source_`;

/** A separate, migrated, empty database. */
export interface TestDatabase {
  pool: pg.Pool;
  db: Database;
  connection: pg.ClientConfig;
  close(): Promise<void>;
}

/**
 * Creates databases on one PostgreSQL: one started by this process, from the built-in programs or those of TEST_PG_BIN,
 * or the server of TEST_DATABASE_URL.
 */
export interface TestDatabases {
  create(): Promise<TestDatabase>;
  /**
   * Creates a database with what `fill` writes, and returns that with it. It is written once for each key in a process,
   * also by several files of a test run, and copied from then on.
   */
  createFilled<T>(key: string, fill: (db: Database) => Promise<T>): Promise<{ database: TestDatabase; filled: T }>;
  /** Creates a database without tables, for tests that migrate it themselves. */
  createEmpty(): Promise<TestDatabase>;
  stop(): Promise<void>;
}

/**
 * Opens a pool whose idle connections PostgreSQL may end. `pool.end()` resolves before they are closed, so dropping the
 * database ends some of them; an 'error' without a listener would fail the whole test run.
 */
export function openPool(connection: pg.ClientConfig, settings: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ ...connection, ...settings });
  pool.on('error', () => undefined);
  return pool;
}

/**
 * A PostgreSQL with a migrated template, passed as JSON in `TEST_PG_SHARED`: started once by a test run for all its
 * files.
 */
interface SharedPostgres extends Postgres {
  template: string;
}

/** A PostgreSQL on which databases are created; `role` owns and uses them, if it differs. */
interface Postgres {
  connection: pg.ClientConfig;
  role?: string | undefined;
}

/** Starts the PostgreSQL for `startTestDatabases` in this process and in its later child processes. */
export async function sharePostgres(): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const { connection, role } = server;
  const shared: SharedPostgres = { connection, role, template: templateName };
  await makeTemplate(server, templateName);
  process.env['TEST_PG_SHARED'] = JSON.stringify(shared);
  return async () => {
    delete process.env['TEST_PG_SHARED'];
    for (const name of await databasesNamed(connection, sourcePrefix(templateName)))
      await dropDatabase(connection, name);
    await dropDatabase(connection, templateName);
    await server.stop();
  };
}

/** Starts the built-in PostgreSQL or that of TEST_PG_BIN in its own folder, or connects to TEST_DATABASE_URL. */
async function startPostgres(): Promise<Postgres & { stop(): Promise<void> }> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url !== undefined) return { connection: { connectionString: url }, stop: () => Promise.resolve() };
  const folder = await mkdtemp(path.join(tmpdir(), 'wr-test-'));
  const embedded = await startEmbedded({
    dataDir: path.join(folder, 'data'),
    pgBin: process.env['TEST_PG_BIN'],
    log: quiet,
    synced: false,
  });
  // A test process that aborts must not leave PostgreSQL running.
  const endWithProcess = (): void => killPostmaster(path.join(folder, 'data/database/cluster/postmaster.pid'));
  process.once('exit', endWithProcess);
  return {
    connection: { ...embedded.superuser, database: 'postgres' },
    role: embedded.connection.user,
    async stop() {
      await embedded.stop();
      process.off('exit', endWithProcess);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function makeTemplate(server: Postgres, name: string): Promise<void> {
  await dropDatabase(server.connection, name);
  await asAdmin(server.connection, (admin) => admin.query(`create database ${name}${ownedBy(server)}`));
  const pool = openPool(connectionTo(server, name));
  await migrate(pool, migrations);
  await pool.end();
}

async function dropDatabase(connection: pg.ClientConfig, name: string): Promise<void> {
  await asAdmin(connection, (admin) => admin.query(`drop database if exists ${name} with (force)`));
}

/** Returns the names of the databases that begin with a prefix. */
async function databasesNamed(connection: pg.ClientConfig, prefix: string): Promise<string[]> {
  const query = 'select datname from pg_database where starts_with(datname, $1)';
  const { rows } = await asAdmin(connection, (admin) => admin.query<{ datname: string }>(query, [prefix]));
  return rows.map(({ datname }) => datname);
}

async function asAdmin<T>(connection: pg.ClientConfig, act: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client(connection);
  await admin.connect();
  return act(admin).finally(() => admin.end());
}

/**
 * Returns databases with the real migrations, on the test run's shared PostgreSQL or a separate one. Each `create`
 * copies a migrated template, which takes about 30 ms. Data are not synced to disk: speed matters in tests and power
 * cuts do not.
 */
export async function startTestDatabases(): Promise<TestDatabases> {
  const given = process.env['TEST_PG_SHARED'];
  const shared = given === undefined ? undefined : (JSON.parse(given) as SharedPostgres);
  const own = shared ? undefined : await startPostgres();
  const base: Postgres = shared ?? own ?? { connection: {} };
  const template = shared?.template ?? templateName;
  if (!shared) await makeTemplate(base, template);
  const admin = new pg.Client(base.connection);
  await admin.connect();

  const createFrom = async (source: string): Promise<TestDatabase> => {
    made += 1;
    const name = `ward_test_${process.pid}_${made}`;
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`create database ${name} template ${source}${ownedBy(base)}`);
    const connection = connectionTo(base, name);
    const pool = openPool(connection, { max: 20 });
    nameStatements(pool, quiet);
    const close = async (): Promise<void> => {
      await pool.end();
      await admin.query(`drop database if exists ${name} with (force)`);
    };
    return { pool, db: databaseOn(pool), connection, close };
  };
  const sources = shared ? sharedSources : new Map<string, Promise<Source>>();
  async function fillSource<T>(fill: (db: Database) => Promise<T>): Promise<{ name: string; filled: T }> {
    made += 1;
    const name = `${sourcePrefix(template)}${process.pid}_${made}`;
    await dropDatabase(base.connection, name);
    await admin.query(`create database ${name} template ${template}${ownedBy(base)}`);
    const pool = openPool(connectionTo(base, name));
    const filled = await fill(databaseOn(pool));
    // A copy waits until nobody is connected to its source.
    await pool.end();
    return { name, filled };
  }
  return {
    create: () => createFrom(template),
    async createFilled<T>(key: string, fill: (db: Database) => Promise<T>) {
      const source = sources.get(key) ?? fillSource(fill);
      sources.set(key, source);
      const { name, filled } = await source;
      return { database: await createFrom(name), filled: structuredClone(filled) as T };
    },
    createEmpty: () => createFrom('template0'),
    async stop() {
      await admin.end();
      if (!own) return;
      for (const source of sources.values()) await dropDatabase(base.connection, (await source).name);
      await dropDatabase(base.connection, template);
      await own.stop();
    },
  };
}

let current: Promise<TestDatabases> | undefined;

/** Returns the databases shared by a process or test file; started for the first caller. */
export function sharedDatabases(): Promise<TestDatabases> {
  current ??= startTestDatabases();
  return current;
}

/** Stops what `sharedDatabases` has started. */
export async function endSharedDatabases(): Promise<void> {
  const ending = current;
  current = undefined;
  await (await ending)?.stop();
}

function killPostmaster(pidFile: string): void {
  try {
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGQUIT');
  } catch {
    // It has already exited.
  }
}

const ownedBy = ({ role }: Postgres): string => (role === undefined ? '' : ` owner ${role}`);

function connectionTo({ connection, role }: Postgres, database: string): pg.ClientConfig {
  if (connection.connectionString === undefined) return { ...connection, ...(role ? { user: role } : {}), database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}
