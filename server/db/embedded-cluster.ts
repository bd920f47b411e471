import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseStartError, explainStorageFault, lastWords, textOf } from './database-start-error.ts';
import { clusterUser, type AccessRules } from './embedded-access.ts';
import { canEnter, runAs, type Account } from './embedded-account.ts';
import type { Binaries } from './embedded-binaries.ts';

/** Used only in the name of the socket file; the cluster does not listen on the network. */
export const CLUSTER_PORT = 5432;

/**
 * Maximum length of a Unix socket path, in bytes without the terminating zero. Source: unix(7), and sys/un.h of macOS.
 */
const maxSocketPathBytes = process.platform === 'darwin' ? 103 : 107;
/** First major version with the built-in locale C.UTF-8; older ones sort with C. */
const BUILTIN_LOCALE_MAJOR = 17;

/** A PostgreSQL data folder and the parts needed to run it. */
export interface Cluster {
  /** The path as the operator gave it, for messages. */
  dataDir: string;
  pgdata: string;
  logFile: string;
  rules: AccessRules;
  account: Account | undefined;
  binaries: Binaries;
  /** Whether acknowledged writes are flushed to disk. */
  synced: boolean;
}

/** Creates the database folder inside the data folder and returns its real path. Throws: DatabaseStartError. */
export async function makeDatabaseFolder(dataDir: string): Promise<string> {
  const asRoot = process.getuid?.() === 0;
  const folder = path.resolve(dataDir, 'database');
  try {
    for (const each of [path.dirname(folder), folder]) {
      if (await makeFolder(each)) await chmod(each, asRoot ? 0o711 : 0o700);
    }
    const probe = path.join(folder, `.probe-${process.pid}`);
    await (await open(probe, 'w')).close();
    await rm(probe);
  } catch (error) {
    const cause = explainStorageFault(error, dataDir);
    if (cause instanceof DatabaseStartError) throw cause;
    throw new DatabaseStartError(`The data folder ${dataDir} cannot be created (${textOf(error)}): set DATA_DIR.`, {
      cause,
    });
  }
  return folder;
}

/** Creates the folder for copied programs, readable by everyone and writable only by root. Throws: DatabaseStartError. */
export async function makeProgramFolder(): Promise<string> {
  const folder = '/var/cache/ward-rounds';
  try {
    if (await makeFolder(folder)) await chmod(folder, 0o755);
    return folder;
  } catch (cause) {
    throw new DatabaseStartError(
      `PostgreSQL may not run as root, and its programs cannot be copied to ${folder} (${textOf(cause)}): set DATA_DIR to a folder that every user may pass through, such as /srv/ward-rounds, or start this server as an ordinary user.`,
      { cause },
    );
  }
}

/**
 * Creates a folder and its parents; returns whether it was missing. A link to an unmounted disk is an error: Node's
 * recursive mkdir would never return.
 */
async function makeFolder(folder: string): Promise<boolean> {
  if (await isFolder(folder)) return false;
  if (!(await isFolder(path.dirname(folder)))) await makeFolder(path.dirname(folder));
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (await isFolder(folder)) return false;
    throw error;
  }
}

async function isFolder(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/**
 * Creates the cluster at the first start and checks an existing one. Promises: an interrupted first start leaves
 * nothing that a later start could mistake for a cluster.
 * Throws: DatabaseStartError for another major version, another owner, a full disk.
 */
export async function prepareCluster(cluster: Cluster): Promise<void> {
  const version = await readFile(path.join(cluster.pgdata, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) {
    await refuseUnknownContent(cluster);
    await createCluster(cluster);
    return;
  }
  const found = Number(version.trim());
  const { major } = cluster.binaries;
  if (found !== major) {
    throw new DatabaseStartError(
      `The database in ${cluster.dataDir} was made by PostgreSQL ${found} and this server runs PostgreSQL ${major}: start the release that made it (or set PG_BIN to the programs of PostgreSQL ${found}), write a backup, and restore it into an empty DATA_DIR.`,
    );
  }
  await takeOwnership(cluster);
}

async function refuseUnknownContent({ pgdata, dataDir }: Cluster): Promise<void> {
  const present = await lstat(pgdata).catch(() => undefined);
  if (!present) return;
  throw new DatabaseStartError(
    `The folder ${pgdata} holds no complete database (PG_VERSION is missing): restore a backup of it, or move it away to start with an empty database in ${dataDir}.`,
  );
}

async function createCluster(cluster: Cluster): Promise<void> {
  const draft = `${cluster.pgdata}.new`;
  const { account, binaries } = cluster;
  const locale =
    binaries.major >= BUILTIN_LOCALE_MAJOR ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    await giveTo(account, draft);
    await runAs(account, path.join(binaries.binDir, 'initdb'), [
      `--pgdata=${draft}`,
      `--username=${clusterUser}`,
      '--encoding=UTF8',
      '--locale=C',
      ...locale,
      // The cluster's own rules admit nobody; it runs with rules that are written at each start.
      '--auth=reject',
      '--no-instructions',
    ]);
    await rename(draft, cluster.pgdata);
    const folder = await open(path.dirname(cluster.pgdata));
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    const cause = explainStorageFault(error, cluster.dataDir);
    if (cause instanceof DatabaseStartError) throw cause;
    throw new DatabaseStartError(
      `The database in ${cluster.dataDir} could not be created (${lastWords(textOf(error)) ?? textOf(error)}).`,
      { cause },
    );
  }
}

/** Repairs owner (as root) and mode, which a restored or copied folder often lacks and PostgreSQL requires. */
async function takeOwnership({ pgdata, account, dataDir }: Cluster): Promise<void> {
  const { uid, mode } = await stat(pgdata);
  const wanted = account?.uid ?? process.getuid?.();
  if (uid !== wanted) {
    if (account === undefined) {
      throw new DatabaseStartError(
        `The database in ${dataDir} belongs to the user ${uid} and this server runs as ${wanted}: start it as that user, or give the folder ${pgdata} to this one (chown -R).`,
      );
    }
    await giveTo(account, pgdata);
  }
  if ((mode & 0o077) !== 0) await chmod(pgdata, 0o700);
}

async function giveTo(account: Account | undefined, folder: string): Promise<void> {
  if (account === undefined) return;
  await runAs(undefined, 'chown', ['-R', `${account.uid}:${account.gid}`, folder]);
}

/**
 * Returns the folder of the Unix socket: inside the cluster, or a short one under the temporary folder if that path is
 * too long for a socket. Throws: DatabaseStartError when another user owns the short one.
 */
export async function makeSocketFolder({ pgdata, account }: Cluster): Promise<string> {
  const socketName = `/.s.PGSQL.${CLUSTER_PORT}`;
  if (Buffer.byteLength(pgdata + socketName) <= maxSocketPathBytes) return pgdata;

  const parent = (await canEnter(account, tmpdir())) ? tmpdir() : '/tmp';
  const name = createHash('sha256').update(pgdata).digest('hex').slice(0, 16);
  const folder = path.join(parent, `ward-rounds-${name}`);
  if (await makeFolder(folder)) await chmod(folder, 0o700).then(() => giveTo(account, folder));
  const { uid, mode } = await lstat(folder);
  if (uid !== (account?.uid ?? process.getuid?.()) || (mode & 0o077) !== 0) {
    throw new DatabaseStartError(`The folder ${folder} is not this server's own: remove it and start again.`);
  }
  return folder;
}
