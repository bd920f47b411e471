import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { placeOfFile, type FileStore } from '#server/files/file-store.ts';
import { BackupError, formatVersion, manifestFile, sha256Of, sumsFile, tableFile, type Manifest } from './manifest.ts';
import { storedTables, type StoredTable } from './tables.ts';

/** The source of a backup. */
export interface BackupSource {
  pool: pg.Pool;
  /** Files to copy; null if they stay in a bucket. */
  files: FileStore | null;
  now: () => Date;
}

/**
 * Writes a backup into a new folder while the server keeps running: all rows are from the same instant, and every file
 * that they name is included. Promises: the folder gets its final name once the backup is complete and on disk.
 * Throws: BackupError.
 */
export async function writeBackup({ pool, files, now }: BackupSource, folder: string): Promise<Manifest> {
  if ((await readdir(folder).catch(() => [])).length > 0) {
    throw new BackupError(`${folder} is not empty: name a folder that does not exist yet.`);
  }
  const draft = `${folder}.unfinished`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(path.join(draft, 'tables'), { recursive: true, mode: 0o700 });
  const client = await pool.connect();
  // A dying connection already fails its running statement; without a listener, its error event would also end the
  // program.
  client.on('error', () => undefined);
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query("set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local statement_timeout = 0");
    const facts = await readFacts(client);
    const tables: Manifest['tables'] = [];
    for (const table of await storedTables(client)) tables.push(await writeTable(client, table, draft));
    const copied = await copyFiles(client, files, draft);
    await client.query('commit');
    const manifest: Manifest = {
      format: 'ward-rounds-backup',
      formatVersion,
      madeAt: now().toISOString(),
      ...facts,
      tables,
      files: copied.summary,
    };
    await writeFile(path.join(draft, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
    const sums = [
      [manifestFile, await sha256Of(path.join(draft, manifestFile))],
      ...tables.map(({ name, sha256 }) => [tableFile(name), sha256]),
      ...copied.sums,
    ];
    await writeFile(path.join(draft, sumsFile), sums.map(([name, sum]) => `${sum}  ${name}\n`).join(''));
    await syncFolder(draft);
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
    await syncOne(path.dirname(path.resolve(folder)));
    client.release();
    return manifest;
  } catch (error) {
    client.release(true);
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function readFacts(client: pg.ClientBase): Promise<Pick<Manifest, 'postgres' | 'epoch' | 'migrations'>> {
  const known = await client.query<{ known: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null and to_regclass('public.app_meta') is not null as known",
  );
  if (known.rows[0]?.known !== true) throw new BackupError('This database holds no Ward Rounds: check DATABASE_URL.');
  const facts = await client.query<{ postgres: string; epoch: string }>(
    "select current_setting('server_version') as postgres, coalesce((select value from app_meta where name = 'epoch'), '') as epoch",
  );
  const migrations = await client.query<{ at: string; hash: string }>(
    'select created_at as at, hash from drizzle.__drizzle_migrations order by created_at',
  );
  return {
    postgres: facts.rows[0]?.postgres ?? '',
    epoch: facts.rows[0]?.epoch ?? '',
    migrations: migrations.rows.map(({ at, hash }) => ({ at: Number(at), hash })),
  };
}

async function writeTable(
  client: pg.ClientBase,
  { name, columns }: StoredTable,
  draft: string,
): Promise<Manifest['tables'][number]> {
  const names = columns.map((each) => `"${each}"`).join(', ');
  const rows = client.query(copyTo(`copy public."${name}" (${names}) to stdout`));
  const { sum, sha256 } = summing();
  const target = createWriteStream(path.join(draft, tableFile(name)), { mode: 0o600 });
  const { count, lines } = countingLines();
  await pipeline(rows, count, createGzip({ level: 1 }), sum, target);
  // The driver learns the row count only after the last byte; once a later statement is answered, the count is known.
  await client.query('select');
  if (lines() !== rows.rowCount) throw new BackupError(`The backup of ${name} is incomplete: take it again.`);
  return { name, columns, rows: rows.rowCount, sha256: sha256() };
}

/** Counts lines while passing bytes on; COPY writes one row per line. */
function countingLines(): { count: Transform; lines: () => number } {
  let seen = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) seen += 1;
      done(null, chunk);
    },
  });
  return { count, lines: () => seen };
}

/** Computes the SHA-256 while passing bytes on. */
function summing(): { sum: Transform; sha256: () => string } {
  const hash = createHash('sha256');
  const sum = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { sum, sha256: () => hash.digest('hex') };
}

async function copyFiles(
  client: pg.ClientBase,
  files: FileStore | null,
  draft: string,
): Promise<{ summary: Manifest['files']; sums: string[][] }> {
  const summary: Manifest['files'] = { store: files ? 'folder' : 's3', count: 0, bytes: 0, missing: [] };
  const sums: string[][] = [];
  if (!files) return { summary, sums };
  const named = await client.query<{ hospital_id: string; sha256: string; size_bytes: number }>(
    'select hospital_id, sha256, size_bytes from attachment where received_at is not null order by hospital_id, sha256',
  );
  for (const { hospital_id: hospitalId, sha256, size_bytes: size } of named.rows) {
    const name = `files/${placeOfFile(hospitalId, sha256)}`;
    const target = path.join(draft, name);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    const found = await copyFile(files, hospitalId, sha256, target);
    if (found === sha256) {
      summary.count += 1;
      summary.bytes += size;
      sums.push([name, sha256]);
    } else {
      await rm(target, { force: true });
      summary.missing.push(placeOfFile(hospitalId, sha256));
    }
  }
  return { summary, sums };
}

/** Copies a file and returns the SHA-256 of the bytes read; undefined if the file does not exist. */
async function copyFile(
  files: FileStore,
  hospitalId: string,
  sha256: string,
  target: string,
): Promise<string | undefined> {
  if (!(await files.has(hospitalId, sha256))) return undefined;
  const { sum, sha256: read } = summing();
  const { bytes } = await files.read(hospitalId, sha256);
  await pipeline(bytes, sum, createWriteStream(target, { mode: 0o600 }));
  return read();
}

async function syncFolder(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await syncOne(path.join(entry.parentPath, entry.name));
  }
  await syncOne(folder);
}

async function syncOne(place: string): Promise<void> {
  const file = await open(place, 'r');
  await file.sync().finally(() => file.close());
}
