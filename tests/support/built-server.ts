import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
/** Limit for a start on a busy machine. Units: milliseconds. */
const startLimitMs = 120_000;

/** A built server in its own process, which a test may kill. */
export interface BuiltServer {
  port: number;
  pid: number;
  origin: string;
  /** Returns what the server has printed. */
  output(): string;
  /** Kills the server with SIGKILL, like a power cut. */
  kill(): Promise<void>;
  /** Sends SIGTERM and waits until the server has exited. */
  stop(): Promise<void>;
}

/** Returns a free local port. */
export function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => found(port));
    });
  });
}

/** Starts `server/<entry>.js` of a build and resolves when it is ready. Throws: if it exits first. */
export async function startBuiltServer(
  dataDir: string,
  env: Record<string, string> = {},
  entry: 'main' | 'demo' = 'main',
  build = 'dist',
): Promise<BuiltServer> {
  const port = Number(env['PORT'] ?? (await freePort()));
  const child = spawn(process.execPath, [`${build}/server/${entry}.js`], {
    cwd: root,
    env: { ...process.env, HOST: '127.0.0.1', DATA_DIR: dataDir, ...env, PORT: String(port) },
  });
  let printed = '';
  child.stdout.on('data', (bytes: Buffer) => (printed += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (printed += bytes.toString()));
  const origin = `http://127.0.0.1:${port}`;
  await ready(child, origin, () => printed);
  return {
    port,
    pid: child.pid ?? 0,
    origin,
    output: () => printed,
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  };
}

async function ready(child: ChildProcess, origin: string, printed: () => string): Promise<void> {
  const deadline = Date.now() + startLimitMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended at its start:\n${printed()}`);
    const answer = await fetch(`${origin}/api/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  // Lets the server stop its PostgreSQL, which would survive a kill.
  child.kill('SIGTERM');
  throw new Error(`The server was not ready in time:\n${printed()}`);
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}
