import { sql } from 'drizzle-orm';
import { addDays, type LocalDay } from '#contract/rules/hospital-day.ts';
import { deadlineDays } from '#contract/rules/notices.ts';
import type { WriteScope } from '../db/scope.ts';
import { readNoticeSettings } from '../records/notice-settings.ts';
import { tell } from './tell.ts';

/** A daily list: its day, and the day and instant of the previous list (null if there is none). */
export interface DailyList {
  day: LocalDay;
  sentOn: LocalDay | null;
  sentAt: Date | null;
  at: Date;
}

/**
 * Notifies the office and the named engineer of contracts and certificates that have come within 30 days of their
 * deadline since the last list, and of those entered since with fewer days left; one notice for each kind. Source:
 * docs/product.md P349.
 */
export async function tellOfDeadlines(scope: WriteScope, { day, sentOn, sentAt, at }: DailyList): Promise<void> {
  const last = addDays(day, deadlineDays);
  const known = sentOn === null ? day : addDays(sentOn, deadlineDays);
  // After months of downtime, deadlines that have already passed are not announced.
  const after = known < day ? addDays(day, -1) : known;
  const isNew = (column: string, of: string) => {
    const [on, createdAt] = [sql.raw(column), sql.raw(`${of}.created_at`)];
    const entered = sql`${on} >= ${day}::date and ${createdAt} > ${(sentAt ?? at).toISOString()}::timestamptz`;
    return sql`${on} <= ${last}::date and (${on} > ${after}::date or ${entered})`;
  };
  const [found] = await scope.rows<Record<'contractNotice' | 'contractEnd' | 'testerDue', number>>(sql`
    select
      (select count(*)::int from warranty w, lateral (select w.end_on - (w.terms ->> 'noticeDays')::int as notice_on) n
        where w.hospital_id = ${scope.id} and w.retired_at is null and (w.terms ->> 'noticeDays')::int > 0
          and ${isNew('n.notice_on', 'w')}) as "contractNotice",
      (select count(*)::int from warranty w
        where w.hospital_id = ${scope.id} and w.retired_at is null and w.kind in ('AMC', 'CMC', 'Rental')
          and ${isNew('w.end_on', 'w')}) as "contractEnd",
      (select count(*)::int from tester t
        join tester_certificate c on c.hospital_id = t.hospital_id and c.tester_id = t.id and c.id = t.certificate_id
        where t.hospital_id = ${scope.id} and t.retired_at is null and ${isNew('c.due_on', 'c')}) as "testerDue"`);
  const { personId } = await readNoticeSettings(scope);
  for (const kind of ['contractNotice', 'contractEnd', 'testerDue'] as const) {
    const count = found?.[kind] ?? 0;
    if (count === 0) continue;
    const about = { kind: kind === 'testerDue' ? 'testers' : 'contracts', id: '' } as const;
    await tell(scope, { kind, cause: `deadline-${day}`, at, about, assigneeId: personId, facts: { count } });
  }
}
