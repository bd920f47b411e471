import { sql } from 'drizzle-orm';
import { maxFurtherAccounts } from '#contract/records/fault-report.ts';
import type { FaultReportRecord, RetiredDevice } from '#contract/records/ward.ts';
import { isoInstant, isoInstantOrNull } from '../db/database.ts';
import type { HospitalScope } from '../db/scope.ts';
import { authorName } from '../records/author-name.ts';
import { phonesOf } from '../records/phones-of-report.ts';
import { retiredDevice, retiredJoin } from './present-work.ts';
import { readFiles } from './read-files.ts';

type Row = Omit<FaultReportRecord, 'photos' | 'retiredDevice'> &
  Record<string, unknown> & { retiredDevice: RetiredDevice | null };

/** Builds the replica's records of fault reports; a report that joined an earlier one is part of that record. */
export async function presentFaultReports(scope: HospitalScope, ids: readonly string[]): Promise<FaultReportRecord[]> {
  const rows = await scope.rows<Row>(sql`
    select t.id, t.reference, t.device_id as "deviceId", t.kind, t.text, t.patient_affected as "patientAffected",
      t.name, t.extension, t.reported_at as "reportedAt", t.unusually_many as "unusuallyMany", t.state,
      t.ticket_id as "ticketId", t.reason, t.decided_at as "decidedAt",
      ${authorName(sql`t.decided_by_name`, sql`t.decided_by_id`)} as "decidedBy", ${phonesOf(sql`t`)} as people, coalesce((
        select json_agg(json_build_object('kind', o.kind, 'text', o.text, 'patientAffected', o.patient_affected,
          'name', o.name, 'extension', o.extension, 'reportedAt', o.reported_at) order by o.received_at, o.id)
        from (
          select * from fault_report f where f.hospital_id = t.hospital_id and f.first_id = t.id
          order by f.received_at, f.id limit ${maxFurtherAccounts}
        ) o
      ), '[]') as further, ${retiredDevice}
    from fault_report t ${retiredJoin}
    where t.hospital_id = ${scope.id} and t.id = any(${sql.param(ids)}::text[]) and t.first_id is null`);
  const files = await readFiles(scope, 'faultReport', sql`${sql.param(rows.map(({ id }) => id))}::text[]`);
  return rows.map(({ further, retiredDevice: retired, ...row }) => ({
    ...row,
    ...(retired && { retiredDevice: retired }),
    reportedAt: isoInstant(row.reportedAt),
    decidedAt: isoInstantOrNull(row.decidedAt),
    further: further.map((each) => ({ ...each, reportedAt: isoInstant(each.reportedAt) })),
    photos: files.get(row.id) ?? [],
  }));
}
