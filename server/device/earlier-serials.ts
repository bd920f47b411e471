import { sql } from 'drizzle-orm';
import { sameKey } from '#contract/rules/text.ts';
import { earlierSerial } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';

/**
 * Keeps the serial number that a device has just lost as its alias. An alias leads to one device, the one that lost it
 * last; a serial number that a device gets back is no longer its alias.
 */
export async function keepEarlierSerial(
  scope: WriteScope,
  device: { id: string; serialNumber: string },
  serialNumber: string,
  now: Date,
): Promise<void> {
  const earlier = sameKey(device.serialNumber);
  const present = sameKey(serialNumber);
  if (earlier === present) return;
  const gone = await scope.rows<{ id: string }>(sql`
    delete from earlier_serial e using installation i
    where e.hospital_id = ${scope.id} and i.hospital_id = e.hospital_id and i.id = e.device_id
      and (ward_key(e.serial_number) = ${earlier} or (e.device_id = ${device.id} and ward_key(e.serial_number) = ${present}))
    returning case when i.retired_at is null then i.id end as id`);
  for (const { id } of gone) if (id !== null) scope.touch('device', id);
  await scope.insert(earlierSerial, { deviceId: device.id, serialNumber: device.serialNumber, changedAt: now });
}
