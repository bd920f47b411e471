import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

/** Where the API listens while the app is served by Vite on 4310. */
const apiPort = process.env['API_PORT'] ?? '4311';

const children: ChildProcess[] = [
  spawn('npx', ['tsx', 'watch', 'server/main.ts'], { stdio: 'inherit', env: { ...process.env, PORT: apiPort } }),
  spawn('npx', ['vite'], { stdio: 'inherit', env: { ...process.env, API_PORT: apiPort } }),
];

function stop(signal: NodeJS.Signals): void {
  for (const child of children) child.kill(signal);
}
process.on('SIGINT', () => stop('SIGINT'));
process.on('SIGTERM', () => stop('SIGTERM'));
for (const child of children) child.on('exit', () => stop('SIGTERM'));
