import { sql } from 'drizzle-orm';
import { keptNoticeDays } from '#contract/rules/notices.ts';
import { publishChanges } from '../db/publish-changes.ts';
import { type ClearingStep, daysBefore, rowsPerBatch } from './clearing-step.ts';

/**
 * Deletes notices that are older than 30 days, read or not, and push subscriptions of tablets on which the user has not
 * been signed in for a long time. Source: docs/product.md P313.
 */
export const pruneNotices: ClearingStep = async (tx, { hospitalId, now }) => {
  await tx.execute(sql`
    delete from push_subscription s where hospital_id = ${hospitalId} and not exists (
      select from refresh_family f where f.user_id = s.user_id and coalesce(f.device_id, f.id) = s.tablet_id)`);
  const gone = await tx.execute<{ id: string }>(sql`
    with gone as (delete from notice n using (
      select id from notice
      where hospital_id = ${hospitalId} and at < ${daysBefore(now, keptNoticeDays)}::timestamptz
      order by at limit ${rowsPerBatch}
    ) old
    where n.hospital_id = ${hospitalId} and n.id = old.id returning n.id), mails as (
      delete from notice_mail m using gone where m.hospital_id = ${hospitalId} and m.notice_id = gone.id
    ), pushes as (
      delete from notice_push m using gone where m.hospital_id = ${hospitalId} and m.notice_id = gone.id
    )
    select id from gone`);
  const changes = gone.rows.map(({ id }) => ({ kind: 'notice' as const, id, deleted: true }));
  if (changes.length > 0) await publishChanges(tx, hospitalId, changes, now);
  return changes.length < rowsPerBatch ? undefined : '';
};
