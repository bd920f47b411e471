import { readdirSync, readFileSync } from 'node:fs';

interface Running {
  pid: number;
  parent: number;
  command: string;
}

/** Returns the processes of this machine. */
const running = (): Running[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        const parent = Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]);
        return [{ pid: Number(name), parent, command: readFileSync(`/proc/${name}/cmdline`, 'utf8') }];
      } catch {
        return [];
      }
    });

/**
 * Kills the browser that uses a storage folder, with all its child processes and without time to finish, as an empty
 * battery does; data already passed to the system is still written. Needs Linux.
 */
export function killBrowserOf(folder: string): void {
  const all = running();
  const doomed = new Set(all.filter(({ command }) => command.includes(folder)).map(({ pid }) => pid));
  for (let size = 0; size < doomed.size;) {
    size = doomed.size;
    for (const { pid, parent } of all) if (doomed.has(parent)) doomed.add(pid);
  }
  for (const pid of doomed) process.kill(pid, 'SIGKILL');
}
