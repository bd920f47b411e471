import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import type { SeededHospital } from '#tests/support/seed.ts';

/** Downtimes of a device, two hours each, however many entries it has. */
const breaks = 3;

/** Returns the devices on the first pages of the installation base. */
export async function firstDevices(db: Database, hospital: SeededHospital, count: number) {
  const found = await db.execute<{ id: string; serialNumber: string }>(sql`
    select id, serial_number as "serialNumber" from installation
    where hospital_id = ${hospital.id} and retired_at is null order by lower(serial_number), id limit ${count}`);
  return found.rows;
}

/** Gives each device this many round entries over the last year, and the resulting downtimes. */
export async function seedRoundHistory(
  db: Database,
  hospital: SeededHospital,
  { deviceIds, each }: { deviceIds: readonly string[]; each: number },
): Promise<void> {
  const { id, templateId, users } = hospital;
  const at = sql`now() - (${each} - n) * interval '360 days' / ${each}::float8`;
  const isBreak = sql`n % ${Math.ceil(each / breaks)} = 1`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into round (hospital_id, id, template_id, on_day, user_id, user_name, submitted_at, received_at,
        operational, needs_attention, not_working, not_seen)
      select ${id}, 'r' || ${each}::text || '-' || n, ${templateId}, (${at})::date, ${users.bme.id}, 'A. Rao', ${at}, ${at},
        ${deviceIds.length}, 0, 0, 0
      from generate_series(1, ${each}) n`);
    await tx.execute(sql`
      insert into round_entry (hospital_id, round_id, device_id, status, observed_at, template_id, on_day)
      select ${id}, 'r' || ${each}::text || '-' || n, device,
        case when ${isBreak} then 'Not Working' else 'Operational' end, ${at}, ${templateId}, (${at})::date
      from generate_series(1, ${each}) n cross join unnest(${sql.param(deviceIds)}::text[]) device`);
    await tx.execute(sql`
      insert into downtime (hospital_id, device_id, source_kind, source_id, from_at, to_at)
      select ${id}, device, 'round', '', ${at}, ${at} + interval '2 hours'
      from generate_series(1, ${each}) n cross join unnest(${sql.param(deviceIds)}::text[]) device
      where ${isBreak}`);
  });
  await db.execute('vacuum analyze');
}

/** Removes the rounds of these devices. */
export async function clearRoundHistory(db: Database, { id }: SeededHospital): Promise<void> {
  for (const table of [sql`round_entry`, sql`round`]) {
    await db.execute(sql`delete from ${table} where hospital_id = ${id}`);
  }
  await db.execute(sql`delete from downtime where hospital_id = ${id} and source_kind = 'round'`);
}
