import { sql } from 'drizzle-orm';
import type { HospitalScope } from '../db/scope.ts';

/**
 * Returns a notice for a write on a device that was retired before the write arrived: the work is kept anyway. Empty if
 * the device is in use. Reads two columns of about forty, because most writes need it.
 */
export async function retiredMeanwhile(scope: HospitalScope, deviceId: string): Promise<string[]> {
  const retired = await scope.rows<{ serial: string }>(sql`
    select serial_number as serial from installation
    where hospital_id = ${scope.id} and id = ${deviceId} and retired_at is not null`);
  return retired.map(({ serial }) => `${serial} was retired in the meantime. Your entry is kept.`);
}
