import { sql } from 'drizzle-orm';
import { contradictionHours, currentObservation, type RoundStatus } from '#contract/rules/device-status.ts';
import { downtimesFromRounds } from '#contract/rules/uptime.ts';
import { isoInstant, isoInstantOrNull } from '../db/database.ts';
import { downtime } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';

interface EntryRow {
  status: RoundStatus;
  observedAt: string;
  templateId: string;
  day: string;
}

/** What the rounds say of one device, from the point where the new entry can change something. */
interface SeenDevice {
  deviceId: string;
  /** The last entry before the new one at which the device worked; null when there is none. */
  since: string | null;
  entries: EntryRow[];
}

/**
 * Recomputes what counts for devices that a round has just seen: the observation that counts and the downtimes.
 * Promises: whatever order rounds arrive in, the result is the same. The caller holds the locks of the devices.
 */
export async function observeDevices(
  scope: WriteScope,
  seen: readonly { deviceId: string; observedAt: Date }[],
): Promise<void> {
  if (seen.length === 0) return;
  const devices = await readEntries(scope, seen);
  await updateLatest(scope, devices);
  await updateDowntimes(scope, devices);
}

/**
 * Reads the entries of each device back to two hours before its newest, and to the last one before the new one at
 * which it worked. Each `offset 0` keeps the planner from reading a device's whole history first.
 */
async function readEntries(
  scope: WriteScope,
  seen: readonly { deviceId: string; observedAt: Date }[],
): Promise<SeenDevice[]> {
  const ids = sql.param(seen.map(({ deviceId }) => deviceId));
  const times = sql.param(seen.map(({ observedAt }) => observedAt.toISOString()));
  const rows = await scope.rows<{
    device_id: string;
    since: string | null;
    status: RoundStatus;
    observed_at: string;
    template_id: string;
    on_day: string;
  }>(sql`
    select wanted.id as device_id, worked.at as since, entry.*
    from unnest(${ids}::text[], ${times}::timestamptz[]) as wanted (id, at)
    cross join lateral (
      select e.observed_at as at from round_entry e
      where e.hospital_id = ${scope.id} and e.device_id = wanted.id and e.status <> 'Not Seen'
      order by e.observed_at desc limit 1
    ) as newest
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
      select e.status, e.observed_at, e.template_id, e.on_day from round_entry e
      where e.hospital_id = ${scope.id} and e.device_id = wanted.id and e.status <> 'Not Seen'
        and e.observed_at >= least(newest.at - make_interval(hours => ${contradictionHours}),
          coalesce(worked.at, '-infinity'))
      offset 0
    ) as entry`);
  const devices = new Map<string, SeenDevice>();
  for (const row of rows) {
    const since = isoInstantOrNull(row.since);
    const device = devices.get(row.device_id) ?? { deviceId: row.device_id, since, entries: [] };
    const { status, template_id: templateId, on_day: day } = row;
    device.entries.push({ status, observedAt: isoInstant(row.observed_at), templateId, day });
    devices.set(row.device_id, device);
  }
  return [...devices.values()];
}

async function updateLatest(scope: WriteScope, devices: readonly SeenDevice[]): Promise<void> {
  const latest = devices.flatMap(({ deviceId, entries }) => {
    const counted = currentObservation(entries);
    return counted ? [{ deviceId, ...counted }] : [];
  });
  const column = <T>(pick: (row: (typeof latest)[number]) => T) => sql.param(latest.map(pick));
  await scope.rows(sql`
    update installation i
    set latest_status = n.status, latest_observed_at = n.at, latest_flagged = n.flagged,
      latest_template_id = n.template_id, latest_day = n.day
    from unnest(${column((row) => row.deviceId)}::text[], ${column((row) => row.status)}::text[],
      ${column((row) => row.observedAt)}::timestamptz[], ${column((row) => row.flagged)}::boolean[],
      ${column((row) => row.templateId)}::text[], ${column((row) => row.day)}::date[])
      as n (id, status, at, flagged, template_id, day)
    where i.hospital_id = ${scope.id} and i.id = n.id`);
}

/**
 * Rebuilds the downtimes of the rounds from the last entry before the new one at which the device worked; what lies
 * before that entry cannot change. Devices that were never Not Working since have nothing to build.
 */
async function updateDowntimes(scope: WriteScope, devices: readonly SeenDevice[]): Promise<void> {
  const rebuilt = devices
    .map(({ entries, ...device }) => {
      const { since } = device;
      return { ...device, entries: entries.filter(({ observedAt }) => since === null || observedAt >= since) };
    })
    .filter(({ entries }) => entries.some(({ status }) => status === 'Not Working'));
  if (rebuilt.length === 0) return;
  const column = (pick: (device: SeenDevice) => string | null) => sql.param(rebuilt.map(pick));
  await scope.rows(sql`
    delete from downtime d
    using unnest(${column(({ deviceId }) => deviceId)}::text[], ${column(({ since }) => since)}::timestamptz[])
      as stale (id, since)
    where d.hospital_id = ${scope.id} and d.device_id = stale.id and d.source_kind = 'round'
      and d.from_at >= coalesce(stale.since, '-infinity')`);
  await scope.insert(
    downtime,
    rebuilt.flatMap(({ deviceId, entries }) =>
      downtimesFromRounds(entries).map(({ from, to }) => ({
        deviceId,
        sourceKind: 'round' as const,
        sourceId: '',
        fromAt: new Date(from),
        toAt: to === null ? null : new Date(to),
      })),
    ),
  );
}
