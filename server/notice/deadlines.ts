import { sql } from 'drizzle-orm';
import { addDays, type LocalDay } from '#contract/rules/hospital-day.ts';
import { deadlineDays } from '#contract/rules/notices.ts';
import type { WriteScope } from '../db/scope.ts';
import { readNoticeSettings } from '../records/notice-settings.ts';
import { tell } from '../records/tell.ts';

/** A daily list. */
export interface DailyList {
  day: LocalDay;
  at: Date;
}

/**
 * Notifies the office and the named engineer of contracts and certificates that have a deadline within 30 days, unless
 * the previous list had the same deadline; one notice for each kind. So a changed date is announced again, and a date
 * that has passed, such as during a downtime, is not. Source: docs/product.md P349.
 */
export async function tellOfDeadlines(scope: WriteScope, { day, at }: DailyList): Promise<void> {
  const isNear = sql`between ${day}::date and ${addDays(day, deadlineDays)}::date`;
  const found = await scope.rows<{ kind: 'contractNotice' | 'contractEnd' | 'testerDue'; count: number }>(sql`
    with due as (
      select 'contractNotice' as kind, w.id, n.notice_on as due_on
        from warranty w, lateral (select w.end_on - (w.terms ->> 'noticeDays')::int as notice_on) n
        where w.hospital_id = ${scope.id} and w.retired_at is null and (w.terms ->> 'noticeDays')::int > 0
          and n.notice_on ${isNear}
      union all select 'contractEnd', w.id, w.end_on from warranty w
        where w.hospital_id = ${scope.id} and w.retired_at is null and w.kind in ('AMC', 'CMC', 'Rental')
          and w.end_on ${isNear}
      union all select 'testerDue', t.id, c.due_on from tester t
        join tester_certificate c on c.hospital_id = t.hospital_id and c.tester_id = t.id and c.id = t.certificate_id
        where t.hospital_id = ${scope.id} and t.retired_at is null and c.due_on ${isNear}
    ), gone as (
      delete from told_deadline g where g.hospital_id = ${scope.id}
        and not exists (select from due where due.kind = g.kind and due.id = g.record_id)
    ), told as (
      insert into told_deadline as g (hospital_id, kind, record_id, due_on)
      select ${scope.id}, kind, id, due_on from due
      on conflict (hospital_id, kind, record_id) do update set due_on = excluded.due_on
        where g.due_on <> excluded.due_on
      returning kind
    )
    select kind, count(*)::int as count from told group by kind order by kind`);
  const { personId } = await readNoticeSettings(scope);
  for (const { kind, count } of found) {
    const about = { kind: kind === 'testerDue' ? 'testers' : 'contracts', id: '' } as const;
    await tell(scope, { kind, cause: `deadline-${day}`, at, about, assigneeId: personId, facts: { count } });
  }
}
