import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { DatabaseStartError } from './db/database-start-error.ts';
import type { Database } from './db/database.ts';
import { createLog } from './operations/log.ts';
import { readSettings, SettingsError } from './operations/settings.ts';
import { ListenError, startServer, type RunningServer } from './start.ts';

/** A server that is still closing after this time is killed. Units: milliseconds. */
const maxCloseMs = 14_000;
/** How long the exit waits for files that are still being read or written. Units: milliseconds. */
const threadMs = 1_000;

/**
 * How far the heap may grow beyond live objects before garbage is collected. With plenty of memory, V8 allows 300 %,
 * and a flood of requests then takes 200 MB more for no benefit. Units: percent.
 */
const heapGrowth = 100;

/**
 * Runs a server until SIGTERM or SIGINT: reads the settings, starts, prints its address, closes. A signal during the
 * start closes the server once it has started, so that its PostgreSQL does not outlive it. If the start fails, prints
 * the reason as a sentence and exits with 1.
 */
export async function run(
  env: NodeJS.ProcessEnv,
  greet: (server: RunningServer) => void,
  prepare?: (db: Database) => Promise<void>,
): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${heapGrowth}`);
  try {
    const settings = readSettings(env);
    const starting = startServer(settings, createLog(settings.logLevel), prepare);
    closeOnSignal(starting);
    greet(await starting);
  } catch (error) {
    const isSentence =
      error instanceof SettingsError || error instanceof DatabaseStartError || error instanceof ListenError;
    console.error(isSentence ? error.message : error);
    process.exit(1);
  }
}

function closeOnSignal(starting: Promise<RunningServer>): void {
  let closing = false;
  const close = (): void => {
    if (closing) return;
    closing = true;
    setTimeout(() => void end(1), maxCloseMs).unref();
    starting.then(
      (server) =>
        server.close().then(
          () => end(0),
          (error: unknown) => {
            console.error(error);
            void end(1);
          },
        ),
      // A failed start is told, and the process ended, by `run`.
      () => undefined,
    );
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
}

/** Whether one of Node's threads works for this process: on a file, or on a name. */
const isThreadBusy = (): boolean =>
  process.getActiveResourcesInfo().some((name) => /^(FSReq|GetAddrInfoReq)/.test(name));

/**
 * Ends the process. `process.exit` waits for Node's threads, and one that a hung disk holds may never return: then a
 * signal ends the process, which service managers also take for a clean stop if the code is 0.
 */
async function end(code: 0 | 1): Promise<void> {
  for (const until = performance.now() + threadMs; isThreadBusy() && performance.now() < until;) await pause(20);
  if (!isThreadBusy()) process.exit(code);
  process.removeAllListeners('SIGTERM');
  process.kill(process.pid, code === 0 ? 'SIGTERM' : 'SIGKILL');
}
