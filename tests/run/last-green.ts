import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const file = '.cache/check.json';

/** Runs git; undefined if there is no repository or no output. */
function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/**
 * Returns the commit at which the last `npm run check` in this folder was green, since tests not affected by later
 * changes need not run again; undefined if there was none or the commit no longer exists.
 */
export function readLastGreen(): string | undefined {
  try {
    const { commit, node } = JSON.parse(readFileSync(file, 'utf8')) as { commit: string; node: string };
    return node === process.version ? git('rev-parse', '--verify', '--quiet', `${commit}^{commit}`) : undefined;
  } catch {
    return undefined;
  }
}

/** Records that everything is green at the current commit; uncommitted changes are tested again next time. */
export function writeLastGreen(): void {
  const commit = git('rev-parse', 'HEAD');
  if (commit === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ commit, node: process.version }));
}
