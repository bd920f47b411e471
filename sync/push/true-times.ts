import { noteClock } from '../outbox/clock-seen.ts';
import type { Meta } from '../outbox/meta.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Clock } from '../ports/ports.ts';
import type { Client } from '../transport/client.ts';
import type { ServerStatus } from '../transport/server-status.ts';

/**
 * Corrects estimated times in the outbox with a contact's measurement, and marks times that it makes doubtful, before
 * any of these entries is sent: a sent entry keeps its time (rules OB3 and ST9). Resolves to false if the server did
 * not answer. Throws: errors of the storage.
 */
export type CorrectTimes = (signal: AbortSignal) => Promise<boolean>;

/** Creates the correction for a page or worker. */
export function createCorrectTimes(parts: {
  clock: Clock;
  outbox: Outbox;
  meta: Meta;
  client: Pick<Client, 'contact'>;
  serverStatus: ServerStatus;
}): CorrectTimes {
  const { clock, outbox, meta, client, serverStatus } = parts;
  return async (signal) => {
    if (!serverStatus.isMeasured()) {
      const result = await client.contact(signal);
      if (result.kind === 'unreachable') {
        const { code, message } = result;
        const at = new Date(clock.now()).toISOString();
        if (!signal.aborted) await outbox.unreached({ class: 'unreachable', status: null, code, message, at });
        return false;
      }
    }
    const setBacks = await noteClock(meta, clock.now());
    // An answer without a Date cannot correct anything, and must not hold the entries back.
    const offsetMs = serverStatus.clockOffsetMs();
    const measured = { offsetMs, nowMs: clock.now() + offsetMs, setBacks };
    await outbox.correctTimes(serverStatus.isMeasured() ? measured : null);
    return true;
  };
}
