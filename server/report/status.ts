import { sql, type SQL } from 'drizzle-orm';
import type { ReportStatus } from '#contract/calls/report/public.ts';
import { maxReportPhotos } from '#contract/calls/report/public.ts';
import { isoInstant, isoInstantOrNull, type Executor } from '../db/database.ts';
import { phonesOf } from '../records/phones-of-report.ts';

type Row = Omit<ReportStatus, 'photos'> & Record<string, unknown> & { unusuallyMany: boolean };

/**
 * Reads the status of reports `r` for their senders; `asked` returns the photos that a sender asks about. A report
 * joined to an earlier one has that one's status. Promises: reveals nothing that another visitor has said or
 * photographed, and no name.
 */
export async function readStatuses(
  db: Executor,
  where: SQL,
  asked: (reference: string) => readonly string[],
): Promise<ReportStatus[]> {
  const { rows } = await db.execute<Row>(sql`
    select r.reference, r.reported_at as "reportedAt", t.number as "ticketNumber",
      case when r.first_id is not null and f.state in ('received', 'accepted') then 'joined' else f.state end as state,
      f.reason, r.unusually_many as "unusuallyMany", t.closed_at as "doneAt", ${phonesOf(sql`f`)} as people, array(
        select u.sha256 from attachment_use u
        join attachment a on a.hospital_id = u.hospital_id and a.sha256 = u.sha256 and a.received_at is not null
        where u.hospital_id = f.hospital_id and u.owner_kind = 'faultReport' and u.owner_id = f.id
      ) as arrived
    from fault_report r
    join fault_report f on f.hospital_id = r.hospital_id and f.id = coalesce(r.first_id, r.id)
    left join ticket t on t.hospital_id = f.hospital_id and t.id = f.ticket_id
    where ${where} order by r.received_at desc, r.id`);
  return rows.map(({ unusuallyMany, ...row }) => ({
    ...row,
    reportedAt: isoInstant(row.reportedAt),
    doneAt: isoInstantOrNull(row.doneAt),
    photos: unusuallyMany ? 0 : maxReportPhotos,
    arrived: row.arrived.filter((sha256) => asked(row.reference).includes(sha256)),
  }));
}
