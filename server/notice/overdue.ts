import { sql } from 'drizzle-orm';
import { dueList } from '#contract/rules/daily-list.ts';
import { defaultNoticeSettings } from '#contract/rules/escalation.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { technicianMe } from '#contract/rules/list-filter.ts';
import type { Database } from '../db/database.ts';
import { publishChanges } from '../db/publish-changes.ts';
import { type HospitalFacts, type WriteScope, writeScope } from '../db/scope.ts';
import { type DailyList, tellOfDeadlines } from './deadlines.ts';
import { eachHospital } from './each-hospital.ts';
import { tellOfStorage } from './storage.ts';
import { tell } from '../records/tell.ts';

/** An arbitrary lock number: if several servers notify a hospital at the same time, only one does. */
const dailyListLock = 730_211_497;

interface Waiting extends HospitalFacts, Record<string, unknown> {
  digestAt: string;
  sentOn: LocalDay | null;
}

/**
 * Notifies engineers of their overdue tasks, and the office of all overdue tasks and of deadlines, in each hospital
 * whose daily time has passed; returns the number of hospitals notified. Promises: once per hospital day, however many
 * servers run; after a downtime it catches up within the same day. Source: docs/product.md P347.
 */
export async function tellOfOverdueWork(db: Database, now: Date, isStopping = () => false): Promise<number> {
  const waiting = await db.execute<Waiting>(sql`
    select h.id, h.name, h.time_zone as "timeZone", v.listed_on::text as "sentOn",
      coalesce(s.digest_at, ${defaultNoticeSettings.digestAt}) as "digestAt"
    from hospital h left join hospital_head v on v.hospital_id = h.id
      left join notice_settings s on s.hospital_id = h.id
    where h.is_active order by h.id`);
  return eachHospital(waiting.rows, async ({ digestAt, sentOn, ...facts }) => {
    const day = dueList({ digestAt, sentOn, timeZone: facts.timeZone }, now);
    if (day === undefined || isStopping()) return 0;
    return (await tellHospital(db, facts, { day, at: now })) ? 1 : 0;
  });
}

/**
 * Returns false if another server is notifying this hospital or already has. The row of `hospital_head`, which every
 * write of the hospital waits for, is locked only at the end.
 */
function tellHospital(db: Database, facts: HospitalFacts, today: DailyList): Promise<boolean> {
  const { day, at } = today;
  return db.transaction(async (tx) => {
    const scope = writeScope(tx, facts);
    const [alone] = await scope.rows<{ isMine: boolean }>(sql`
      select pg_try_advisory_xact_lock(${dailyListLock}, hashtext(${scope.id})) as "isMine"`);
    if (alone?.isMine !== true) return false;
    const told = await scope.rows(sql`
      select from hospital_head where hospital_id = ${scope.id} and listed_on >= ${day}::date`);
    if (told.length > 0) return false;
    await tellOfTasks(scope, day, at);
    await tellOfDeadlines(scope, today);
    await tellOfStorage(scope, today);
    await scope.rows(sql`
      insert into hospital_head as v (hospital_id, listed_on) values (${scope.id}, ${day}::date)
      on conflict (hospital_id) do update set listed_on = excluded.listed_on returning 1`);
    if (scope.changes().length > 0) await publishChanges(tx, facts.id, scope.changes(), at);
    return true;
  });
}

async function tellOfTasks(scope: WriteScope, day: LocalDay, at: Date): Promise<void> {
  const counts = await scope.rows<{ technicianId: string | null; count: number }>(sql`
    select technician_id as "technicianId", count(*)::int as count from task
    where hospital_id = ${scope.id} and removed_at is null and closed_at is null and cancelled_at is null
      and not action_required and task_date < ${day}::date
    group by technician_id order by technician_id`);
  const count = counts.reduce((sum, each) => sum + each.count, 0);
  if (count === 0) return;
  const unassigned = counts.find(({ technicianId }) => technicianId === null)?.count ?? 0;
  const news = (cause: string, id: string) =>
    ({ kind: 'overdueWork', cause, at, about: { kind: 'overdueTasks', id } }) as const;
  await tell(scope, { ...news(`overdue-${day}`, ''), audience: 'office', facts: { count, unassigned } });
  for (const { technicianId, count: own } of counts) {
    if (technicianId === null) continue;
    const mine = news(`overdue-${day}-${technicianId}`, technicianMe);
    await tell(scope, { ...mine, audience: 'assignee', assigneeId: technicianId, facts: { count: own } });
  }
}
