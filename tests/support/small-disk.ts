import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Enough for the profile of a browser that has opened one page. */
const size = '96m';
const refillMs = 20;
const block = Buffer.alloc(64 * 1024, 1);

/** A file system of its own, which a test can fill to the last byte. */
export interface SmallDisk {
  /** Where a browser may keep its profile. */
  folder: string;
  /** Fills it, and keeps it full until it is freed. */
  fill(): void;
  free(): void;
  remove(): void;
}

/** Mounts a small file system in memory; returns null where that is not allowed. */
export function mountSmallDisk(at: string): SmallDisk | null {
  mkdirSync(at, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', at], { stdio: 'ignore' });
  } catch {
    return null;
  }
  let free = (): void => undefined;
  const folder = join(at, 'profile');
  mkdirSync(folder);
  return {
    folder,
    fill() {
      const file = openSync(join(at, 'filler'), 'a');
      const write = () => {
        try {
          for (;;) writeSync(file, block);
        } catch {
          // Full.
        }
      };
      write();
      // A browser that finds no room deletes some of its caches.
      const again = setInterval(write, refillMs);
      free = () => {
        clearInterval(again);
        closeSync(file);
        rmSync(join(at, 'filler'));
        free = () => undefined;
      };
    },
    free: () => free(),
    remove() {
      free();
      // The browser's last processes may still have a file open.
      execFileSync('umount', ['--lazy', at]);
      rmSync(at, { recursive: true, force: true });
    },
  };
}
