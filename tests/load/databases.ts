import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbedded } from '#server/db/embedded.ts';
import { urlOf } from '#tests/postgres/processes.ts';
import { findOtherPostgres } from '#tests/support/other-postgres.ts';
import { startTestDatabases } from '#tests/support/test-database.ts';

/** The database for a measurement. */
export interface LoadDatabase {
  name: string;
  /** Server settings for it. */
  env: Record<string, string>;
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A database that the run must close. */
interface OtherDatabase extends LoadDatabase {
  close(): Promise<void>;
}

/** Opens an empty database on another PostgreSQL that syncs to disk as in production; null if there is none. */
export async function openOtherDatabase(): Promise<OtherDatabase | null> {
  const other = findOtherPostgres();
  if (!other) return null;
  if (other.kind === 'server') {
    const databases = await startTestDatabases();
    const database = await databases.createEmpty();
    const close = async () => {
      await database.close();
      await databases.stop();
    };
    return { name: other.name, env: { DATABASE_URL: urlOf(database) }, close };
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wr-load-other-'));
  const running = await startEmbedded({ dataDir, pgBin: other.binDir, log: quiet });
  const close = async () => {
    await running.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { name: other.name, env: { DATABASE_URL: urlOf(running) }, close };
}
