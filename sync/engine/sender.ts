import { noteClock, readKnownClock } from '../outbox/clock-seen.ts';
import type { Meta } from '../outbox/meta.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Ports } from '../ports/ports.ts';
import { createUploader } from '../push/files.ts';
import { createRunner } from '../push/runner.ts';
import type { Runner } from '../push/runner.ts';
import type { SessionEvents } from '../session/active-session.ts';
import { createSessions } from '../session/session.ts';
import type { Sessions } from '../session/session.ts';
import { createClient } from '../transport/client.ts';
import type { Client } from '../transport/client.ts';
import { createServerStatus } from '../transport/server-status.ts';
import type { ServerStatus } from '../transport/server-status.ts';

/** The parts that a page and the worker both need to talk to the server and send the outbox. */
export interface Sender {
  serverStatus: ServerStatus;
  sessions: Sessions;
  client: Client;
  runner: Runner;
}

/**
 * Builds the sender of a page or worker; nothing is sent yet. `onStorageTrouble`: see `RunnerParts`; `onWritten`: see
 * `createClient`.
 */
export async function createSender(
  ports: Ports,
  { meta, outbox }: { meta: Meta; outbox: Outbox },
  events: SessionEvents & { onStorageTrouble?: () => void; onWritten?: (version: number) => void },
): Promise<Sender> {
  const serverStatus = createServerStatus(ports, await readKnownClock(meta), (known) => {
    const kept = meta.changeAll({ clockOffsetMs: () => known.clockOffsetMs, notBeforeMs: () => known.notBeforeMs });
    // A failed write does not matter: another contact follows within a minute.
    void kept.catch(() => undefined);
  });
  if (serverStatus.isTimeEstimated()) await noteClock(meta, ports.clock.now()).catch(() => undefined);
  const sessions = createSessions(ports, meta, serverStatus, events);
  const client = createClient(ports, sessions, serverStatus, events.onWritten);
  const uploader = createUploader(ports, outbox, client);
  const { onStorageTrouble } = events;
  const runner = createRunner({ ports, outbox, meta, client, sessions, serverStatus, uploader, onStorageTrouble });
  return { serverStatus, sessions, client, runner };
}
