import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** Increased when older releases can no longer read the format. */
export const formatVersion = 1;
/** Lists every file of the backup with its SHA-256, in the format of `sha256sum -c`. */
export const sumsFile = 'SHA256SUMS';
export const manifestFile = 'manifest.json';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/);

const Manifest = z.object({
  format: z.literal('ward-rounds-backup'),
  formatVersion: z.number().int(),
  madeAt: z.iso.datetime(),
  /** `server_version` of the source PostgreSQL. */
  postgres: z.string(),
  /** Random id of the source database. */
  epoch: z.string(),
  /** The migrations applied to that database, oldest first. Units: milliseconds since 1970, as in drizzle's journal. */
  migrations: z.array(z.object({ at: z.number().int(), hash })),
  /** Ordered so that each table follows the tables it refers to. */
  tables: z.array(
    z.object({
      name: identifier,
      columns: z.array(identifier).min(1),
      rows: z.number().int(),
      /** Hash of the compressed file `tables/<name>.copy.gz`. */
      sha256: hash,
    }),
  ),
  /** Attached files are in `files/`, or stay in the S3 bucket. */
  files: z.object({
    store: z.enum(['folder', 's3']),
    count: z.number().int(),
    bytes: z.number().int(),
    /** Files that the database named but the store did not have when the backup was made. */
    missing: z.array(z.string()),
  }),
});

/** The manifest of a backup. */
export type Manifest = z.output<typeof Manifest>;

/** A backup cannot be made or used; the message is one sentence for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Returns the path of a table's rows in a backup. */
export const tableFile = (table: string): string => `tables/${table}.copy.gz`;

/** Computes the SHA-256 of a file. */
export async function sha256Of(file: string): Promise<string> {
  const sum = createHash('sha256');
  for await (const chunk of createReadStream(file)) sum.update(chunk as Buffer);
  return sum.digest('hex');
}

/**
 * Reads the manifest of a backup after checking every file against its checksum. Throws: BackupError when the folder is
 * not a complete backup, a file differs from what was written, or a newer release made it.
 */
export async function readCheckedManifest(folder: string): Promise<Manifest> {
  const sums = await readSums(folder);
  for (const [name, expected] of sums) {
    const found = await sha256Of(path.join(folder, name)).catch(() => undefined);
    if (found === expected) continue;
    const fault = found === undefined ? 'is missing' : 'was changed or damaged';
    throw new BackupError(`The backup in ${folder} cannot be trusted: ${name} ${fault}. Use another backup.`);
  }
  if (!sums.has(manifestFile))
    throw new BackupError(`The backup in ${folder} has no ${manifestFile}: use another one.`);
  const raw: unknown = JSON.parse(await readFile(path.join(folder, manifestFile), 'utf8'));
  const version = z.object({ formatVersion: z.number() }).safeParse(raw);
  if (version.success && version.data.formatVersion > formatVersion) {
    throw new BackupError(
      `The backup in ${folder} was made by a newer release of Ward Rounds: restore it with that one.`,
    );
  }
  const manifest = Manifest.safeParse(raw);
  if (!manifest.success) throw new BackupError(`The ${manifestFile} in ${folder} is not one of Ward Rounds.`);
  for (const { name, sha256 } of manifest.data.tables) {
    if (sums.get(tableFile(name)) === sha256) continue;
    throw new BackupError(
      `The backup in ${folder} cannot be trusted: ${tableFile(name)} is not the one it was made with.`,
    );
  }
  return manifest.data;
}

/** Reads the files of a backup with their checksums. Throws: BackupError when the folder is not a complete backup. */
export async function readSums(folder: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(path.join(folder, sumsFile), 'utf8').catch(() => undefined);
  if (text === undefined) {
    throw new BackupError(
      `${folder} is no complete backup (it has no ${sumsFile}): name the folder of a finished one.`,
    );
  }
  return new Map(text.split('\n').flatMap((line) => readSum(line)));
}

function readSum(line: string): [string, string][] {
  const [sum, name] = line.split('  ');
  if (!sum || !name) return [];
  if (path.isAbsolute(name) || name.split('/').includes('..')) throw new BackupError(`${sumsFile} names ${name}.`);
  return [[name, sum]];
}
