import { spawn } from 'node:child_process';
import { open, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';
import { DatabaseStartError, explainStorageFault, lastWords, textOf } from './database-start-error.ts';
import { clusterUser } from './embedded-access.ts';
import { commandAs } from './embedded-account.ts';
import { CLUSTER_PORT, makeSocketFolder, type Cluster } from './embedded-cluster.ts';
import { identifyProcess } from './embedded-process.ts';

/** After a kill, the old backends hold the shared memory until they notice. */
const RETRY_MS = 10_000;
/** After a power cut, a live postmaster may take this long to replay its log. */
const RECOVERY_MS = 600_000;
const POLL_MS = 20;
const CANNOT_CONNECT_NOW = '57P03';
const maxLogBytes = 5 * 1024 * 1024;
/**
 * A fast shutdown writes a checkpoint. If the disk takes longer than this, an immediate shutdown follows, which
 * recovers at the next start.
 */
const STOP_MS = 60_000;

/** A running PostgreSQL, started or adopted by this server. */
export interface Postmaster {
  pid: number;
  socketDir: string;
  adopted: boolean;
  /** The supervisor's connection; when it closes, PostgreSQL has gone. */
  watch: pg.Client;
  lost: Promise<void>;
}

/**
 * Starts PostgreSQL on a cluster, or adopts the one that is already running.
 * Throws: DatabaseStartError when it does not accept connections.
 */
export async function startPostmaster(cluster: Cluster, log: DatabaseLog): Promise<Postmaster> {
  const begun = performance.now();
  let fault: unknown;
  while (performance.now() - begun < (isRecovering(fault) ? RECOVERY_MS : RETRY_MS)) {
    const running = await readPostmasterFile(cluster.pgdata);
    const holder = running && (await identifyProcess(running.pid));
    if (running?.pgdata === cluster.pgdata && holder?.name.startsWith('postgres')) {
      const adopted = await connect(running.socketDir, running.pid, true).catch((error: unknown) => {
        fault = error;
      });
      if (adopted && (await followsRules(adopted, cluster))) return adopted;
      if (adopted) {
        log.warn({ pid: adopted.pid }, 'Restarting a PostgreSQL that lets others in');
        await stopPostmaster(adopted, log);
        continue;
      }
    } else {
      if (holder) await disownPid(postmasterFile(cluster.pgdata));
      try {
        return await launch(cluster, log);
      } catch (error) {
        fault = error;
        if (!isPassing(error)) break;
      }
    }
    await pause(POLL_MS * 5);
  }
  const explained = explainStorageFault(fault, cluster.dataDir);
  if (explained instanceof DatabaseStartError) throw explained;
  throw new DatabaseStartError(
    `The database in ${cluster.dataDir} does not start (${textOf(fault)}): ${cluster.logFile} tells more.`,
    { cause: fault },
  );
}

/** Returns whether a running PostgreSQL was started with the access rules of this release. */
async function followsRules({ watch }: Postmaster, { rules }: Cluster): Promise<boolean> {
  const found = await watch.query<{ file: string }>("select current_setting('hba_file') as file");
  return found.rows[0]?.file === rules.hbaFile;
}

/** Stops PostgreSQL: closes sessions and leaves everything acknowledged on disk. */
export async function stopPostmaster(postmaster: Postmaster, log: DatabaseLog): Promise<void> {
  await postmaster.watch.end().catch(() => undefined);
  if (await endBy('SIGINT', postmaster.pid)) return;
  log.warn({ pid: postmaster.pid }, 'PostgreSQL is slow to stop: stopping it immediately');
  await endBy('SIGQUIT', postmaster.pid);
}

async function endBy(signal: 'SIGINT' | 'SIGQUIT', pid: number): Promise<boolean> {
  const identity = await identifyProcess(pid);
  if (!identity) return true;
  process.kill(pid, signal);
  const begun = performance.now();
  while (performance.now() - begun < STOP_MS) {
    if ((await identifyProcess(pid))?.startedAt !== identity.startedAt) return true;
    await pause(POLL_MS);
  }
  return false;
}

async function launch(cluster: Cluster, log: DatabaseLog): Promise<Postmaster> {
  const socketDir = await makeSocketFolder(cluster);
  await disownSocketOfOthers(cluster, socketDir);
  await putLongLogAside(cluster.logFile);
  const logBegin = await sizeOf(cluster.logFile);
  const out = await open(cluster.logFile, 'a', 0o600);
  const sync = cluster.synced ? 'on' : 'off';
  const command = commandAs(cluster.account, path.join(cluster.binaries.binDir, 'postgres'), [
    '-D',
    cluster.pgdata,
    '-k',
    socketDir,
    '-p',
    String(CLUSTER_PORT),
    ...settings({
      listen_addresses: '',
      unix_socket_permissions: '0700',
      hba_file: cluster.rules.hbaFile,
      ident_file: cluster.rules.identFile,
      fsync: sync,
      full_page_writes: sync,
      synchronous_commit: sync,
      timezone: 'UTC',
      log_timezone: 'UTC',
      logging_collector: 'off',
      log_checkpoints: 'off',
      log_min_messages: 'log',
      // Details and statements contain e-mail addresses and user text.
      log_error_verbosity: 'terse',
      log_min_error_statement: 'panic',
    }),
  ]);
  // A separate process group, so that Ctrl-C in the terminal reaches only this server, which then stops PostgreSQL
  // last.
  const child = spawn(command.file, command.args, {
    ...command.options,
    detached: true,
    stdio: ['ignore', out.fd, out.fd],
  });
  const outcome: { ended?: string } = {};
  child.once('error', (error) => (outcome.ended = textOf(error)));
  child.once('exit', (code, signal) => (outcome.ended = `PostgreSQL ended with ${signal ?? code}`));
  child.unref();
  await out.close();

  const begun = performance.now();
  while (outcome.ended === undefined && performance.now() - begun < RECOVERY_MS) {
    const postmaster = await connect(socketDir, child.pid ?? 0, false).catch(() => undefined);
    if (postmaster) {
      log.info({ pid: postmaster.pid, startMs: Math.round(performance.now() - begun) }, 'PostgreSQL runs');
      return postmaster;
    }
    await pause(POLL_MS);
  }
  const said = (await readFile(cluster.logFile, 'utf8').catch(() => '')).slice(logBegin);
  throw new Error(lastWords(said) ?? outcome.ended ?? 'PostgreSQL accepts no connection');
}

const settings = (values: Record<string, string>): string[] =>
  Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

async function connect(socketDir: string, pid: number, adopted: boolean): Promise<Postmaster> {
  const watch = new pg.Client({
    host: socketDir,
    port: CLUSTER_PORT,
    user: clusterUser,
    database: 'postgres',
    ssl: false,
    application_name: 'ward-rounds supervisor',
    connectionTimeoutMillis: 5_000,
  });
  const lost = new Promise<void>((resolve) => {
    watch.once('end', () => resolve());
    watch.on('error', () => resolve());
  });
  await watch.connect();
  return { pid, socketDir, adopted, watch, lost };
}

/** Returns whether a failed start can succeed a moment later, once the processes of a killed postmaster are gone. */
function isPassing(error: unknown): boolean {
  if (explainStorageFault(error, '') instanceof DatabaseStartError) return false;
  return /shared memory block|lock file|is another postmaster|SIGKILL/i.test(textOf(error));
}

/** Returns whether a live PostgreSQL answered that it is starting up or shutting down. */
function isRecovering(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === CANNOT_CONNECT_NOW;
}

/** Content of a lock file of PostgreSQL: of its data folder, or of its socket. */
interface LockFile {
  pid: number;
  /** The data folder of the PostgreSQL that wrote the file; differs after the folder was copied. */
  pgdata: string;
  socketDir: string;
}

const postmasterFile = (pgdata: string): string => path.join(pgdata, 'postmaster.pid');

/** Reads the file that PostgreSQL writes to its data folder at startup; the process may have ended since. */
export async function readPostmasterFile(pgdata: string): Promise<LockFile | undefined> {
  const found = await readLockFile(postmasterFile(pgdata));
  return found && { ...found, socketDir: found.socketDir || pgdata };
}

async function readLockFile(file: string): Promise<LockFile | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, pgdata: lines[1] ?? '', socketDir: lines[4] ?? '' } : undefined;
}

/**
 * Frees the lock of the socket if its pid belongs to another program, or to the PostgreSQL of another data folder:
 * after a power cut, or in a copied folder. PostgreSQL itself only checks whether a process with that pid exists.
 */
async function disownSocketOfOthers({ pgdata }: Cluster, socketDir: string): Promise<void> {
  const file = path.join(socketDir, `.s.PGSQL.${CLUSTER_PORT}.lock`);
  const found = await readLockFile(file);
  const holder = found && (await identifyProcess(found.pid));
  if (!holder || (found.pgdata === pgdata && holder.name.startsWith('postgres'))) return;
  await disownPid(file);
}

/**
 * Tells PostgreSQL that the pid in a lock file belongs to another program, by writing the one pid it always considers
 * stale: its parent's. Promises: the other lines are unchanged, so PostgreSQL's own guard by shared memory still works.
 */
async function disownPid(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text !== undefined) await writeFile(file, text.replace(/^\d+/, String(process.pid)));
}

async function putLongLogAside(logFile: string): Promise<void> {
  if ((await sizeOf(logFile)) > maxLogBytes) await rename(logFile, `${logFile}.1`);
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
