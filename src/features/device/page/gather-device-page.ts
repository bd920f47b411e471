import type { DeviceRound } from '#contract/calls/device/details.ts';
import type { DevicePageFacts, PageDocument } from '#contract/pages/device.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import type { MissingActivities } from '#contract/rules/activities.ts';
import { agreementsOf } from '#contract/rules/agreements/in-force.ts';
import type { WardView } from '#ui/engine/engine.ts';

/** Facts about a device that only the server has; undefined until it answers. */
interface FromServer {
  rounds?: readonly DeviceRound[] | undefined;
  documents?: readonly PageDocument[] | undefined;
}

/** Collects the facts for a device's page from the replica, completed by the server's answer. */
export function gatherDevicePage(
  view: Pick<WardView, 'all' | 'get'>,
  device: DeviceRecord,
  { rounds, documents }: FromServer = {},
): DevicePageFacts {
  return {
    device,
    retiredOn: null,
    removalReason: null,
    tickets: view.all('ticket').filter((ticket) => ticket.deviceId === device.id),
    tasks: view.all('task').filter((task) => task.deviceId === device.id),
    rounds: knownRounds(device, rounds),
    documents: documents ?? [],
    contracts: agreementsOf(device, view),
  };
}

/** Returns the rounds in the server's answer and those in the device's record, which may be newer. */
function knownRounds(device: DeviceRecord, told: readonly DeviceRound[] = []): DevicePageFacts['rounds'] {
  const known = told.flatMap(({ status, observedAt }) => (status === 'Not Seen' ? [] : [{ status, at: observedAt }]));
  const { latest } = device;
  const times = new Set(known.map(({ at }) => Date.parse(at)));
  const named = latest === null ? [] : [latest, ...(latest.others ?? [])];
  for (const { status, observedAt } of named) {
    if (!times.has(Date.parse(observedAt))) known.unshift({ status, at: observedAt });
  }
  return { known, missing: missingRounds(device, known, told.length > 0) };
}

/**
 * Counts the rounds that are not listed. If rounds contradict each other, the one that counts need not be the newest,
 * so its date says nothing about the others.
 */
function missingRounds(
  { roundsSeen, latest }: DeviceRecord,
  known: DevicePageFacts['rounds']['known'],
  inARow: boolean,
): MissingActivities {
  const oldest = known.reduce<string | null>((at, each) => (at === null || each.at < at ? each.at : at), null);
  return { count: Math.max(0, roundsSeen - known.length), before: latest?.flagged && !inARow ? null : oldest };
}
