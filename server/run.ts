import { setFlagsFromString } from 'node:v8';
import { DatabaseStartError } from './db/database-start-error.ts';
import type { Database } from './db/database.ts';
import { createLog } from './operations/log.ts';
import { readSettings, SettingsError } from './operations/settings.ts';
import { ListenError, startServer, type RunningServer } from './start.ts';

/** A server that is still closing after this time is killed. Units: milliseconds. */
const maxCloseMs = 15_000;

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
    setTimeout(() => process.exit(1), maxCloseMs).unref();
    starting.then(
      (server) =>
        server.close().then(
          () => process.exit(0),
          (error: unknown) => {
            console.error(error);
            process.exit(1);
          },
        ),
      // A failed start is told, and the process ended, by `run`.
      () => undefined,
    );
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
}
