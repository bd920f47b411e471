import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { seedHospital, type SeededHospital } from '#tests/support/seed.ts';

/** Devices per round template. */
export const devicesInTemplate = 100;
/** Devices that appear on the dashboard, by reason: the same number in a hospital of any size. */
const exceptions = { overdue: 50, ending: 20, down: 100, openTickets: 60, breakdowns: 20, attention: 20, rounds: 10 };

/** Size of a hospital. */
export interface GrownSize {
  devices: number;
  /** Rounds that saw each device, one per day up to yesterday. */
  entriesEach: number;
}

/**
 * Creates a hospital that differs from a smaller one only in its size: all devices have a warranty and are in a
 * template, and the same number of them is overdue, down or broken.
 */
export async function seedGrown(db: Database, prefix: string, size: GrownSize): Promise<SeededHospital> {
  const { devices, entriesEach } = size;
  const hospital = await seedHospital(db, { name: `Grown ${prefix}`, prefix, now: new Date() });
  const { id, users } = hospital;
  const templates = devices / devicesInTemplate;
  const series = (count: number) => sql`generate_series(0, ${count - 1}) n`;
  const run = async (statement: ReturnType<typeof sql>): Promise<void> => {
    await db.execute(statement);
    // Without this, foreign keys are checked with a query plan from when their table was small.
    await db.execute('analyze');
  };
  await run(sql`insert into department (hospital_id, id, name, location)
    select ${id}, 'd' || n, 'Department ' || n, 'Floor ' || n % 9 from ${series(50)}`);
  await run(sql`insert into vendor (hospital_id, id, name, location, types)
    select ${id}, 'v' || n, 'Vendor ' || n, 'City ' || n % 40, 'Vendor' from ${series(20)}`);
  await run(sql`insert into equipment (hospital_id, id, name, importance)
    select ${id}, 'e' || n, 'Equipment ' || md5(n::text), case n % 3 when 0 then 'Critical' else 'Non-Critical' end
    from ${series(40)}`);
  await run(sql`insert into equipment_make (hospital_id, id, name)
    select ${id}, 'k' || n, 'Make ' || md5(n::text) from ${series(30)}`);
  await run(sql`insert into equipment_model (hospital_id, id, name, make_id, equipment_id)
    select ${id}, 'm' || n, 'Model ' || md5(n::text), 'k' || n % 30, 'e' || n % 40 from ${series(200)}`);
  await run(sql`insert into make_equipment (hospital_id, make_id, equipment_id)
    select distinct hospital_id, make_id, equipment_id from equipment_model where hospital_id = ${id} on conflict do nothing`);
  await run(sql`
    insert into installation (hospital_id, id, serial_number, model_id, equipment_id, make_id, department_id, vendor_id,
      installation_date, location, latest_status, latest_observed_at, latest_template_id, latest_day)
    select ${id}, ${prefix} || 'i' || n, ${prefix} || '-' || lpad(n::text, 6, '0'), 'm' || n % 200, 'e' || n % 40,
      'k' || n % 30, 'd' || n % 50, 'v' || n % 20, '2020-01-01', 'Bed ' || n % 30,
      case when n < ${exceptions.attention} then 'Needs Attention' else 'Operational' end,
      now() - interval '1 day', ${prefix} || 't' || n / ${devicesInTemplate}, now()::date - 1
    from ${series(devices)}`);
  await run(sql`insert into warranty (hospital_id, id, number, start_on, end_on, duration_months)
    select ${id}, ${prefix} || 'w' || n, ${prefix} || 'W-' || n, '2025-01-01',
      now()::date + case when n < ${exceptions.ending / 10} then 10 else 700 end, 36 from ${series(devices / 10)}`);
  await run(sql`insert into warranty_serial (hospital_id, warranty_id, device_id)
    select ${id}, ${prefix} || 'w' || n / 10, ${prefix} || 'i' || n from ${series(devices)}`);
  await run(sql`insert into round_template (hospital_id, id, name, department_id, completed_rounds_count, last_round_at)
    select ${id}, ${prefix} || 't' || n, 'Ward ' || n, 'd' || n % 50, ${entriesEach}, now() - interval '1 day'
    from ${series(templates)}`);
  await run(sql`insert into round_template_device (hospital_id, template_id, device_id, position)
    select ${id}, ${prefix} || 't' || n / ${devicesInTemplate}, ${prefix} || 'i' || n, n % ${devicesInTemplate}
    from ${series(devices)}`);
  await run(sql`insert into round (hospital_id, id, template_id, on_day, user_id, user_name, submitted_at, received_at,
      operational, needs_attention, not_working, not_seen)
    select ${id}, ${prefix} || 'r' || n || '-' || ago, ${prefix} || 't' || n, now()::date - ago, ${users.bme.id}, 'A. Rao',
      now() - ago * interval '1 day', now(), ${devicesInTemplate}, 0, 0, 0
    from ${series(templates)}, generate_series(1, ${entriesEach}) ago`);
  // Templates beyond those of the smallest hospital have a round today, because Pending Rounds lists only missing ones.
  await run(sql`insert into round (hospital_id, id, template_id, on_day, user_id, user_name, submitted_at, received_at,
      operational, needs_attention, not_working, not_seen)
    select ${id}, ${prefix} || 'r' || n || '-0', ${prefix} || 't' || n, (now() at time zone h.time_zone)::date,
      ${users.bme.id}, 'A. Rao', now(), now(), 0, 0, 0, ${devicesInTemplate}
    from ${series(templates)} join hospital h on h.id = ${id} where n >= ${exceptions.rounds}`);
  await run(sql`insert into round_entry (hospital_id, round_id, device_id, status, observed_at, template_id, on_day)
    select ${id}, ${prefix} || 'r' || n / ${devicesInTemplate} || '-' || ago, ${prefix} || 'i' || n,
      case when n < ${exceptions.attention} and ago < 4 then 'Needs Attention' else 'Operational' end,
      now() - ago * interval '1 day', ${prefix} || 't' || n / ${devicesInTemplate}, now()::date - ago
    from generate_series(1, ${entriesEach}) ago, ${series(devices)}`);
  await run(sql`insert into task (hospital_id, id, device_id, type, task_date, source_kind, source_id, occurrence)
    select ${id}, ${prefix} || 'p' || n, ${prefix} || 'i' || n, 'PM',
      now()::date + case when n < ${exceptions.overdue} then -5 - n else 60 + n % 200 end, 'warranty',
      ${prefix} || 'w' || n / 10, 1 from ${series(devices)}`);
  await run(sql`
    insert into ticket (hospital_id, id, number, device_id, issue_type, problem_reported, priority, status,
      machine_status, reported_by, reported_by_id, reported_at, received_at, part_cost)
    select ${id}, ${prefix} || 'b' || n, 'BD-' || n, ${prefix} || 'i' || case
        when n < ${exceptions.breakdowns * 3} then n / 3 else n end, 'Other', 'Problem ' || n, 'Low',
      case when n < ${exceptions.openTickets} then 'Open' else 'Closed' end, 'System Down', 'A. Rao', 'a',
      now() - case when n < ${exceptions.openTickets} then n else 400 + n % 900 end * interval '1 day', now(), n % 5000
    from ${series(exceptions.openTickets + devices / 20)}`);
  await run(sql`insert into downtime (hospital_id, device_id, source_kind, source_id, from_at, to_at)
    select ${id}, ${prefix} || 'i' || n * 7, 'ticket', n::text, now() - (30 + n) * interval '1 day',
      now() - n * interval '1 day' from ${series(exceptions.down)}`);
  await run(sql`
    insert into sync_index (hospital_id, kind, entity_id, version, changed_at)
    select ${id}, kind, entity, 2 + (row_number() over ()) / 1000, now() from (
      select 'device' as kind, id as entity from installation where hospital_id = ${id} and id like ${prefix} || 'i%'
      union all select 'template', id from round_template where hospital_id = ${id} and id like ${prefix} || 't%'
      union all select 'task', id from task where hospital_id = ${id} and id like ${prefix} || 'p%'
    ) records`);
  await run(sql`update hospital_head set version = (
    select max(version) from sync_index where hospital_id = ${id}) where hospital_id = ${id}`);
  return hospital;
}
