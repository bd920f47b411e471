import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { counted } from '#contract/rules/counted.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { applicationName, migrate, migrationLock } from '#server/db/connect.ts';
import { BackupError, readCheckedManifest, readSums, tableFile, type Manifest } from './manifest.ts';
import { ownTables, storedTables } from './tables.ts';

/** The destination of a restore. */
export interface RestoreTarget {
  pool: pg.Pool;
  /** Destination of the files in a backup; null if they stayed in the bucket. */
  files: FileStore | null;
  migrationsFolder: string;
  /** Replace existing data. */
  force: boolean;
}

/**
 * Restores a backup: checks all of it first, then fills the database in one transaction, gives it a new epoch (so that
 * tablets rebuild their replica and send again what the backup lacks), and applies later migrations. Files are restored
 * before the rows that name them.
 * Throws: BackupError with the obstacle; the target is then unchanged.
 */
export async function restoreBackup(folder: string, target: RestoreTarget): Promise<Manifest> {
  const manifest = await readCheckedManifest(folder);
  const migrations = knownMigrations(manifest, target.migrationsFolder);
  const client = await target.pool.connect();
  // A dying connection already fails its running statement; without a listener, its error event would also end the
  // program.
  client.on('error', () => undefined);
  try {
    await client.query('begin');
    await client.query("set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local statement_timeout = 0");
    // A server that starts in the meantime waits here until the restore ends.
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await refuseBusyTarget(client);
    await clearTarget(client, target.force);
    await restoreFiles(folder, target.files);
    await makeSchema(client, migrations);
    await fillTables(client, folder, manifest);
    await client.query(
      "insert into app_meta (name, value) values ('epoch', $1) on conflict (name) do update set value = excluded.value",
      [randomUUID()],
    );
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
  await migrate(target.pool, target.migrationsFolder);
  await target.pool.query('analyze');
  return manifest;
}

type Migration = ReturnType<typeof readMigrationFiles>[number];

/**
 * Returns the migrations that lead to the schema of the backup. Throws: BackupError when this release does not know it.
 */
function knownMigrations({ migrations }: Manifest, folder: string): Migration[] {
  const known = readMigrationFiles({ migrationsFolder: folder });
  const unknown = migrations.find(
    ({ at, hash }) => !known.some((each) => each.folderMillis === at && each.hash === hash),
  );
  if (unknown) {
    const newest = Math.max(0, ...known.map(({ folderMillis }) => folderMillis));
    const release = unknown.at > newest ? 'a newer release' : 'another build';
    throw new BackupError(
      `The backup was made by ${release} of Ward Rounds (its schema of ${new Date(unknown.at).toISOString().slice(0, 10)} is unknown here): restore it with that release.`,
    );
  }
  return known.filter(({ folderMillis }) => migrations.some(({ at }) => at === folderMillis));
}

/**
 * Refuses a target with a running server, which would continue with the old epoch and sessions. Throws: BackupError.
 */
async function refuseBusyTarget(client: pg.ClientBase): Promise<void> {
  const others = await client.query(
    'select from pg_stat_activity where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()',
    [applicationName],
  );
  if (others.rowCount === 0) return;
  throw new BackupError('A Ward Rounds server uses this database: stop every server that uses it, then restore.');
}

/** Removes the product's tables from the target. Throws: BackupError when they hold rows and `force` is not set. */
async function clearTarget(client: pg.ClientBase, force: boolean): Promise<void> {
  const present = await client.query<{ name: string }>(
    "select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname = any($1)",
    [ownTables],
  );
  for (const { name } of present.rows) {
    const used = await client.query<{ used: boolean }>(`select exists (select from public."${name}") as used`);
    if (used.rows[0]?.used !== true || force) continue;
    throw new BackupError(
      `The database is not empty (${name} has rows): restore into an empty one, or pass --force to replace its contents.`,
    );
  }
  for (const { name } of present.rows) await client.query(`drop table public."${name}" cascade`);
  await client.query('drop schema if exists drizzle cascade');
}

/** Creates the schema of the backup, as drizzle's migrator would. */
async function makeSchema(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  await client.query(`create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ]);
  }
}

async function fillTables(client: pg.ClientBase, folder: string, manifest: Manifest): Promise<void> {
  const made = await storedTables(client);
  for (const { name, columns, rows } of manifest.tables) {
    const table = made.find((each) => each.name === name);
    if (!table || columns.some((column) => !table.columns.includes(column))) {
      throw new BackupError(`The table ${name} of the backup does not fit the schema it names: use another backup.`);
    }
    const names = columns.map((column) => `"${column}"`).join(', ');
    // A migration may have inserted rows; the backup has them as they were at its time.
    await client.query(`delete from public."${name}"`);
    // The backup has what triggers have written, too.
    await client.query(`alter table public."${name}" disable trigger user`);
    const copy = client.query(copyFrom(`copy public."${name}" (${names}) from stdin`));
    await pipeline(createReadStream(path.join(folder, tableFile(name))), createGunzip(), copy);
    await client.query(`alter table public."${name}" enable trigger user`);
    if (copy.rowCount === rows) continue;
    throw new BackupError(
      `The table ${name} has ${counted(copy.rowCount ?? 0, 'row')} and the backup names ${rows}: use another backup.`,
    );
  }
}

/** Restores the attached files, into the bucket if the server has one. */
async function restoreFiles(folder: string, files: FileStore | null): Promise<void> {
  if (files === null) return;
  for (const name of (await readSums(folder)).keys()) {
    const [top, hospitalId, , sha256] = name.split('/');
    if (top !== 'files' || hospitalId === undefined || sha256 === undefined) continue;
    await files.save(hospitalId, sha256, await readFile(path.join(folder, name)));
  }
}
