import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '#server/db/connect.ts';
import { databaseOn, type Database } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const migrations = fileURLToPath(new URL('../../server/db/migrations', import.meta.url));
const templateName = `ward_template_${process.pid}`;

/** An own, migrated, empty database. */
export interface TestDatabase {
  pool: pg.Pool;
  db: Database;
  connection: pg.ClientConfig;
  close(): Promise<void>;
}

/**
 * Gives databases on one PostgreSQL: one of this process, run from the built-in programs or those of TEST_PG_BIN, or
 * the server of TEST_DATABASE_URL.
 */
export interface TestDatabases {
  create(): Promise<TestDatabase>;
  /** One without any table, for those who migrate it themselves. */
  createEmpty(): Promise<TestDatabase>;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL for tests on the real migrations. Each `create` copies a migrated template, about 30 ms.
 * Data are not synced to disk: speed matters here and power cuts do not.
 */
export async function startTestDatabases(): Promise<TestDatabases> {
  const url = process.env['TEST_DATABASE_URL'];
  const folder = url === undefined ? await mkdtemp(path.join(tmpdir(), 'wr-test-')) : undefined;
  const embedded =
    folder === undefined
      ? undefined
      : await startEmbedded({
          dataDir: path.join(folder, 'data'),
          pgBin: process.env['TEST_PG_BIN'],
          log: quiet,
          synced: false,
        });
  const base: pg.ClientConfig = embedded?.connection ?? { connectionString: url };
  // A test process that breaks off must not leave PostgreSQL behind.
  const endWithProcess = (): void => {
    if (folder !== undefined) killPostmaster(path.join(folder, 'data/database/cluster/postmaster.pid'));
  };
  process.once('exit', endWithProcess);
  const admin = new pg.Client(base);
  await admin.connect();
  await admin.query(`drop database if exists ${templateName}`);
  await admin.query(`create database ${templateName}`);
  const templatePool = new pg.Pool(connectionTo(base, templateName));
  templatePool.on('error', () => undefined);
  await migrate(templatePool, migrations);
  await templatePool.end();

  let count = 0;
  const createFrom = async (template: string): Promise<TestDatabase> => {
    count += 1;
    const name = `ward_test_${process.pid}_${count}`;
    await admin.query(`drop database if exists ${name}`);
    await admin.query(`create database ${name} template ${template}`);
    const connection = connectionTo(base, name);
    const pool = new pg.Pool({ ...connection, max: 20 });
    pool.on('error', () => undefined);
    const close = async (): Promise<void> => {
      await pool.end();
      await admin.query(`drop database if exists ${name} with (force)`);
    };
    return { pool, db: databaseOn(pool), connection, close };
  };
  return {
    create: () => createFrom(templateName),
    createEmpty: () => createFrom('template0'),
    async stop() {
      await admin.query(`drop database if exists ${templateName} with (force)`);
      await admin.end();
      await embedded?.stop();
      process.off('exit', endWithProcess);
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

function killPostmaster(pidFile: string): void {
  try {
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGQUIT');
  } catch {
    // It has ended already.
  }
}

function connectionTo(base: pg.ClientConfig, database: string): pg.ClientConfig {
  if (base.connectionString === undefined) return { ...base, database };
  const url = new URL(base.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}
