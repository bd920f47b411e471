import { spawnSync } from 'node:child_process';
import { ensureBrowser, ensurePainter } from './browsers.ts';
import { engineNamed, engines } from './engine.ts';

/*
 * The browser stories, in one engine after the other: `--engine <name>` (repeatable; all without it), then Playwright's
 * own arguments. Fails where a story fails and where an engine cannot be had.
 */
const rest = process.argv.slice(2);
const chosen: (typeof engines)[number][] = [];
while (rest[0] === '--engine') chosen.push(engineNamed(rest.splice(0, 2)[1] ?? ''));

ensurePainter();
for (const engine of chosen.length > 0 ? chosen : engines) {
  const missing = ensureBrowser(engine);
  if (missing !== undefined) {
    console.error(`*** ${missing} ***`);
    process.exitCode = 1;
    continue;
  }
  console.log(`Browser stories in ${engine}`);
  const { status } = spawnSync('npx', ['playwright', 'test', `--project=${engine}`, ...rest], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
