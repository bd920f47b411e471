import { sql } from 'drizzle-orm';
import { maxAttentionRun } from '#contract/records/ward.ts';
import type { RoundStatus } from '#contract/records/observation.ts';
import { needsAttentionRun } from '#contract/rules/suggestions.ts';
import { isoInstant } from '../db/database.ts';
import { idArray } from '../db/id-array.ts';
import type { HospitalScope } from '../db/scope.ts';

/**
 * Counts, per device, how many of the latest rounds in a row said Needs Attention; for all devices in use, or for
 * `ids`. A device whose current status is another one, or whose rounds contradict each other, has no run. Source:
 * docs/product.md P47.
 */
export async function readAttentionRuns(scope: HospitalScope, ids?: readonly string[]): Promise<Map<string, number>> {
  if (ids?.length === 0) return new Map();
  const which = ids ? sql`i.id = any(${idArray(ids)})` : sql`i.retired_at is null`;
  const rows = await scope.rows<{ device_id: string; status: RoundStatus; observedAt: string }>(sql`
    select entry.device_id, entry.status, entry.observed_at as "observedAt"
    from installation i
    cross join lateral (
      select r.device_id, r.status, r.observed_at from round_entry r
      where r.hospital_id = i.hospital_id and r.device_id = i.id and r.status <> 'Not Seen'
      order by r.observed_at desc limit ${maxAttentionRun}
    ) entry
    where i.hospital_id = ${scope.id} and ${which} and (i.latest_status = 'Needs Attention' or i.latest_flagged)`);
  const byDevice = new Map<string, { status: RoundStatus; observedAt: string }[]>();
  for (const { device_id, status, observedAt } of rows) {
    const entry = { status, observedAt: isoInstant(observedAt) };
    const known = byDevice.get(device_id);
    if (known) known.push(entry);
    else byDevice.set(device_id, [entry]);
  }
  return new Map([...byDevice].map(([deviceId, entries]) => [deviceId, needsAttentionRun(entries)]));
}
