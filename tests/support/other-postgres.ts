import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

/** A PostgreSQL other than the built-in one. */
export type OtherPostgres =
  | { kind: 'server'; url: string; name: string }
  | { kind: 'programs'; binDir: string; name: string };

/** Oldest major version the product works with. Source: docs/operations.md */
const oldestMajor = 15;
/** Reports where the programs of a PostgreSQL are. */
const configProgram = 'pg_config';
/** Folders in which Linux distributions and macOS keep one folder per major version. */
const packageFolders = [
  { parent: '/usr/lib/postgresql', entry: /^\d+$/, bin: 'bin' },
  { parent: '/usr', entry: /^pgsql-\d+$/, bin: 'bin' },
  { parent: '/opt/homebrew/opt', entry: /^postgresql@\d+$/, bin: 'bin' },
  { parent: '/usr/local/opt', entry: /^postgresql@\d+$/, bin: 'bin' },
];

/**
 * Finds another PostgreSQL to test on: the server of TEST_DATABASE_URL, else the oldest programs of version 15 or later
 * found through PG_BIN, `pg_config`, PATH or the usual folders; undefined if there is none.
 */
export function findOtherPostgres(env: NodeJS.ProcessEnv = process.env): OtherPostgres | undefined {
  const url = env['TEST_DATABASE_URL'];
  if (url) return { kind: 'server', url, name: 'the server of TEST_DATABASE_URL' };
  const found = [...new Set(binFolders(env))].flatMap((binDir) => {
    const major = majorOf(binDir);
    return major !== undefined && major >= oldestMajor ? [{ binDir, major }] : [];
  });
  const [oldest] = found.sort((a, b) => a.major - b.major);
  return oldest && { kind: 'programs', binDir: oldest.binDir, name: `PostgreSQL ${oldest.major} in ${oldest.binDir}` };
}

/** Why the tests on another PostgreSQL cannot run on this machine. */
export const noOtherPostgres =
  'SKIPPED: no other PostgreSQL than the built-in one is here. Set TEST_DATABASE_URL, or install PostgreSQL 15 or newer (PG_BIN, pg_config and PATH are looked at).';

function binFolders(env: NodeJS.ProcessEnv): string[] {
  const folders = [env['PG_BIN'], configured(), ...(env['PATH'] ?? '').split(path.delimiter)];
  for (const { parent, entry, bin } of packageFolders) {
    for (const name of entriesOf(parent)) if (entry.test(name)) folders.push(path.join(parent, name, bin));
  }
  return folders.filter((folder): folder is string => folder !== undefined && folder !== '');
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function configured(): string | undefined {
  try {
    return execFileSync(configProgram, ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

function majorOf(binDir: string): number | undefined {
  if (!entriesOf(binDir).includes('initdb')) return undefined;
  try {
    const printed = execFileSync(path.join(binDir, 'postgres'), ['--version'], { encoding: 'utf8' });
    return Number(/\(PostgreSQL\) (\d+)/.exec(printed)?.[1]);
  } catch {
    return undefined;
  }
}
