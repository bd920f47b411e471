import type { DeviceFileFacts } from '#contract/pages/device-file.ts';
import type { RoundFinding } from '#contract/pages/device-timeline.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { agreementsOf } from '#contract/rules/agreements/in-force.ts';
import type { WardView } from '#ui/engine/engine.ts';

/**
 * Collects a device's history as far as the replica has it; the price, older rounds and tests, and the device's own
 * files are only on the server.
 */
export function gatherDeviceFile(view: Pick<WardView, 'all' | 'get'>, device: DeviceRecord): DeviceFileFacts {
  return {
    device,
    retiredOn: null,
    removalReason: null,
    tickets: view.all('ticket').filter((ticket) => ticket.deviceId === device.id),
    tasks: view.all('task').filter((task) => task.deviceId === device.id),
    rounds: knownFindings(device),
    contracts: agreementsOf(device, view),
    price: null,
    documents: [],
    tests: view
      .all('test')
      .filter((test) => test.deviceId === device.id)
      .map((test) => {
        const procedure = view.get('procedure', test.procedureId);
        return { test, steps: procedure?.version === test.version ? procedure.steps : null };
      }),
    olderTests: 0,
    isWhole: false,
  };
}

function knownFindings({ latest }: DeviceRecord): RoundFinding[] {
  if (latest === null) return [];
  return [latest, ...(latest.others ?? [])].map(({ status, observedAt }) => ({ status, at: observedAt }));
}
