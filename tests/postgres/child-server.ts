import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { freePort } from '#tests/support/built-server.ts';

const root = resolve(import.meta.dirname, '../..');
/** How to start a server: from the build, or from source if there may be no build. */
const programs = {
  built: [resolve(root, 'dist/server/main.js')],
  source: ['--import', 'tsx', resolve(root, 'server/main.ts')],
};
/** Limit for a start on a busy machine. Units: milliseconds. */
const startMaxMs = 120_000;

/** A server in its own process. */
export interface ChildServer {
  port: number;
  process: ChildProcess;
  output(): string;
  /** Resolves to the exit code or signal. */
  ended: Promise<string>;
  /** Resolves when the server is ready. Throws: if it exits first. */
  ready(): Promise<void>;
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a server without waiting for it. */
export async function startChild(
  env: Record<string, string>,
  program: keyof typeof programs = 'built',
): Promise<ChildServer> {
  const port = Number(env['PORT'] ?? (await freePort()));
  const child = spawn(process.execPath, programs[program], {
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      ADMIN_EMAIL: 'admin@ward.test',
      ADMIN_PASSWORD: 'ward-rounds',
      ...env,
      PORT: String(port),
    },
  });
  let printed = '';
  child.stdout.on('data', (bytes: Buffer) => (printed += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (printed += bytes.toString()));
  const ended = once(child, 'exit').then(([code, signal]) => String(signal ?? code));
  return {
    port,
    process: child,
    output: () => printed,
    ended,
    async ready() {
      const deadline = Date.now() + startMaxMs;
      while (Date.now() < deadline) {
        if (child.exitCode !== null) throw new Error(`The server ended at its start:\n${printed}`);
        const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => undefined);
        if (answer?.ok) return;
        await new Promise((done) => setTimeout(done, 25));
      }
      throw new Error(`The server was not ready in time:\n${printed}`);
    },
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
  };
}
