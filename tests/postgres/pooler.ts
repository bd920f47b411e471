import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '#tests/support/built-server.ts';
import type { TestDatabase } from '#tests/support/test-database.ts';
import { joinSockets } from './join-sockets.ts';

/** Where distributions install pgbouncer; PGBOUNCER names another place. */
const usualPlaces = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];
const startLimitMs = 20_000;

/** Returns the path of pgbouncer; undefined if this machine has none. */
export function findPooler(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return [env['PGBOUNCER'], ...usualPlaces].find((place) => place !== undefined && existsSync(place));
}

/** A pgbouncer in front of a test database. */
export interface Pooler {
  url: string;
  /** Returns how many transactions went through it. */
  transactions(): Promise<number>;
  close(): Promise<void>;
}

/** Starts pgbouncer in transaction mode in front of a database that is reached by a socket. Throws: if it exits. */
export async function startPooler(program: string, { connection }: Pick<TestDatabase, 'connection'>): Promise<Pooler> {
  const { host, port, user, database } = connection;
  if (host === undefined) throw new Error('The pooler is tried with the PostgreSQL of a test run only.');
  const folder = await mkdtemp(path.join(tmpdir(), 'wr-pooler-'));
  const bridge = await openBridge(path.join(host, `.s.PGSQL.${port}`));
  const listenPort = await freePort();
  const file = path.join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    [
      '[databases]',
      `${database} = host=127.0.0.1 port=${bridge.port} dbname=${database} user=${user}`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1\nlisten_port = ${listenPort}\nunix_socket_dir =`,
      'auth_type = any\npool_mode = transaction\ndefault_pool_size = 4\nmax_client_conn = 200',
      'admin_users = ward\n',
    ].join('\n'),
  );
  await chmod(folder, 0o755);
  // As root it refuses to run; PostgreSQL of a test run knows users by name, so the bridge connects in its place.
  const child = spawn(program, [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), file]);
  let printed = '';
  child.stderr.on('data', (bytes: Buffer) => (printed += bytes.toString()));
  const close = async (): Promise<void> => {
    if (child.exitCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      await ended;
    }
    bridge.close();
    await rm(folder, { recursive: true, force: true });
  };
  const address = `postgres://ward@127.0.0.1:${listenPort}`;
  const ask = async (sql: string, name: string | undefined): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: `${address}/${name}` });
    await client.connect();
    // Its console understands the simple protocol only, which statements without values use.
    return client
      .query(sql)
      .then(({ rows }) => rows, undefined)
      .finally(() => client.end());
  };
  for (const until = Date.now() + startLimitMs; ; await pause(50)) {
    if (await ask('select 1', database).catch(() => undefined)) break;
    if (child.exitCode !== null || Date.now() > until) {
      await close();
      throw new Error(`pgbouncer did not answer:\n${printed}`);
    }
  }
  return {
    url: `${address}/${database}`,
    async transactions() {
      const stats = await ask('show stats', 'pgbouncer');
      return Number(stats.find((row) => row['database'] === database)?.['total_xact_count'] ?? 0);
    },
    close,
  };
}

/** Passes connections of a port on to a socket of this machine, as this process's user. */
async function openBridge(socketPath: string): Promise<{ port: number; close(): void }> {
  const bridge = createServer((inner) => joinSockets(inner, connect(socketPath)));
  await new Promise<void>((resolve) => bridge.listen(0, '127.0.0.1', resolve));
  return { port: (bridge.address() as AddressInfo).port, close: () => void bridge.close() };
}
