import { sql } from 'drizzle-orm';
import { publishChanges } from '../db/publish-changes.ts';
import { type ClearingStep, daysBefore, placeAfter, rowsPerBatch } from './clearing-step.ts';

/** How long tablets keep a report after its decision. Source: docs/product.md P302. */
const keptReportDays = 30;

/**
 * Erases the senders' names from finished reports (closed, or with a closed ticket) after the time set by the hospital.
 * Removes reports from tablets 30 days after their decision. Source: docs/product.md P303.
 */
export const eraseReports: ClearingStep = async (tx, { hospitalId, now }, after) => {
  const page = await tx.execute<{
    place: string;
    ownId: string;
    isOld: boolean;
    isOnTablets: boolean;
    isDone: boolean;
  }>(sql`
    select r.id as place, f.id as "ownId",
      f.decided_at < ${daysBefore(now, keptReportDays)}::timestamptz as "isOld", not x.deleted as "isOnTablets",
      coalesce(case when f.state = 'closed' then f.decided_at else t.closed_at end
        < ${now.toISOString()}::timestamptz - make_interval(days => coalesce(s.keep_days, 90)), false) as "isDone"
    from fault_report r
    join fault_report f on f.hospital_id = r.hospital_id and f.id = coalesce(r.first_id, r.id)
    left join ticket t on t.hospital_id = f.hospital_id and t.id = f.ticket_id
    left join report_settings s on s.hospital_id = f.hospital_id
    left join sync_index x on x.hospital_id = f.hospital_id and x.kind = 'faultReport' and x.entity_id = f.id
    where r.hospital_id = ${hospitalId} and r.erased_at is null and r.id > ${after}
    order by r.id limit ${rowsPerBatch}`);
  const done = page.rows.filter(({ isDone }) => isDone).map(({ place }) => place);
  if (done.length > 0) {
    await tx.execute(sql`
      update fault_report set name = '', extension = '', browser = null, erased_at = ${now.toISOString()}::timestamptz
      where hospital_id = ${hospitalId} and id = any(${sql.param(done)}::text[])`);
  }
  const changed = page.rows.filter(({ isDone, isOld, isOnTablets }) => isOnTablets && (isDone || isOld));
  const changes = [...new Map(changed.map(({ ownId, isOld }) => [ownId, isOld]))].map(([id, isOld]) => ({
    kind: 'faultReport' as const,
    id,
    deleted: isOld,
  }));
  if (changes.length > 0) await publishChanges(tx, hospitalId, changes, now);
  return placeAfter(page.rows);
};
