import { useEffect, useRef } from 'react';
import type { DeviceFile } from '#contract/calls/device/history-file.ts';
import { buildDeviceFile } from '#contract/pages/device-file.ts';
import type { Moment } from '#contract/pages/moment.ts';
import type { WardView } from '#ui/engine/engine.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { gatherDeviceFile } from './gather-device-file.ts';

/**
 * Returns a device's history from the server, or from this tablet while the server does not answer or changes are still
 * waiting to be sent.
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

/** Collects the replica's data on a device, and whether changes to it are still waiting on this tablet. */
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

/** Reloads when something is added to the device while the paper is open. */
function useReloadAfter(changes: number, reload: () => void): void {
  const known = useRef(changes);
  useEffect(() => {
    if (known.current === changes) return;
    known.current = changes;
    reload();
  }, [changes, reload]);
}
