import { and, eq, gte, sql } from 'drizzle-orm';
import { latestObservation, type RoundStatus } from '#contract/rules/device-status.ts';
import { downtimesFromRounds } from '#contract/rules/uptime.ts';
import { isoInstant } from '../db/database.ts';
import { downtime } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';

/** Two rounds contradict each other within this time, so nothing older can count. Source: contract/rules/device-status.ts */
const contradictionHours = 2;

interface EntryRow {
  status: RoundStatus;
  observedAt: string;
  templateId: string;
  day: string;
}

/**
 * Works out anew what counts for devices that a round has just seen: the observation that counts and the downtimes.
 * Promises: whatever order rounds arrive in, the result is the same. The caller holds the locks of the devices.
 */
export async function observeDevices(
  scope: WriteScope,
  seen: readonly { deviceId: string; observedAt: Date }[],
): Promise<void> {
  if (seen.length === 0) return;
  const ids = sql`${sql.param(seen.map(({ deviceId }) => deviceId))}::text[]`;
  await updateLatest(scope, ids);
  await updateDowntimes(scope, seen);
}

async function updateLatest(scope: WriteScope, ids: ReturnType<typeof sql>): Promise<void> {
  const rows = await scope.rows<{
    device_id: string;
    status: RoundStatus;
    observed_at: string;
    template_id: string;
    on_day: string;
  }>(sql`
    select entry.device_id, entry.status, entry.observed_at, entry.template_id, entry.on_day
    from unnest(${ids}) as wanted (id)
    cross join lateral (
      select max(observed_at) as at from round_entry
      where hospital_id = ${scope.id} and device_id = wanted.id and status <> 'Not Seen'
    ) as newest
    join round_entry entry on entry.hospital_id = ${scope.id} and entry.device_id = wanted.id
      and entry.status <> 'Not Seen' and entry.observed_at >= newest.at - make_interval(hours => ${contradictionHours})`);
  const entries = new Map<string, EntryRow[]>();
  for (const row of rows) {
    const entry = {
      status: row.status,
      observedAt: isoInstant(row.observed_at),
      templateId: row.template_id,
      day: row.on_day,
    };
    entries.set(row.device_id, [...(entries.get(row.device_id) ?? []), entry]);
  }
  const latest = [...entries].flatMap(([deviceId, observations]) => {
    const counting = latestObservation(observations);
    const source =
      counting &&
      observations.find((each) => each.status === counting.status && each.observedAt === counting.observedAt);
    return counting && source ? [{ deviceId, ...counting, templateId: source.templateId, day: source.day }] : [];
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
 * Builds the downtimes of the rounds anew from the last entry before the new one at which the device worked; what lies
 * before that entry cannot change. Devices that were never Not Working have nothing to build.
 */
async function updateDowntimes(
  scope: WriteScope,
  seen: readonly { deviceId: string; observedAt: Date }[],
): Promise<void> {
  const ids = sql.param(seen.map(({ deviceId }) => deviceId));
  const times = sql.param(seen.map(({ observedAt }) => observedAt.toISOString()));
  const rows = await scope.rows<{
    device_id: string;
    since: string | null;
    status: RoundStatus;
    observed_at: string;
  }>(sql`
    select wanted.id as device_id, worked.at as since, entry.status, entry.observed_at
    from unnest(${ids}::text[], ${times}::timestamptz[]) as wanted (id, at)
    left join lateral (
      select e.observed_at as at from round_entry e
      where e.hospital_id = ${scope.id} and e.device_id = wanted.id and e.observed_at < wanted.at
        and e.status in ('Operational', 'Needs Attention')
        and not exists (
          select from round_entry x where x.hospital_id = e.hospital_id and x.device_id = e.device_id
            and x.observed_at = e.observed_at and x.status = 'Not Working'
        )
      order by e.observed_at desc limit 1
    ) as worked on true
    join round_entry entry on entry.hospital_id = ${scope.id} and entry.device_id = wanted.id
      and entry.status <> 'Not Seen' and entry.observed_at >= coalesce(worked.at, '-infinity')
    where exists (
      select from round_entry n where n.hospital_id = ${scope.id} and n.device_id = wanted.id
        and n.status = 'Not Working' and n.observed_at >= coalesce(worked.at, '-infinity')
    )`);
  const devices = new Map<string, { since: string | null; entries: { status: RoundStatus; observedAt: string }[] }>();
  for (const row of rows) {
    const device = devices.get(row.device_id) ?? { since: row.since, entries: [] };
    device.entries.push({ status: row.status, observedAt: isoInstant(row.observed_at) });
    devices.set(row.device_id, device);
  }
  for (const [deviceId, { since, entries }] of devices) {
    await scope.remove(
      downtime,
      and(
        eq(downtime.deviceId, deviceId),
        eq(downtime.sourceKind, 'round'),
        since === null ? undefined : gte(downtime.fromAt, new Date(since)),
      )!,
    );
    await scope.insert(
      downtime,
      downtimesFromRounds(entries).map(({ from, to }) => ({
        deviceId,
        sourceKind: 'round' as const,
        sourceId: '',
        fromAt: new Date(from),
        toAt: to === null ? null : new Date(to),
      })),
    );
  }
}
