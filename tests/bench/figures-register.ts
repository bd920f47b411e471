import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import type { SeededHospital } from '#tests/support/seed.ts';
import { seedGrown } from './grown.ts';

/** Size of the hospital in this bench. */
export const figuresSize = { devices: 20_000, jobs: 200_000, tickets: 100_000, entries: [10_000, 1_000_000] } as const;
/** Equipment types of `seedGrown`; each has a schedule. The number of devices is a multiple of this. */
const equipmentTypes = 40;
/** Devices per round; both hospitals have the same entries in the period. */
const inRound = 100;
/** Days before the period over which older entries are spread. */
const olderDays = 300;
/** Days of the period. */
export const periodDays = 30;

/**
 * Creates a hospital of 20,000 devices with two years of tasks and tickets, and this many round entries: the first ten
 * thousand in the last thirty days, the others earlier.
 */
export async function seedFigures(db: Database, prefix: string, entries: number): Promise<SeededHospital> {
  const hospital = await seedGrown(db, prefix, { devices: figuresSize.devices, entriesEach: 0 });
  const { id, users } = hospital;
  const run = async (statement: ReturnType<typeof sql>): Promise<void> => {
    await db.execute(statement);
    await db.execute('analyze');
  };
  const device = (n: ReturnType<typeof sql>) => sql`${prefix} || 'i' || (${n}) % ${figuresSize.devices}::int`;
  await run(sql`update hospital set created_at = now() - interval '800 days' where id = ${id}`);
  await run(sql`update installation set price = 50000 + (hashtext(id) & 1023) * 100 where hospital_id = ${id}`);
  // Schedules that have ended and whose record has not begun: the nightly check keeps tasks due before and creates
  // none.
  await run(sql`
    insert into schedule (hospital_id, id, equipment_id, kind, every, unit, basis, first_due_on, ends_on, done_by, record_from)
    select ${id}, ${prefix} || 's' || n, 'e' || n, 'Cal', 1, 'month', 'fixed', now()::date - 800, now()::date, 'in-house',
      now()::date + 2 from generate_series(0, ${equipmentTypes - 1}) n`);
  await run(sql`
    insert into task (hospital_id, id, device_id, type, task_date, source_kind, source_id, occurrence, closed_at, closed_on,
      attempted_at, attempt_reason)
    select ${id}, ${prefix} || 'f' || n, ${device(sql`n`)}, 'Cal', day, 'schedule', ${prefix} || 's' || n % ${equipmentTypes}::int, n,
      case when n % 10 < 8 then (day + n % 40)::timestamptz end, case when n % 10 < 8 then day + n % 40 end,
      case when n % 10 = 8 then day::timestamptz end, case when n % 10 = 8 then 'in-use' end
    from (
      select n, now()::date - (n * 7919::bigint % 730)::int as day
      from generate_series(0, ${figuresSize.jobs - figuresSize.devices - 1}) n) planned`);
  await run(sql`
    insert into ticket (hospital_id, id, number, device_id, issue_type, problem_reported, priority, status, machine_status,
      reported_by, reported_by_id, reported_at, received_at, closed_at, first_arrived_at, restored_at, hands_on_ms,
      waiting_ms, failure_class, part_cost)
    select ${id}, ${prefix} || 'g' || n, 'FG-' || n, ${device(sql`n * 13`)}, 'Other', 'Problem ' || n,
      (array['Low', 'Medium', 'High', 'Critical'])[1 + n % 4], 'Closed',
      (array['System Down', 'Restrictive Use', 'Problem Intermittent'])[1 + n % 3], 'A. Rao', 'a', at, at,
      at + (n % 200) * interval '1 hour', at + (n % 30) * interval '20 minutes', at + (n % 150) * interval '1 hour',
      (n % 90) * 60000::bigint, jsonb_build_object((array['part', 'vendor', 'access'])[1 + n % 3], (n % 50) * 3600000::bigint),
      (array['component', 'wear', 'battery', 'use-error', 'no-fault'])[1 + n % 5], n % 4000
    from (
      select n, now() - interval '10 days' - (n * 7919::bigint % 720) * interval '1 day' - (n % 1440) * interval '1 minute' as at
      from generate_series(0, ${figuresSize.tickets - 1061}) n) told`);
  await run(sql`
    insert into work_event (hospital_id, owner_kind, owner_id, id, at, received_at, kind, data)
    select hospital_id, 'ticket', id, id || '-a', first_arrived_at, first_arrived_at, 'arrived', '{}'
    from ticket where hospital_id = ${id} and first_arrived_at is not null`);
  await run(sql`
    insert into downtime (hospital_id, device_id, source_kind, source_id, from_at, to_at)
    select hospital_id, device_id, 'ticket', id, reported_at, restored_at from ticket
    where hospital_id = ${id} and machine_status = 'System Down' and restored_at is not null`);
  const [recent] = figuresSize.entries;
  const recentRounds = recent / inRound;
  const day = sql`now()::date - case when n < ${recentRounds} then 1 + n % ${periodDays - 1}
    else ${periodDays + 1} + n % ${olderDays} end`;
  await run(sql`
    insert into round (hospital_id, id, template_id, on_day, user_id, user_name, submitted_at, received_at, operational,
      needs_attention, not_working, not_seen)
    select ${id}, ${prefix} || 'q' || n, ${prefix} || 't' || n % 200, ${day}, ${users.bme.id}, 'A. Rao', now(), now(),
      ${inRound - 3}, 1, 1, 1 from generate_series(0, ${entries / inRound - 1}) n`);
  await run(sql`
    insert into round_entry (hospital_id, round_id, device_id, status, not_seen_reason, observed_at, template_id, on_day)
    select ${id}, ${prefix} || 'q' || n, ${prefix} || 'i' || (n % 200 * ${inRound} + place),
      case place when 0 then 'Needs Attention' when 1 then 'Not Working' when 2 then 'Not Seen' else 'Operational' end,
      case place when 2 then 'In use' end, (${day})::timestamptz, ${prefix} || 't' || n % 200, ${day}
    from generate_series(0, ${entries / inRound - 1}) n, generate_series(0, ${inRound - 1}) place`);
  await db.execute('vacuum analyze');
  return hospital;
}
