import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import type { SeededHospital } from '#tests/support/seed.ts';
import { devicesInTemplate, seedGrown } from './grown.ts';

/** Devices of each hospital; one round of each template a day. */
export const devices = 1000;
const daysInYear = 365;
/** What a hospital of this size closes in a year. */
const closedInYear = { tasks: 4 * devices, tickets: 300 };

/** Tables that grow by time, and what a year adds. */
export const growingTables = [
  'round_entry',
  'idempotency_key',
  'audit_entry',
  'sync_index',
  'round',
  'task',
  'ticket',
  'work_event',
] as const;

/**
 * Creates a hospital with this many years of work: a round of each template on each day, closed tasks and tickets with
 * their events, and the key, activity entry and index row of each write.
 */
export async function seedYears(db: Database, prefix: string, years: number): Promise<SeededHospital> {
  const days = years * daysInYear;
  const hospital = await seedGrown(db, prefix, { devices, entriesEach: days });
  const { id, users } = hospital;
  const run = async (statement: ReturnType<typeof sql>): Promise<void> => {
    await db.execute(statement);
    await db.execute('analyze');
  };
  await run(sql`update hospital set created_at = now() - ${days} * interval '1 day' where id = ${id}`);
  await run(sql`update round_template set created_at = now() - ${days} * interval '1 day' where hospital_id = ${id}`);
  const ago = (count: number) => sql`(n * ${days}::bigint / ${count * years})::int`;
  await run(sql`
    insert into task (hospital_id, id, device_id, type, task_date, source_kind, source_id, occurrence, closed_at, closed_on)
    select ${id}, ${prefix} || 'c' || n, ${prefix} || 'i' || n % ${devices}::int, 'PM', day, 'warranty',
      ${prefix} || 'w' || n % 100, 2 + n, day::timestamptz, day
    from (select n, now()::date - 40 - ${ago(closedInYear.tasks)} as day
      from generate_series(0, ${closedInYear.tasks * years - 1}) n) closed`);
  await run(sql`
    insert into ticket (hospital_id, id, number, device_id, issue_type, problem_reported, priority, status,
      machine_status, reported_by, reported_by_id, reported_at, received_at, closed_at, first_arrived_at, restored_at)
    select ${id}, ${prefix} || 'g' || n, 'FG-' || n, ${prefix} || 'i' || (n * 13) % ${devices}::int, 'Other',
      'Problem ' || n, 'High', 'Closed', 'System Down', 'A. Rao', 'a', at, at, at + interval '9 hours',
      at + interval '1 hour', at + interval '8 hours'
    from (select n, now() - (40 + ${ago(closedInYear.tickets)}) * interval '1 day' as at
      from generate_series(0, ${closedInYear.tickets * years - 1}) n) told`);
  await run(sql`
    insert into downtime (hospital_id, device_id, source_kind, source_id, from_at, to_at)
    select hospital_id, device_id, 'ticket', id, reported_at, restored_at from ticket
    where hospital_id = ${id} and restored_at is not null`);
  await run(sql`
    insert into work_event (hospital_id, owner_kind, owner_id, id, at, received_at, kind, data)
    select hospital_id, 'ticket', id, id || kind, closed_at, closed_at, kind, '{}'
    from ticket, unnest(array['accepted', 'arrived', 'closed']) kind where hospital_id = ${id} and closed_at is not null`);
  // A key and an activity entry of each of these writes; an answer is about as long as that of a round.
  const writes = sql`(
    select 'round' as kind, id, submitted_at as at, 'submitRound' as call from round where hospital_id = ${id}
    union all select 'task', id, closed_at, 'closeTask' from task where hospital_id = ${id} and closed_at is not null
    union all select 'ticket', id, closed_at, 'closeTicket' from ticket where hospital_id = ${id} and closed_at is not null) w`;
  await run(sql`
    insert into idempotency_key (hospital_id, key, user_id, body_hash, call, kind, status, answer, version, made_at, created_at)
    select ${id}, w.id, ${users.bme.id}, md5(w.id), w.call, w.call || '@1', 200,
      jsonb_build_object('roundId', w.id, 'notices', '[]'::jsonb, 'message', 'Round submitted'), 1, w.at, w.at from ${writes}`);
  await run(sql`
    insert into audit_entry (hospital_id, id, at, user_id, call, records)
    select ${id}, w.id, w.at, ${users.bme.id}, w.call, array[w.kind || ':' || w.id, 'template:' || ${prefix} || 't0']
      || case w.kind when 'round' then (select array_agg('device:' || ${prefix} || 'i' || n) from generate_series(1, ${devicesInTemplate}) n)
        else '{}' end
    from ${writes}`);
  // Old records come first, as on a real server; what is newest stays in the versions that seedGrown gave.
  await run(sql`
    insert into sync_index (hospital_id, kind, entity_id, version, changed_at)
    select ${id}, w.kind, w.id, 2 + (row_number() over (order by w.at)) / 1000, w.at from ${writes}`);
  await run(sql`update hospital_head set version = (
    select max(version) from sync_index where hospital_id = ${id}), cleared_on = now()::date where hospital_id = ${id}`);
  return hospital;
}
