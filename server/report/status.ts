import { sql, type SQL } from 'drizzle-orm';
import type { ReportStatus } from '#contract/calls/report/public.ts';
import { maxReportPhotos } from '#contract/calls/report/public.ts';
import { isoInstant, isoInstantOrNull, type Executor } from '../db/database.ts';

type Row = Omit<ReportStatus, 'photos'> & Record<string, unknown> & { unusuallyMany: boolean };

/**
 * Reads what has become of reports `r`, for their senders. A report that joined an earlier one shares its fate.
 * Promises: nothing that another visitor has said, and no name.
 */
export async function readStatuses(db: Executor, where: SQL): Promise<ReportStatus[]> {
  const { rows } = await db.execute<Row>(sql`
    select r.reference, r.reported_at as "reportedAt", t.number as "ticketNumber",
      case when r.first_id is not null and f.state in ('received', 'accepted') then 'joined' else f.state end as state,
      f.reason, r.unusually_many as "unusuallyMany", t.closed_at as "doneAt", 1 + (
        select count(*)::int from fault_report o where o.hospital_id = f.hospital_id and o.first_id = f.id
      ) as people
    from fault_report r
    join fault_report f on f.hospital_id = r.hospital_id and f.id = coalesce(r.first_id, r.id)
    left join ticket t on t.hospital_id = f.hospital_id and t.id = f.ticket_id
    where ${where} order by r.received_at desc, r.id`);
  return rows.map(({ unusuallyMany, ...row }) => ({
    ...row,
    reportedAt: isoInstant(row.reportedAt),
    doneAt: isoInstantOrNull(row.doneAt),
    photos: unusuallyMany ? 0 : maxReportPhotos,
  }));
}
