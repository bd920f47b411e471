import { sql } from 'drizzle-orm';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import type { Downtime } from '#contract/rules/uptime.ts';
import { isoInstant, isoInstantOrNull } from '../db/database.ts';
import type { HospitalScope } from '../db/scope.ts';
import { inParts } from '../in-parts.ts';

/** Older downtimes do not affect the uptime. Source: docs/product.md P26. */
const windowMs = 365 * 24 * 60 * 60 * 1000;

/** The facts that the uptime of a device is computed from. */
export interface DownDevice {
  makeId: string;
  installedOn: LocalDay | null;
  downtimes: Downtime[];
}

type DownRow = { id: string; make_id: string; installed_on: string | null; from_at: string; to_at: string | null };

/**
 * Reads the devices of a hospital that were down in the last 365 days, by id; all others were up all the time.
 * `makeIds` or `ids` narrow the result.
 */
export async function readDowntimes(
  scope: HospitalScope,
  now: Date,
  of: { makeIds?: readonly string[]; deviceIds?: readonly string[] } = {},
): Promise<Map<string, DownDevice>> {
  const ofMakes = of.makeIds ? sql`and i.make_id = any(${sql.param(of.makeIds)}::text[])` : sql``;
  const ofDevices = of.deviceIds ? sql`and d.device_id = any(${sql.param(of.deviceIds)}::text[])` : sql``;
  const rows = await scope.rows<DownRow>(sql`
    select i.id, i.make_id, i.installation_date as installed_on, d.from_at, d.to_at
    from downtime d
    join installation i on i.hospital_id = d.hospital_id and i.id = d.device_id and i.retired_at is null
    where d.hospital_id = ${scope.id} ${ofMakes} ${ofDevices}
      and (d.to_at is null or d.to_at >= ${new Date(now.getTime() - windowMs).toISOString()}::timestamptz)
    order by d.device_id, d.from_at, d.to_at`);
  const devices = new Map<string, DownDevice>();
  await inParts(rows, (row) => {
    const downtime = { from: isoInstant(row.from_at), to: isoInstantOrNull(row.to_at) };
    const known = devices.get(row.id);
    if (known) known.downtimes.push(downtime);
    else devices.set(row.id, { makeId: row.make_id, installedOn: row.installed_on, downtimes: [downtime] });
  });
  return devices;
}
