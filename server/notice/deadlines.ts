import { sql } from 'drizzle-orm';
import { addDays, type LocalDay } from '#contract/rules/hospital-day.ts';
import { deadlineDays } from '#contract/rules/notices.ts';
import type { WriteScope } from '../db/scope.ts';
import { readNoticeSettings } from '../records/notice-settings.ts';
import { tell } from './tell.ts';

/**
 * Tells the office and the named engineer of contracts and certificates whose day has come within 30 days since the last
 * time, one notice for each kind. `sentOn` is that time; null: never. Source: docs/product.md P349.
 */
export async function tellOfDeadlines(
  scope: WriteScope,
  { day, sentOn, at }: { day: LocalDay; sentOn: LocalDay | null; at: Date },
): Promise<void> {
  const last = addDays(day, deadlineDays);
  const known = sentOn === null ? day : addDays(sentOn, deadlineDays);
  // After a downtime of months, days that have passed are not told of.
  const after = known < day ? addDays(day, -1) : known;
  const isNew = (column: string) => sql`${sql.raw(column)} > ${after}::date and ${sql.raw(column)} <= ${last}::date`;
  const [found] = await scope.rows<Record<'contractNotice' | 'contractEnd' | 'testerDue', number>>(sql`
    select
      (select count(*)::int from warranty w, lateral (select w.end_on - (w.terms ->> 'noticeDays')::int as notice_on) n
        where w.hospital_id = ${scope.id} and w.retired_at is null and (w.terms ->> 'noticeDays')::int > 0
          and ${isNew('n.notice_on')}) as "contractNotice",
      (select count(*)::int from warranty w
        where w.hospital_id = ${scope.id} and w.retired_at is null and w.kind in ('AMC', 'CMC', 'Rental')
          and ${isNew('w.end_on')}) as "contractEnd",
      (select count(*)::int from tester t
        join tester_certificate c on c.hospital_id = t.hospital_id and c.tester_id = t.id and c.id = t.certificate_id
        where t.hospital_id = ${scope.id} and t.retired_at is null and ${isNew('c.due_on')}) as "testerDue"`);
  const { personId } = await readNoticeSettings(scope);
  for (const kind of ['contractNotice', 'contractEnd', 'testerDue'] as const) {
    const count = found?.[kind] ?? 0;
    if (count === 0) continue;
    const about = { kind: kind === 'testerDue' ? 'testers' : 'contracts', id: '' } as const;
    await tell(scope, { kind, cause: `deadline-${day}`, at, about, assigneeId: personId, facts: { count } });
  }
}
