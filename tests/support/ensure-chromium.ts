import { spawnSync } from 'node:child_process';
import { findChromium } from './chromium.ts';

/** Ways to get a browser, in the order they are tried: Playwright's own, then the system's package where we may. */
const ways: { name: string; command: string; args: string[]; possible: boolean }[] = [
  {
    name: "the system's package chromium",
    command: 'sh',
    args: ['-c', 'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-liberation'],
    possible: process.getuid?.() === 0 && spawnSync('sh', ['-c', 'command -v apt-get']).status === 0,
  },
  { name: "Playwright's Chromium", command: 'npx', args: ['playwright', 'install', 'chromium'], possible: true },
];

for (const way of ways) {
  if (findChromium() !== undefined) break;
  if (!way.possible) continue;
  console.log(`No Chromium found: installing ${way.name}`);
  spawnSync(way.command, way.args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
}
if (findChromium() === undefined) {
  console.error(
    'No Chromium was found and none could be installed. Install one (Debian: apt-get install chromium) or set CHROME_PATH.',
  );
  process.exitCode = 1;
}
