import { createMirror } from '../../outbox/mirror.ts';
import type { Mirror } from '../../outbox/mirror.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { Ports } from '../../ports/ports.ts';
import { createAnnouncer } from './announcer.ts';
import { createCanary } from './canary.ts';
import type { Canary } from './canary.ts';

/** The outbox in memory; passes each change to the other tabs, the canary and `onChange`. */
export async function watchOutbox(
  ports: Pick<Ports, 'clock' | 'channel' | 'canary'>,
  outbox: Outbox,
  parts: { tabletId: string; disposed: AbortSignal; onChange: () => void },
): Promise<{ mirror: Mirror; canary: Canary }> {
  const announce = createAnnouncer(ports.clock, parts.disposed, () => {
    ports.channel.post('outbox');
    canary.note();
  });
  const mirror = await createMirror(outbox, (local) => {
    if (local) announce();
    if (local) canary.noteMore();
    else canary.note();
    parts.onChange();
  });
  const canary = createCanary(
    ports.canary,
    parts.tabletId,
    () => mirror.commands().filter((one) => one.state !== 'done').length,
  );
  return { mirror, canary };
}
