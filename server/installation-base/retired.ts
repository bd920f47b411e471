import { sql } from 'drizzle-orm';
import type { HospitalScope } from '../db/scope.ts';

/**
 * What to say of a write on a device that was retired before it arrived: work done is kept all the same. Empty where
 * the device is in use. Asks for two columns of some forty: most writes of a day come by here.
 */
export async function retiredMeanwhile(scope: HospitalScope, deviceId: string): Promise<string[]> {
  const retired = await scope.rows<{ serial: string }>(sql`
    select serial_number as serial from installation
    where hospital_id = ${scope.id} and id = ${deviceId} and retired_at is not null`);
  return retired.map(({ serial }) => `${serial} was retired in the meantime. Your entry is kept.`);
}
