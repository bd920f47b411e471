import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Watches the event loop of a server in another process. */
export interface LoopWatch {
  /** The environment with which to start the server. */
  env: Record<string, string>;
  /** Returns the longest block of the loop since the last call. Units: milliseconds. */
  longest(pid: number): Promise<number>;
}

/** Creates a watch that writes into a folder. */
export function watchLoop(folder: string): LoopWatch {
  const file = join(folder, 'loop-watch');
  const preload = new URL('loop-watch.mjs', import.meta.url).href;
  return {
    env: { NODE_OPTIONS: `--import ${preload}`, LOOP_WATCH_FILE: file },
    async longest(pid) {
      await rm(file, { force: true });
      process.kill(pid, 'SIGUSR2');
      for (;;) {
        const text = await readFile(file, 'utf8').catch(() => undefined);
        if (text !== undefined) return Number(text);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
}
