import { spawnSync } from 'node:child_process';
import { ensurePrograms, forPaper, programOf } from './browsers.ts';
import { engineNamed, engines } from './engine.ts';
import { missingText } from './install.ts';

/* Runs the browser stories in one engine after the other: `--engine <name>` (repeatable; default all), then
   Playwright's own arguments. Fails if a story fails or an engine is missing. */
const rest = process.argv.slice(2);
const named: (typeof engines)[number][] = [];
while (rest[0] === '--engine') named.push(engineNamed(rest.splice(0, 2)[1] ?? ''));
const chosen = named.length > 0 ? named : engines;

const missing = ensurePrograms([...chosen, ...forPaper]);
for (const program of missing) console.error(`*** ${missingText(program)} ***`);
for (const engine of chosen) {
  if (missing.includes(programOf(engine))) {
    console.error(`*** The app is NOT tried in ${engine}. ***`);
    process.exitCode = 1;
    continue;
  }
  console.log(`Browser stories in ${engine}`);
  const { status } = spawnSync('npx', ['playwright', 'test', `--project=${engine}`, ...rest], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
