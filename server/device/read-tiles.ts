import { sql } from 'drizzle-orm';
import type { HospitalScope } from '../db/scope.ts';
import type { DeviceTiles } from '../kept-counts/kept.ts';

/** Counts the devices in use, those under maintenance, and those last seen not working. */
export async function readDeviceTiles(scope: HospitalScope): Promise<DeviceTiles> {
  const [row] = await scope.rows<{ total: string; down: string }>(sql`
    select count(*) as total, count(*) filter (where i.latest_status = 'Not Working' or open.device_id is not null) as down
    from installation i
    left join (
      select distinct device_id from ticket where hospital_id = ${scope.id} and status <> 'Closed'
    ) open on open.device_id = i.id
    where i.hospital_id = ${scope.id} and i.retired_at is null`);
  const totalEquipment = Number(row?.total ?? 0);
  const underMaintenance = Number(row?.down ?? 0);
  return { totalEquipment, operational: totalEquipment - underMaintenance, underMaintenance };
}
