import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Watches the event loop of a server in a process of its own. */
export interface LoopWatch {
  /** The environment that the server is to be started with. */
  env: Record<string, string>;
  /** The longest hold of the loop since the last time. Units: milliseconds. */
  longest(pid: number): Promise<number>;
}

/** Makes such a watch; it writes into a folder. */
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
