import { sql, type SQL } from 'drizzle-orm';
import { type DevicePageFacts, maxDocuments, maxHistoryRows, type PageDocument } from '#contract/pages/device.ts';
import { maxRoundsCounted } from '#contract/replica.ts';
import type { RoundStatus } from '#contract/rules/device-status.ts';
import { isoInstant } from '../db/database.ts';
import type { HospitalScope } from '../db/scope.ts';
import { unknownRecord } from '../problem.ts';
import { readContractsOf } from '../records/contracts.ts';
import { presentDevices } from '../sync/present-device.ts';
import { presentTasks, presentTickets } from '../sync/present-work.ts';

/** Gathers what the page of a device is made of, from the records that tablets get. Throws: ApiError `record.unknown`. */
export async function gatherDevicePage(
  scope: HospitalScope,
  { deviceId, retiredOn, removalReason }: { deviceId: string } & Pick<DevicePageFacts, 'retiredOn' | 'removalReason'>,
  now: Date,
): Promise<DevicePageFacts> {
  const [device] = await presentDevices(scope, [deviceId], now, { withRetired: retiredOn !== null });
  if (!device) throw unknownRecord('device');
  const tickets = await readIds(
    scope,
    sql`
    select id from ticket where hospital_id = ${scope.id} and device_id = ${deviceId}
    order by reported_at desc, id collate "C" limit ${maxHistoryRows}`,
  );
  const tasks = await readIds(
    scope,
    sql`select id from task where hospital_id = ${scope.id} and device_id = ${deviceId} and removed_at is null`,
  );
  return {
    device,
    retiredOn,
    removalReason,
    tickets: await presentTickets(scope, tickets),
    tasks: await presentTasks(scope, tasks),
    rounds: { known: await readRounds(scope, deviceId), missing: { count: 0, before: null } },
    documents: await readDocuments(scope, deviceId),
    contracts: await readContractsOf(scope, deviceId),
  };
}

async function readIds(scope: HospitalScope, query: SQL): Promise<string[]> {
  return (await scope.rows<{ id: string }>(query)).map(({ id }) => id);
}

async function readRounds(scope: HospitalScope, deviceId: string): Promise<{ status: RoundStatus; at: string }[]> {
  const rows = await scope.rows<{ status: RoundStatus; at: string }>(sql`
    select status, observed_at as at from round_entry
    where hospital_id = ${scope.id} and device_id = ${deviceId} and status <> 'Not Seen'
    order by observed_at desc limit ${maxRoundsCounted}`);
  return rows.map(({ status, at }) => ({ status, at: isoInstant(at) }));
}

/** The received files of the device itself. */
function readDocuments(scope: HospitalScope, deviceId: string): Promise<PageDocument[]> {
  return scope.rows<PageDocument & Record<string, unknown>>(sql`
    select u.name, u.sha256, a.mime, a.size_bytes as size
    from attachment_use u join attachment a on a.hospital_id = u.hospital_id and a.sha256 = u.sha256
    where u.hospital_id = ${scope.id} and a.received_at is not null
      and u.owner_kind = 'installation' and u.owner_id = ${deviceId}
    order by u.created_at desc, u.sha256 limit ${maxDocuments}`);
}
