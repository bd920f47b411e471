import { sql } from 'drizzle-orm';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import type { Downtime } from '#contract/rules/uptime.ts';
import { isoInstant, isoInstantOrNull } from '../db/database.ts';
import type { HospitalScope } from '../db/scope.ts';

/** Downtimes older than this do not touch the uptime. Source: docs/product.md P26. */
const windowMs = 365 * 24 * 60 * 60 * 1000;

/** What the uptime of a device that was down is computed from. */
export interface DownDevice {
  makeId: string;
  installedOn: LocalDay | null;
  downtimes: Downtime[];
}

/** Devices that were down lately, by id. */
export type DownDevices = ReadonlyMap<string, DownDevice>;

type DownRow = { id: string; make_id: string; installed_on: string | null; from_at: string; to_at: string | null };

/**
 * The devices of a hospital, or of some makes, that were down in the last 365 days, by id; all others have been up all
 * the time.
 */
export async function readDowntimes(
  scope: HospitalScope,
  now: Date,
  makeIds?: readonly string[],
): Promise<DownDevices> {
  const ofMakes = makeIds ? sql`and i.make_id = any(${sql.param(makeIds)}::text[])` : sql``;
  const rows = await scope.rows<DownRow>(sql`
    select i.id, i.make_id, i.installation_date as installed_on, d.from_at, d.to_at
    from downtime d
    join installation i on i.hospital_id = d.hospital_id and i.id = d.device_id and i.retired_at is null
    where d.hospital_id = ${scope.id} ${ofMakes}
      and (d.to_at is null or d.to_at >= ${new Date(now.getTime() - windowMs).toISOString()}::timestamptz)`);
  const devices = new Map<string, DownDevice>();
  for (const row of rows) {
    const downtime = { from: isoInstant(row.from_at), to: isoInstantOrNull(row.to_at) };
    const known = devices.get(row.id);
    if (known) known.downtimes.push(downtime);
    else devices.set(row.id, { makeId: row.make_id, installedOn: row.installed_on, downtimes: [downtime] });
  }
  return devices;
}
