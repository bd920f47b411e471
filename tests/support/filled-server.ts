import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltServer, startBuiltServer } from './built-server.ts';

/** Names the folder whose data folders the stories of a run copy. */
const variable = 'WARD_FILLED_FOLDERS';

/** Lets the stories of a run copy data folders instead of filling each one; Playwright's global setup. */
export default function shareFilledFolders(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'ward-filled-'));
  process.env[variable] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/**
 * Starts a built server on a new data folder: with the demo hospital, or with the Admin named by `env` alone. In a run
 * of stories, the folder is a copy of the first one of its kind, which is several times faster than creating a database.
 * The calls of a run may therefore differ only in settings that leave no trace in the data.
 */
export async function startFilledServer(
  dataDir: string,
  entry: 'main' | 'demo',
  env: Record<string, string> = {},
): Promise<BuiltServer> {
  const shared = process.env[variable];
  if (shared !== undefined) {
    const filled = join(shared, entry);
    if (!existsSync(filled)) await fill(filled, entry, env);
    // The files of PostgreSQL may belong to another account, which `cp` keeps.
    if (existsSync(filled)) execFileSync('cp', ['-a', filled, dataDir]);
  }
  return startBuiltServer(dataDir, env, entry);
}

/** Fills a folder to copy; does nothing if another worker has begun to. */
async function fill(filled: string, entry: 'main' | 'demo', env: Record<string, string>): Promise<void> {
  const unfinished = `${filled}-unfinished`;
  try {
    mkdirSync(unfinished);
  } catch {
    return;
  }
  const dataDir = join(unfinished, 'data');
  const server = await startBuiltServer(dataDir, env, entry);
  await server.stop();
  // Copies would hold the locks of a PostgreSQL that still runs.
  if (existsSync(join(dataDir, 'database/cluster/postmaster.pid'))) throw new Error('PostgreSQL outlives its server.');
  renameSync(dataDir, filled);
}
