import { sql } from 'drizzle-orm';
import { maxHistoryRows } from '#contract/pages/device.ts';
import { maxRoundsCounted } from '#contract/records/ward.ts';
import type { RoundStatus } from '#contract/records/observation.ts';
import { isoInstant } from '../db/database.ts';
import { readTogether } from '../db/read-together.ts';
import type { HospitalScope } from '../db/scope.ts';
import type { GatheredDevice } from '../kept-counts/kept.ts';
import { unknownRecord } from '../problem.ts';
import { readAgreementsOf } from '../records/agreements.ts';
import { presentDevices } from '../sync/present-device.ts';
import { presentTasks, presentTickets } from '../sync/present-work.ts';

/**
 * Gathers the facts for the page of a device from the records that tablets get, in one statement. Throws: ApiError
 * `record.unknown`.
 */
export async function gatherDevicePage(
  scope: HospitalScope,
  { deviceId, isRetired }: { deviceId: string; isRetired: boolean },
  now: Date,
): Promise<GatheredDevice> {
  const reading = readTogether(scope);
  const [[device], tickets, tasks, known, contracts] = await Promise.all([
    presentDevices(reading, [deviceId], now, { withRetired: isRetired }),
    presentTickets(
      reading,
      sql`
      select id from ticket where hospital_id = ${scope.id} and device_id = ${deviceId}
      order by reported_at desc, id collate "C" limit ${maxHistoryRows}`,
    ),
    presentTasks(
      reading,
      sql`select id from task where hospital_id = ${scope.id} and device_id = ${deviceId} and removed_at is null`,
    ),
    readRounds(reading, deviceId),
    readAgreementsOf(reading, deviceId),
  ]);
  if (!device) throw unknownRecord('device');
  return { device, tickets, tasks, rounds: { known, missing: { count: 0, before: null } }, contracts };
}

async function readRounds(scope: HospitalScope, deviceId: string): Promise<{ status: RoundStatus; at: string }[]> {
  const rows = await scope.rows<{ status: RoundStatus; at: string }>(sql`
    select status, observed_at as at from round_entry
    where hospital_id = ${scope.id} and device_id = ${deviceId} and status <> 'Not Seen'
    order by observed_at desc limit ${maxRoundsCounted}`);
  return rows.map(({ status, at }) => ({ status, at: isoInstant(at) }));
}
