import { sql, type SQL } from 'drizzle-orm';
import { contradictionHours, currentObservation } from '#contract/rules/device-status.ts';
import type { RoundStatus } from '#contract/records/observation.ts';
import { downtimesFromRounds } from '#contract/rules/uptime.ts';
import { isoInstant, isoInstantOrNull } from '../db/database.ts';
import type { HospitalScope, WriteScope } from '../db/scope.ts';

const hourMs = 60 * 60 * 1000;

/** A device that a round has seen, and the time. */
export interface Seen {
  deviceId: string;
  /** ISO instant. */
  observedAt: string;
}

/** The observation of a device in a round. */
export type SeenEntry = {
  deviceId: string;
  status: RoundStatus;
  /** ISO instant, or its PostgreSQL text. */
  observedAt: string;
  templateId: string;
  day: string;
};

/** The current observation of a device before a round; all fields are null if no round has seen it. */
export type KnownObservation = {
  latestStatus: RoundStatus | null;
  /** PostgreSQL text of an instant. */
  latestAt: string | null;
  isLatestFlagged: boolean;
};

/** A stored entry. */
export type EarlierEntry = SeenEntry & {
  /** The last entry, before the new one, at which the device worked; null if there is none. */
  since: string | null;
};

/** The observations of one device, from the point that the new entry can affect. */
interface SeenDevice {
  deviceId: string;
  since: string | null;
  entries: SeenEntry[];
}

/**
 * Returns whether a new entry settles everything, so that no earlier one needs to be read: the device worked without a
 * contradiction, still works, and has no earlier entry within the hours that make a contradiction (such an entry may be
 * later than the current observation).
 * Source: docs/decisions/343-settled-devices.md
 */
export function isSettled(known: KnownObservation, fresh: Pick<SeenEntry, 'observedAt'> & { status: string }): boolean {
  const { latestStatus, latestAt, isLatestFlagged } = known;
  if (latestStatus === null || latestAt === null || isLatestFlagged) return false;
  if (latestStatus === 'Not Working' || fresh.status === 'Not Working') return false;
  return Date.parse(fresh.observedAt) - Date.parse(latestAt) > 2 * contradictionHours * hourMs;
}

/**
 * Recomputes the current observation and the downtimes of devices that a round has just seen, from its `fresh` entries
 * and the `earlier` ones. Promises: the result is the same in whatever order rounds arrive. The caller must lock the
 * devices before reading the earlier entries.
 */
export async function observeDevices(
  scope: WriteScope,
  earlier: readonly EarlierEntry[],
  fresh: readonly SeenEntry[],
): Promise<void> {
  const devices = new Map<string, SeenDevice>();
  for (const { since, ...entry } of earlier) {
    addTo(devices, { ...entry, observedAt: isoInstant(entry.observedAt) }, isoInstantOrNull(since));
  }
  for (const entry of fresh) addTo(devices, entry, null);
  if (devices.size > 0) await writeObserved(scope, [...devices.values()]);
}

function addTo(devices: Map<string, SeenDevice>, entry: SeenEntry, since: string | null): void {
  const { deviceId } = entry;
  const device = devices.get(deviceId) ?? { deviceId, since, entries: [] };
  device.entries.push(entry);
  devices.set(deviceId, device);
}

/**
 * Returns the query for the earlier entries of each device, back to two hours before its newest one, and to the last
 * one before the new one at which it worked. Each `offset 0` keeps the planner from reading a device's whole history
 * first.
 */
export function earlierEntries(scope: HospitalScope, seen: readonly Seen[]): SQL {
  const ids = sql.param(seen.map(({ deviceId }) => deviceId));
  const times = sql.param(seen.map(({ observedAt }) => observedAt));
  return sql`
    select wanted.id as "deviceId", worked.at as since, entry.*
    from unnest(${ids}::text[], ${times}::timestamptz[]) as wanted (id, at)
    left join lateral (
      select e.observed_at as at from round_entry e
      where e.hospital_id = ${scope.id} and e.device_id = wanted.id and e.status <> 'Not Seen'
      order by e.observed_at desc limit 1
    ) as newest on true
    left join lateral (
      select e.observed_at as at from round_entry e
      where e.hospital_id = ${scope.id} and e.device_id = wanted.id and e.observed_at < wanted.at
        and e.status in ('Operational', 'Needs Attention')
        and not exists (
          select from round_entry x where x.hospital_id = e.hospital_id and x.device_id = e.device_id
            and x.observed_at = e.observed_at and x.status = 'Not Working' offset 0
        )
      order by e.observed_at desc limit 1
    ) as worked on true
    cross join lateral (
      select e.status, e.observed_at as "observedAt", e.template_id as "templateId", e.on_day as day from round_entry e
      where e.hospital_id = ${scope.id} and e.device_id = wanted.id and e.status <> 'Not Seen'
        and e.observed_at >= least(greatest(newest.at, wanted.at) - make_interval(hours => ${contradictionHours}),
          coalesce(worked.at, '-infinity'))
      offset 0
    ) as entry`;
}

/**
 * Writes observations and downtimes in one statement. Downtimes from rounds are rebuilt from the last entry before the
 * new one at which the device worked; entries before that cannot change anything. Devices that were never Not Working
 * since then have nothing to rebuild. The insert waits for the number of deleted rows, because the new rows may have
 * the same keys.
 */
async function writeObserved(scope: WriteScope, devices: readonly SeenDevice[]): Promise<void> {
  const latest = devices.flatMap(({ deviceId, entries }) => {
    const counted = currentObservation(entries);
    return counted ? [{ deviceId, ...counted }] : [];
  });
  const rebuilt = devices
    .map(({ entries, ...device }) => {
      const { since } = device;
      return { ...device, entries: entries.filter(({ observedAt }) => since === null || observedAt >= since) };
    })
    .filter(({ entries }) => entries.some(({ status }) => status === 'Not Working'));
  const column = <R, T>(rows: readonly R[], pick: (row: R) => T) => sql.param(rows.map(pick));
  const update = sql`
    update installation i
    set latest_status = n.status, latest_observed_at = n.at, latest_flagged = n.flagged,
      latest_template_id = n.template_id, latest_day = n.day
    from unnest(${column(latest, (row) => row.deviceId)}::text[], ${column(latest, (row) => row.status)}::text[],
      ${column(latest, (row) => row.observedAt)}::timestamptz[], ${column(latest, (row) => row.flagged)}::boolean[],
      ${column(latest, (row) => row.templateId)}::text[], ${column(latest, (row) => row.day)}::date[])
      as n (id, status, at, flagged, template_id, day)
    where i.hospital_id = ${scope.id} and i.id = n.id`;
  if (rebuilt.length === 0) {
    await scope.rows(update);
    return;
  }
  const downtimes = rebuilt.flatMap(({ deviceId, entries }) =>
    downtimesFromRounds(entries).map((downtime) => ({ deviceId, ...downtime })),
  );
  await scope.rows(sql`
    with latest as (${update}), gone as (
      delete from downtime d
      using unnest(${column(rebuilt, (row) => row.deviceId)}::text[], ${column(rebuilt, (row) => row.since)}::timestamptz[])
        as stale (id, since)
      where d.hospital_id = ${scope.id} and d.device_id = stale.id and d.source_kind = 'round'
        and d.from_at >= coalesce(stale.since, '-infinity')
      returning 1
    )
    insert into downtime (hospital_id, device_id, source_kind, source_id, from_at, to_at)
    select ${scope.id}, n.id, 'round', '', n.from_at, n.to_at
    from (select count(*) from gone) as deleted,
      unnest(${column(downtimes, (row) => row.deviceId)}::text[], ${column(downtimes, (row) => row.from)}::timestamptz[],
        ${column(downtimes, (row) => row.to)}::timestamptz[]) as n (id, from_at, to_at)`);
}
