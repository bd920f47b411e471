import { DatabaseStartError } from './db/database-start-error.ts';
import type { Database } from './db/database.ts';
import { readSettings, SettingsError } from './settings.ts';
import { createLog, ListenError, startServer, type RunningServer } from './start.ts';

/** A closing server that still waits after this time is ended. Units: milliseconds. */
const closeMaxMs = 15_000;

/**
 * Runs a server until it is told to stop: reads the settings, starts, greets, closes on SIGTERM and SIGINT. What stands
 * in the way of a start is printed as a sentence, and the process ends with 1.
 */
export async function run(
  env: NodeJS.ProcessEnv,
  greet: (server: RunningServer) => void,
  prepare?: (db: Database) => Promise<void>,
): Promise<void> {
  try {
    const settings = readSettings(env);
    const server = await startServer(settings, createLog(settings.logLevel), prepare);
    greet(server);
    closeOnSignal(server);
  } catch (error) {
    const isSentence =
      error instanceof SettingsError || error instanceof DatabaseStartError || error instanceof ListenError;
    console.error(isSentence ? error.message : error);
    process.exit(1);
  }
}

function closeOnSignal(server: RunningServer): void {
  let closing = false;
  const close = (): void => {
    if (closing) return;
    closing = true;
    setTimeout(() => process.exit(1), closeMaxMs).unref();
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
}
