import { instantMs } from './hospital-day.ts';

/** What a round can say of a device, from best to worst. */
export const roundStatuses = ['Operational', 'Needs Attention', 'Not Working'] as const;

/** What an entry of a round can be: Not Seen says nothing of the device. */
export const entryStatuses = [...roundStatuses, 'Not Seen'] as const;

/** What an entry of a round is for a device. */
export type EntryStatus = (typeof entryStatuses)[number];

/** What the product shows as the status of a device, from worst to best. */
export const deviceStatuses = ['Under Maintenance', 'Not Working', 'Needs Attention', 'Operational'] as const;

/** What a round says of a device. */
export type RoundStatus = (typeof roundStatuses)[number];

/** What the product shows as the status of a device. */
export type DeviceStatus = (typeof deviceStatuses)[number];

/** One entry of a round for one device; template and day name the round it may compete in. */
export interface Observation {
  readonly status: RoundStatus;
  readonly observedAt: string;
  readonly templateId?: string | null;
  readonly day?: string | null;
}

/** The observation that counts; flagged when two rounds contradicted each other and somebody should look. */
export interface CountingObservation {
  readonly status: RoundStatus;
  readonly observedAt: string;
  readonly flagged: boolean;
}

/** Two rounds of one template and day that differ within this time contradict each other. */
const contradictionMs = 2 * 60 * 60 * 1000;

/** Orders round statuses: higher is worse. */
export function severity(status: RoundStatus): number {
  return roundStatuses.indexOf(status);
}

/**
 * Gives the status of a device: maintenance while a ticket is Open or Pending, else its latest round.
 * Source: document 3, rule 3.1.
 */
export function deviceStatus(device: {
  readonly hasOpenTicket: boolean;
  readonly latestRoundStatus: RoundStatus | null;
}): DeviceStatus {
  return device.hasOpenTicket ? 'Under Maintenance' : (device.latestRoundStatus ?? 'Operational');
}

/** Tells whether a status counts in the tile Under Maintenance; every other counts as operational. */
export function isUnderMaintenanceTile(status: DeviceStatus): boolean {
  return status === 'Under Maintenance' || status === 'Not Working';
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
 * Source: sync design, section 6.
 */
export function latestObservation(observations: readonly Observation[]): CountingObservation | null {
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
  return {
    status: counting.observation.status,
    observedAt: new Date(counting.atMs).toISOString(),
    flagged: others.some((other) => other.observation.status !== first.observation.status),
  };
}

/** Gives the round status of a device from all its observations, or null when no round has seen it. */
export function roundStatusOf(observations: readonly Observation[]): RoundStatus | null {
  return latestObservation(observations)?.status ?? null;
}

function roundKey(observation: Observation): string {
  return JSON.stringify([observation.templateId ?? null, observation.day ?? null]);
}
