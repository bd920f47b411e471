import { sql, type SQL } from 'drizzle-orm';
import type { TestRecord } from '#contract/records/test.ts';
import { isoInstant } from '../db/database.ts';
import type { HospitalScope } from '../db/scope.ts';
import { authorName } from './author-name.ts';
import { withTabletTime } from './tablet-time.ts';

/** Fields that are absent from a record rather than null. */
type Present = 'openTask' | 'adjusted';
type TestRow = Omit<TestRecord, Present> & { [K in Present]: TestRecord[K] | null } & Record<string, unknown>;

/** Reads tests that meet a condition on `r`, in the form that tablets hold. */
export async function readTests(scope: HospitalScope, where: SQL): Promise<TestRecord[]> {
  const rows = await scope.rows<TestRow>(sql`
    select r.id, r.device_id as "deviceId", r.task_id as "taskId", r.procedure_id as "procedureId",
      v.name as "procedureName", r.version, r.result, r.findings, r.limitation, r.adjusted, r.answers, r.testers, r.temperature,
      r.humidity, r.remarks, r.tested_at as "testedAt", r.tablet_time as "tabletTime", r.tested_on as "testedOn", ${authorName(sql`r.by_name`, sql`r.by_id`)} as by,
      r.next_due_on as "nextDueOn", r.open_task as "openTask", r.ticket_id as "ticketId", r.corrects_id as "correctsId"
    from test_record r join procedure_version v on v.hospital_id = r.hospital_id and v.procedure_id = r.procedure_id
      and v.version = r.version
    where r.hospital_id = ${scope.id} and ${where}`);
  return rows.map(({ openTask, adjusted, ...row }) =>
    withTabletTime({
      ...row,
      testedAt: isoInstant(row.testedAt),
      ...(openTask && { openTask }),
      ...(adjusted && { adjusted }),
    }),
  );
}
