import { useEffect, useRef } from 'react';
import type { DeviceFile } from '#contract/calls/device/history-file.ts';
import { buildDeviceFile } from '#contract/pages/device-file.ts';
import type { Moment } from '#contract/pages/moment.ts';
import type { WardView } from '#ui/engine/engine.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { gatherDeviceFile } from './gather-device-file.ts';

/**
 * The file of a device: the server's, or what this tablet holds of it while there is no answer or something here is not
 * on the server yet.
 */
export function useDeviceFile(
  id: string,
  moment: Moment,
): { file: DeviceFile | undefined; error: Error | null; reload: () => void } {
  const { data, error, reload, loading } = useOnlineCall('deviceFile', { params: { id } });
  const own = useView((view) => gatherOwn(view, id, moment), [id, moment.now, moment.timeZone]);
  useReloadAfter(own?.changes ?? 0, reload);
  // The answer for another device stays on screen until this device's arrives.
  const told = data?.id === id ? data : undefined;
  const waits = loading && !error;
  const file = told && !own?.isPending ? told : waits ? undefined : own?.file;
  return { file, error: told && !own?.isPending ? null : error, reload };
}

/** What the replica holds of a device, and whether this tablet still has to send something of it. */
function gatherOwn(view: WardView, id: string, moment: Moment) {
  const device = view.get('device', id);
  if (!device) return undefined;
  const facts = gatherDeviceFile(view, device);
  const { tickets, tasks, tests } = facts;
  return {
    file: buildDeviceFile(facts, moment),
    isPending:
      view.isPending('device', id) ||
      tickets.some((ticket) => view.isPending('ticket', ticket.id)) ||
      tasks.some((task) => view.isPending('task', task.id)) ||
      tests.some(({ test }) => view.isPending('test', test.id)),
    changes: [...tickets, ...tasks].reduce(
      (sum, { events }) => sum + 1 + events.length,
      device.roundsSeen + tests.length,
    ),
  };
}

/** Asks once more when something was added to the device while the paper is open. */
function useReloadAfter(changes: number, reload: () => void): void {
  const known = useRef(changes);
  useEffect(() => {
    if (known.current === changes) return;
    known.current = changes;
    reload();
  }, [changes, reload]);
}
