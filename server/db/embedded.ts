import { realpath, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseLog } from './database-log.ts';
import { explainStorageFault, textOf } from './database-start-error.ts';
import { appRole, clusterUser, prepareDatabase, writeAccessRules } from './embedded-access.ts';
import { chooseAccount } from './embedded-account.ts';
import { findBinaries } from './embedded-binaries.ts';
import {
  CLUSTER_PORT,
  makeDatabaseFolder,
  makeProgramFolder,
  prepareCluster,
  type Cluster,
} from './embedded-cluster.ts';
import { isLocked, takeLock } from './embedded-lock.ts';
import { readPostmasterFile, startPostmaster, stopPostmaster, type Postmaster } from './embedded-postmaster.ts';

const DATABASE = 'ward_rounds';
const maxRevivePauseMs = 30_000;

/** For `pg`; the host is the folder of the Unix socket. */
interface SocketConnection {
  host: string;
  port: number;
  user: string;
  database: string;
  ssl: false;
}

const connectionIn = (socketDir: string, user = appRole): SocketConnection => ({
  host: socketDir,
  port: CLUSTER_PORT,
  user,
  database: DATABASE,
  ssl: false,
});

/** The built-in PostgreSQL, as the rest of the server sees it. */
export interface EmbeddedDatabase {
  connection: SocketConnection;
  /** Connection settings for maintaining the cluster itself. */
  superuser: SocketConnection;
  /** Stops PostgreSQL and releases the data folder. */
  stop(): Promise<void>;
}

/**
 * Runs the built-in PostgreSQL on a data folder and keeps it running: creates the cluster at the first start, adopts a
 * PostgreSQL that a killed server left behind, restarts it when it dies.
 * Throws: DatabaseStartError.
 */
export async function startEmbedded(options: {
  dataDir: string;
  pgBin?: string | undefined;
  log: DatabaseLog;
  /** False only for data that may be lost in a power cut. */
  synced?: boolean;
}): Promise<EmbeddedDatabase> {
  const { dataDir, pgBin, log, synced = true } = options;
  const folder = await realpath(await makeDatabaseFolder(dataDir));
  const lock = await takeLock(path.join(folder, 'server.lock'), dataDir).catch((error: unknown) => {
    throw explainStorageFault(error, dataDir);
  });
  try {
    const account = await chooseAccount(folder);
    const copyDir = account?.mayPassFolders ? await makeProgramFolder() : folder;
    const binaries = await findBinaries(pgBin, account, path.join(copyDir, 'postgresql'));
    const logFile = path.join(folder, 'postgres.log');
    const rules = await writeAccessRules(folder);
    const pgdata = path.join(folder, 'cluster');
    const cluster: Cluster = { dataDir, pgdata, logFile, rules, account, binaries, synced };
    await prepareCluster(cluster);
    const first = await startPostmaster(cluster, log);
    if (first.adopted) log.warn({ pid: first.pid }, 'Adopted the PostgreSQL that an earlier server left running');
    const superuser = connectionIn(first.socketDir, clusterUser);
    await prepareDatabase(superuser, DATABASE);
    const supervision = supervise(cluster, first, log);
    return {
      connection: connectionIn(first.socketDir),
      superuser,
      stop: () => supervision.stop().finally(() => lock.release()),
    };
  } catch (error) {
    await lock.release();
    throw explainStorageFault(error, dataDir);
  }
}

/** Returns connection settings for the server running on a data folder; undefined if none is running. */
export async function findRunning(dataDir: string): Promise<SocketConnection | undefined> {
  const folder = await realpath(path.resolve(dataDir, 'database')).catch(() => undefined);
  if (folder === undefined || !(await isLocked(path.join(folder, 'server.lock')))) return undefined;
  const running = await readPostmasterFile(path.join(folder, 'cluster'));
  return running && connectionIn(running.socketDir);
}

function supervise(cluster: Cluster, first: Postmaster, log: DatabaseLog): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const stopSignal = aborted(stopping.signal);
  let current: Postmaster | undefined = first;

  const isStopping = (): boolean => stopping.signal.aborted;
  const rounds = async (): Promise<void> => {
    while (!isStopping()) {
      await Promise.race([current?.lost, stopSignal]);
      if (isStopping()) return;
      log.error({ pid: current?.pid }, 'Lost the connection to PostgreSQL: restarting it');
      current = await revive();
    }
  };
  const revive = async (): Promise<Postmaster | undefined> => {
    for (let pauseMs = 500; !isStopping(); pauseMs = Math.min(pauseMs * 2, maxRevivePauseMs)) {
      try {
        return await startPostmaster(cluster, log);
      } catch (error) {
        log.error({ error: textOf(error) }, 'PostgreSQL did not start: retrying');
        await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    return undefined;
  };
  const ended = rounds();
  const end = async (): Promise<void> => {
    await ended;
    if (current) await stopPostmaster(current, log);
    if (first.socketDir !== cluster.pgdata) await rmdir(first.socketDir).catch(() => undefined);
  };
  let stopped: Promise<void> | undefined;

  return {
    stop: () => {
      stopping.abort();
      stopped ??= end();
      return stopped;
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
