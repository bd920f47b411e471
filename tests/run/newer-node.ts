import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A Node other than the one that runs the checks. */
export interface NewerNode {
  /** Path of its binary. */
  program: string;
  /** Its version, such as `v24.21.0`. */
  version: string;
}

const folder = fileURLToPath(new URL('../node/', import.meta.url));

/** Why the checks on the newer Node cannot run on this machine. */
export const noNewerNode =
  'SKIPPED: the newer Node could not be installed. `npm ci --prefix tests/node` installs it for Linux on x64 and arm64.';

/** Returns the Node of `tests/node`, if it is installed. */
export function findNewerNode(): NewerNode | undefined {
  const program = `${folder}node_modules/node-${process.platform}-${process.arch}/bin/node`;
  return existsSync(program)
    ? { program, version: execFileSync(program, ['--version'], { encoding: 'utf8' }).trim() }
    : undefined;
}

/** Installs the newer Node if it is missing; it has its own lock file, because its package would replace `node`. */
export function ensureNewerNode(): void {
  if (findNewerNode() === undefined) spawnSync('npm', ['ci', '--prefix', folder], { stdio: 'ignore' });
}
