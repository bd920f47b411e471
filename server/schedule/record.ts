import { sql } from 'drizzle-orm';
import type { ScheduleRecord } from '#contract/calls/schedule.ts';
import type { HospitalScope } from '../db/scope.ts';
import { unknownRecord } from '../problem.ts';
import { withRevision } from '../records/revision.ts';

/** Returns a schedule as its form edits it. Throws: ApiError `record.unknown`. */
export async function scheduleRecord(scope: HospitalScope, id: string): Promise<ScheduleRecord> {
  const [row] = await scope.rows<Omit<ScheduleRecord, 'revision'>>(sql`
    select s.id, s.hospital_id as "hospitalId",
      case when s.device_id is not null then 'device' when s.model_id is not null then 'model' else 'type' end as target,
      coalesce(s.device_id, s.model_id, s.equipment_id) as "targetId",
      case when i.id is not null then i.serial_number || ', ' || ie.name
        when m.id is not null then m.name || ', ' || k.name else e.name end as "targetName",
      s.kind, s.title, s.every, s.unit, s.basis, s.first_due_on as "firstDueOn",
      case when s.ends_on is not null then 'date' when s.max_count is not null then 'count' else 'never' end as ends,
      s.ends_on as "endsOn", s.max_count as count, s.window_days as "windowDays", s.done_by as "doneBy",
      s.vendor_id as "vendorId", s.procedure_id as "procedureId", s.maker_every as "makerEvery", s.maker_unit as "makerUnit",
      coalesce(s.longer_reason, '') as "longerReason", coalesce(s.longer_approver, '') as "longerApprover",
      s.review_on as "reviewOn", s.record_from as "recordFrom", (
        select count(*)::int from installation d
        where d.hospital_id = s.hospital_id and d.retired_at is null
          and (d.id = s.device_id or d.model_id = s.model_id or d.equipment_id = s.equipment_id)
      ) as devices
    from schedule s
    left join installation i on i.hospital_id = s.hospital_id and i.id = s.device_id
    left join equipment ie on ie.hospital_id = i.hospital_id and ie.id = i.equipment_id
    left join equipment_model m on m.hospital_id = s.hospital_id and m.id = s.model_id
    left join equipment_make k on k.hospital_id = m.hospital_id and k.id = m.make_id
    left join equipment e on e.hospital_id = s.hospital_id and e.id = s.equipment_id
    where s.hospital_id = ${scope.id} and s.id = ${id} and s.retired_at is null`);
  if (!row) throw unknownRecord('schedule');
  const { devices: _devices, targetName: _name, ...own } = row;
  return withRevision(row, own);
}
