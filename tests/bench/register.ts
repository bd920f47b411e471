import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { seedHospital, type SeededHospital } from '#tests/support/seed.ts';

/** Number of records in the hospital of the lists, besides the seeded ones. */
export const registerSize = {
  installations: 50_000,
  models: 5000,
  vendors: 1000,
  contacts: 3000,
  equipment: 500,
  makes: 300,
  departments: 200,
  warranties: 5000,
  tickets: 5000,
  engineers: 60,
};

/** Creates a hospital with this many records; one device in ten was down recently. */
export async function seedRegister(db: Database): Promise<SeededHospital> {
  const now = new Date();
  const hospital = await seedHospital(db, { name: 'Bench', prefix: 'R', now });
  const size = registerSize;
  const { id } = hospital;
  const at = sql`${now.toISOString()}::timestamptz`;
  const series = (count: number) => sql`generate_series(0, ${count - 1}) n`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into department (hospital_id, id, name, location)
      select ${id}, 'd' || n, 'Department ' || n, 'Floor ' || n % 9 from ${series(size.departments)}`);
    await tx.execute(sql`insert into vendor (hospital_id, id, name, location, types)
      select ${id}, 'v' || n, 'Vendor ' || md5(n::text), 'City ' || n % 40, 'Vendor' from ${series(size.vendors)}`);
    await tx.execute(sql`insert into contact_person (hospital_id, id, vendor_id, name, phone, designation)
      select ${id}, 'c' || n, 'v' || n % ${size.vendors}, 'Person ' || md5(n::text), '98' || lpad(n::text, 8, '0'), 'Manager'
      from ${series(size.contacts)}`);
    await tx.execute(sql`insert into equipment (hospital_id, id, name, description)
      select ${id}, 'e' || n, 'Equipment ' || md5(n::text), 'For the bench.' from ${series(size.equipment)}`);
    await tx.execute(sql`insert into equipment_make (hospital_id, id, name)
      select ${id}, 'k' || n, 'Make ' || md5(n::text) from ${series(size.makes)}`);
    await tx.execute(sql`insert into equipment_model (hospital_id, id, name, make_id, equipment_id)
      select ${id}, 'm' || n, 'Model ' || md5(n::text), 'k' || n % ${size.makes}, 'e' || n % ${size.equipment}
      from ${series(size.models)}`);
    await tx.execute(sql`insert into make_equipment (hospital_id, make_id, equipment_id)
      select distinct hospital_id, make_id, equipment_id from equipment_model where hospital_id = ${id}
      on conflict do nothing`);
    await tx.execute(sql`
      insert into installation (hospital_id, id, serial_number, model_id, equipment_id, make_id, department_id, vendor_id,
        service_contact_id, installation_date, location)
      select ${id}, 'i' || n, 'SN-' || md5(n::text), m.id, m.equipment_id, m.make_id, 'd' || n % ${size.departments},
        'v' || n % ${size.vendors}, 'c' || n % ${size.contacts}, '2020-01-01', 'Bed ' || n % 30
      from ${series(size.installations)}
      join equipment_model m on m.hospital_id = ${id} and m.id = 'm' || n % ${size.models}`);
    await tx.execute(sql`
      insert into downtime (hospital_id, device_id, source_kind, source_id, from_at, to_at)
      select ${id}, 'i' || n * 10, 'ticket', 't' || n, ${at} - interval '20 days' - n % 300 * interval '1 day',
        ${at} - interval '18 days' - n % 300 * interval '1 day'
      from ${series(size.tickets)}`);
    await tx.execute(sql`
      insert into ticket (hospital_id, id, number, device_id, issue_type, problem_reported, priority, status,
        machine_status, reported_by, reported_by_id, reported_at, received_at)
      select ${id}, 't' || n, 'BD-2026-' || lpad(n::text, 6, '0'), 'i' || n * 10, 'Other', 'Problem ' || md5(n::text),
        'Low', case when n % 5 = 0 then 'Open' else 'Closed' end, 'System Down', 'A. Rao', 'a',
        ${at} - n % 300 * interval '1 day', ${at}
      from ${series(size.tickets)}`);
    await tx.execute(sql`
      insert into warranty (hospital_id, id, number, start_on, end_on, duration_months)
      select ${id}, 'w' || n, 'AMC-' || md5(n::text), '2025-01-01', '2027-12-31', 36 from ${series(size.warranties)}`);
    await tx.execute(sql`
      insert into warranty_serial (hospital_id, warranty_id, device_id)
      select ${id}, 'w' || n % ${size.warranties}, 'i' || n from ${series(size.warranties * 5)}`);
    await tx.execute(sql`
      insert into app_user (id, hospital_id, role, email, password_hash, name)
      select 'bench-' || n, ${id}, 'BME', 'engineer' || n || '@bench.test', '', 'Engineer ' || n
      from ${series(size.engineers)}`);
  });
  await db.execute('vacuum analyze');
  return hospital;
}
