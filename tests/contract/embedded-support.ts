import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { DatabaseLog } from '#server/db/database-log.ts';
import { startEmbedded, type EmbeddedDatabase } from '#server/db/embedded.ts';

/** A log that discards everything. */
export const quiet: DatabaseLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Creates the folders and databases of a test file; `clear` stops and removes them all. */
export function createEmbeddedBench() {
  const folders: string[] = [];
  const databases: EmbeddedDatabase[] = [];
  return {
    async makeDataDir(name = 'data'): Promise<string> {
      const folder = await mkdtemp(path.join(tmpdir(), 'wr-embedded-'));
      folders.push(folder);
      return path.join(folder, name);
    },
    async start(dataDir: string): Promise<EmbeddedDatabase> {
      const database = await startEmbedded({ dataDir, log: quiet });
      databases.push(database);
      return database;
    },
    async clear(): Promise<void> {
      for (const database of databases.splice(0)) await database.stop();
      for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs one statement on its own connection and returns the rows. */
export async function query(database: EmbeddedDatabase, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(database.connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Returns the pid of the PostgreSQL that runs on a data folder. */
export async function postmasterPid(dataDir: string): Promise<number> {
  const text = await readFile(path.join(dataDir, 'database', 'cluster', 'postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}
