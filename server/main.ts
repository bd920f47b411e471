import { DatabaseStartError } from './db/database-start-error.ts';
import { readSettings, SettingsError } from './settings.ts';
import { createLog, ListenError, startServer, type RunningServer } from './start.ts';

/** A closing server that still waits after this time is ended. Units: milliseconds. */
const closeMaxMs = 15_000;

try {
  const server = await startServer(readSettings(process.env), createLog('info'));
  console.log(`Ward Rounds listens at ${server.address}`);
  if (server.madeAdmin) {
    const { email, password } = server.madeAdmin;
    console.log(`The first administrator is ${email} with the password ${password}`);
    console.log('It is shown this once: sign in and change it under Settings.');
  }
  closeOnSignal(server);
} catch (error) {
  const isSentence =
    error instanceof SettingsError || error instanceof DatabaseStartError || error instanceof ListenError;
  console.error(isSentence ? error.message : error);
  process.exit(1);
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
