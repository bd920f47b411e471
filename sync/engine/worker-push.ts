import { createDrafts } from '../outbox/drafts.ts';
import { openOutboxDatabase } from '../outbox/database.ts';
import { createMeta } from '../outbox/meta.ts';
import { createOutbox } from '../outbox/outbox.ts';
import type { Ports } from '../ports/ports.ts';
import { createOneHospital } from './hospital-replica/one-hospital.ts';
import { createResponseCache } from './online/response-cache.ts';
import { createSender } from './sender.ts';

/**
 * Sends the waiting entries of this tablet without a page, with the worker's own tokens (rule PU17). Resolves to true
 * if unsent work is left that a later attempt may send. `stop` ends it early. Units: limitMs in ms.
 */
export async function pushInWorker(ports: Ports, limitMs: number, stop: AbortSignal): Promise<boolean> {
  const db = await openOutboxDatabase(ports.databases);
  try {
    const outbox = createOutbox(db, () => ports.clock.now());
    outbox.onChange(() => ports.channel.post('outbox'));
    const meta = createMeta(db);
    const { runner } = await createSender(
      ports,
      { meta, outbox },
      { onChange: () => undefined, onFreshSession: () => undefined },
    );
    const end = () => void runner.stop();
    if (stop.aborted) end();
    stop.addEventListener('abort', end);
    const isLeft = await runner.runUntilQuiet(limitMs);
    const responseCache = createResponseCache(ports);
    await createOneHospital({
      databases: ports.databases,
      meta,
      drafts: createDrafts(db),
      responseCache,
    }).removeIfLost();
    responseCache.close();
    return isLeft;
  } finally {
    db.close();
  }
}
