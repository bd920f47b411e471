import { createClient } from './client.ts';
import { createUploader } from './files.ts';
import { openOutboxDatabase } from './outbox/database.ts';
import { createMeta } from './outbox/meta.ts';
import { createOutbox } from './outbox/outbox.ts';
import type { Ports } from './ports.ts';
import { createPusher } from './push.ts';
import { createReach } from './reach.ts';
import { createSessions } from './session.ts';

/**
 * Sends what waits on this device without a page, with the worker's own tokens.
 * Answers true when unsent work is left that time alone may bring on its way.
 */
export async function pushInWorker(ports: Ports, limitMs: number): Promise<boolean> {
  const db = await openOutboxDatabase(ports.databases);
  try {
    const meta = createMeta(db);
    const outbox = createOutbox(db, () => ports.clock.now());
    const reach = createReach(ports, (await meta.get('clockOffsetMs')) ?? 0);
    const sessions = createSessions(ports, meta, reach, {
      onChange: () => undefined,
      onFreshSession: () => undefined,
    });
    const client = createClient(ports, sessions, reach);
    const uploader = createUploader(ports, outbox, client);
    outbox.onChange(() => ports.channel.post('outbox'));
    const pusher = createPusher({ ports, outbox, meta, client, sessions, reach, uploader });
    return await pusher.runUntilQuiet(limitMs);
  } finally {
    db.close();
  }
}
