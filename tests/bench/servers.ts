import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { Session } from '#contract/calls/session.ts';
import { freePort, startBuiltServer, type BuiltServer } from '#tests/support/built-server.ts';
import { seedPassword } from '#tests/support/seed.ts';
import { openTarget, type Target } from './http.ts';
import { watchLoop } from './loop-watch.ts';
import type { WardDatabase } from './ward.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const plainMain = fileURLToPath(new URL('plain/main.ts', import.meta.url));

/** A build of this tree's server. */
export interface Built {
  folder: string;
  remove(): Promise<void>;
}

/** Builds this tree's server with a folder as its app. */
export async function buildServer(appFolder?: string): Promise<Built> {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const top = await mkdtemp(join(cache, 'ward-bench-'));
  const folder = join(top, 'dist');
  await build({
    configFile: join(root, 'vite.server.config.ts'),
    root,
    logLevel: 'warn',
    build: { outDir: join(folder, 'server') },
  });
  if (appFolder !== undefined) await cp(appFolder, join(folder, 'app'), { recursive: true });
  return { folder, remove: () => rm(top, { recursive: true, force: true }) };
}

/** Starts the built server in its own process, on a database that others may use too. */
export function startOurs(
  database: WardDatabase,
  built: Built,
  env: Record<string, string> = {},
): Promise<BuiltServer> {
  const settings = { DATABASE_URL: database.url, LOG_LEVEL: 'error', ...env };
  return startBuiltServer(join(database.folder, 'server'), settings, 'main', built.folder);
}

/** A server with hand-written SQL in its own process. */
export interface PlainServer {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts the plain server on the same database. Throws: if it exits before it is ready. */
export async function startPlain(database: WardDatabase): Promise<PlainServer> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', 'tsx', plainMain], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: database.url, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const origin = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error('The plain server ended at its start.');
    const answer = await fetch(`${origin}/ready`).catch(() => undefined);
    if (answer?.ok) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    origin,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Our server and the plain one on the same database, with clients for both. */
export interface Pair {
  ours: Target;
  plain: Target;
  server: BuiltServer;
  /** Returns the longest block of our event loop since the last call. Units: milliseconds. */
  longestHold(): Promise<number>;
}

/** Starts both servers. */
export async function startBoth(database: WardDatabase): Promise<Pair & { stop(): Promise<void> }> {
  const built = await buildServer();
  const watch = watchLoop(database.folder);
  const server = await startOurs(database, built, watch.env);
  const beside = await startPlain(database);
  const pair = { ours: openTarget(server.origin), plain: openTarget(beside.origin), server };
  const longestHold = () => watch.longest(server.pid);
  return {
    ...pair,
    longestHold,
    async stop() {
      pair.ours.close();
      pair.plain.close();
      await beside.stop();
      await server.stop();
      await built.remove();
    },
  };
}

/** Signs in and returns the session's header. */
export async function signInAt(target: Target, email: string): Promise<{ authorization: string }> {
  const body = JSON.stringify({ email, password: seedPassword });
  const session: Session = JSON.parse(await target.ask({ method: 'POST', path: '/api/Auth/login', body }));
  return { authorization: `Bearer ${session.token}` };
}
