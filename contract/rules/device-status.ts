import {
  type CurrentObservation,
  type Observation,
  type RoundObservation,
  type RoundStatus,
  roundStatuses,
} from '../records/observation.ts';
import { instantMs } from './hospital-day.ts';

/** Statuses of a device as shown, from worst to best. */
export const deviceStatuses = ['Under Maintenance', 'Not Working', 'Needs Attention', 'Operational'] as const;

/** The status of a device as shown. */
export type DeviceStatus = (typeof deviceStatuses)[number];

/** Two rounds of one template and day that differ within this time contradict each other; older observations cannot count. */
export const contradictionHours = 2;
const contradictionMs = contradictionHours * 60 * 60 * 1000;

/** Orders round statuses: higher is worse. */
export function severity(status: RoundStatus): number {
  return roundStatuses.indexOf(status);
}

/**
 * Returns the status of a device: maintenance while a ticket is Open or Pending, else its latest round.
 * Source: docs/product.md P25.
 */
export function deviceStatus(device: {
  readonly hasOpenTicket: boolean;
  readonly latestRoundStatus: RoundStatus | null;
}): DeviceStatus {
  return device.hasOpenTicket ? 'Under Maintenance' : (device.latestRoundStatus ?? 'Operational');
}

/** Returns the status of a device's record as lists and pages show it. Source: docs/product.md P25. */
export function statusOf(device: {
  readonly openTicketIds: readonly string[];
  readonly latest: { readonly status: RoundStatus } | null;
}): DeviceStatus {
  return deviceStatus({
    hasOpenTicket: device.openTicketIds.length > 0,
    latestRoundStatus: device.latest?.status ?? null,
  });
}

/** Returns whether a status counts in the Under Maintenance tile; all others count as operational. */
export function isUnderMaintenanceTile(status: DeviceStatus): boolean {
  return status === 'Under Maintenance' || status === 'Not Working';
}

/** Filters of a list of devices: a status, or the devices that one of the two tiles counts. */
export const deviceFilters = [...deviceStatuses, 'in-use', 'out-of-use'] as const;

/** A filter of a list of devices. */
export type DeviceFilter = (typeof deviceFilters)[number];

/** Returns whether a filter lets devices of this status through. */
export function isStatusListed(status: DeviceStatus, filter: DeviceFilter): boolean {
  if (filter === 'in-use') return !isUnderMaintenanceTile(status);
  return filter === 'out-of-use' ? isUnderMaintenanceTile(status) : status === filter;
}

/** Counts the installation tiles; operational and underMaintenance add up to totalEquipment. */
export function tiles(statuses: Iterable<DeviceStatus>): {
  totalEquipment: number;
  operational: number;
  underMaintenance: number;
} {
  let totalEquipment = 0;
  let underMaintenance = 0;
  for (const status of statuses) {
    totalEquipment += 1;
    if (isUnderMaintenanceTile(status)) underMaintenance += 1;
  }
  return { totalEquipment, operational: totalEquipment - underMaintenance, underMaintenance };
}

/**
 * Chooses the observation of one device that counts, whatever order the observations arrived in.
 * The latest counts; where another of the same template and day differs within 2 hours before it, the worse one, flagged.
 * `observedAt` is returned in UTC. Observations without template and day belong to one round.
 * Source: docs/product.md P52.
 */
export function latestObservation(
  observations: readonly Observation[],
): Pick<CurrentObservation, 'status' | 'observedAt' | 'flagged'> | null {
  const weighed = weigh(observations);
  if (!weighed) return null;
  const { counting, isFlagged } = weighed;
  return { status: counting.observation.status, observedAt: new Date(counting.atMs).toISOString(), flagged: isFlagged };
}

/** As above, with the round of the observation that counts and the observations that a further one competes with. */
export function currentObservation(observations: readonly RoundObservation[]): CurrentObservation | null {
  const weighed = weigh(observations);
  if (!weighed) return null;
  const { counting, competing, isFlagged } = weighed;
  const { status, templateId, day } = counting.observation;
  const others = competing
    .filter((one) => one !== counting)
    .map(({ observation }) => ({ ...observation, observedAt: new Date(observation.observedAt).toISOString() }))
    .sort((a, b) => (a.observedAt < b.observedAt ? -1 : Number(a.observedAt > b.observedAt)));
  const counted = { status, observedAt: new Date(counting.atMs).toISOString(), flagged: isFlagged, templateId, day };
  return isFlagged ? { ...counted, others } : counted;
}

/** Finds the observations that compete, those of the latest round within its last 2 hours, and the one that counts. */
function weigh<T extends Observation>(observations: readonly T[]) {
  const timed = observations.map((observation) => ({ observation, atMs: instantMs(observation.observedAt) }));
  const latestMs = timed.reduce((latest, { atMs }) => Math.max(latest, atMs), -Infinity);
  const latestRounds = new Set(
    timed.filter(({ atMs }) => atMs === latestMs).map((entry) => roundKey(entry.observation)),
  );
  const competing = timed.filter(
    ({ observation, atMs }) => latestMs - atMs <= contradictionMs && latestRounds.has(roundKey(observation)),
  );
  const [first, ...others] = competing;
  if (!first) return null;
  let counting = first;
  for (const other of others) {
    const worse = severity(other.observation.status) - severity(counting.observation.status);
    if (worse > 0 || (worse === 0 && other.atMs > counting.atMs)) counting = other;
  }
  const isFlagged = others.some((other) => other.observation.status !== first.observation.status);
  return { counting, competing, isFlagged };
}

/** Returns the round status of a device from all its observations, or null when no round has seen it. */
export function roundStatusOf(observations: readonly Observation[]): RoundStatus | null {
  return latestObservation(observations)?.status ?? null;
}

function roundKey(observation: Observation): string {
  return JSON.stringify([observation.templateId ?? null, observation.day ?? null]);
}
