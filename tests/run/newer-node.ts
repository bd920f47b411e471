import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A Node other than the one that runs the checks. */
export interface NewerNode {
  /** Path of its binary. */
  program: string;
  /** Its version, such as `v24.21.0`. */
  version: string;
}

/** Why the checks on the newer Node cannot run here. */
export const noNewerNode =
  'SKIPPED: the newer Node is not installed. `npm ci` brings it for Linux on x64 and arm64 (tests/node/package.json).';

/** The Node in the package `node-linux-*`; undefined on systems without such a package. */
export function findNewerNode(): NewerNode | undefined {
  const folders = createRequire(import.meta.url).resolve.paths('x') ?? [];
  const program = folders
    .map((folder) => join(folder, `node-${process.platform}-${process.arch}`, 'bin/node'))
    .find((path) => existsSync(path));
  return program === undefined
    ? undefined
    : { program, version: execFileSync(program, ['--version'], { encoding: 'utf8' }).trim() };
}
