import { sql, type SQL } from 'drizzle-orm';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import type { FinishedJobs, Plan, PlanBasis } from '#contract/rules/plan.ts';
import type { IntervalUnit } from '#contract/records/plan.ts';
import { calibrationPlan, type Frequency, pmPlan } from '#contract/rules/schedule.ts';
import type { ScheduleTarget } from '#contract/rules/schedule-kinds.ts';
import type { PlannedType } from '#contract/records/values.ts';
import type { HospitalScope } from '../db/scope.ts';

/** A plan of one device: that of a schedule, its warranty's PM, or its own calibration. */
export interface DevicePlanFacts {
  deviceId: string;
  source: { kind: 'installation' | 'warranty' | 'schedule'; id: string };
  type: PlannedType;
  /** Title of a schedule; empty if it has none. */
  title: string;
  /** Only for schedules. */
  target: ScheduleTarget | null;
  /** The vendor who does the work; null for in-house work. */
  vendorName: string | null;
  /** The procedure that tests the work. Only for schedules. */
  procedureId: string | null;
  warrantyNumber: string | null;
  plan: Plan;
  basis: PlanBasis;
  /** Whether the plan counts from work that was last done before the device's record began. */
  isFromLastDone: boolean;
  /** No work is created that was due before this day. */
  recordFrom: LocalDay | null;
  /** For floating plans, the last job that was done or cancelled; null if there was none. */
  finished: FinishedJobs | null;
}

type PlanRow = {
  deviceId: string;
  kind: DevicePlanFacts['source']['kind'];
  id: string;
  type: PlannedType;
  title: string;
  target: ScheduleTarget | null;
  vendorName: string | null;
  procedureId: string | null;
  warrantyNumber: string | null;
  frequency: Frequency | null;
  every: number | null;
  unit: IntervalUnit | null;
  basis: PlanBasis;
  anchor: LocalDay;
  until: LocalDay | null;
  count: number | null;
  isFromLastDone: boolean;
  recordFrom: LocalDay | null;
  finished: number | null;
  lastOn: LocalDay | null;
};

/**
 * Reads all plans of devices in use, which determine their tasks and appear on their pages. The only place that defines
 * what a warranty, an installation and a schedule plan. Source: docs/decisions/293-plans-and-horizon.md
 */
export async function readPlans(scope: HospitalScope, deviceIds: readonly string[]): Promise<DevicePlanFacts[]> {
  const { id: hospital, facts } = scope;
  // For one device PostgreSQL caches the plan of this statement; for a list of unknown length it plans anew each time,
  // which takes a millisecond.
  const chosen = deviceIds.length === 1 ? sql`${deviceIds[0]}` : sql`any(${sql.param(deviceIds)}::text[])`;
  const wanted = sql`i.hospital_id = ${hospital} and i.id = ${chosen} and i.retired_at is null`;
  // A device that was added, returned, or came under its schedule later owes no earlier work.
  const ofDevice = (since: SQL) => sql`
    s.id, s.kind, s.title, s.done_by, s.vendor_id, s.procedure_id, s.every, s.unit, s.basis, s.first_due_on, s.ends_on, s.max_count, i.id as device_id,
    greatest(s.record_from, i.back_since, ${since},
      case when i.created_at > s.created_at then (i.created_at at time zone ${facts.timeZone})::date end) as record_from`;
  const live = sql`s.hospital_id = i.hospital_id and s.retired_at is null`;
  const rows = await scope.rows<PlanRow>(sql`
    select i.id as "deviceId", 'installation' as kind, i.id, 'Cal' as type, '' as title, null as target,
      null as "vendorName", null as "procedureId", null as "warrantyNumber", i.calibration_frequency as frequency, null::int as every,
      null as unit, 'fixed' as basis, coalesce(i.last_calibration_on, i.installation_date) as anchor,
      null::date as until, i.calibration_count as count, i.last_calibration_on is not null as "isFromLastDone",
      i.record_from as "recordFrom", null::int as finished,
      null::date as "lastOn"
    from installation i
    where ${wanted} and i.calibration_required and i.calibration_frequency is not null and i.calibration_count > 0
      and coalesce(i.last_calibration_on, i.installation_date) is not null
    union all
    select i.id, 'warranty', w.id, 'PM', '', null, null, null, w.number, w.pm_frequency, null, null, 'fixed',
      coalesce(c.last_pm_on, w.start_on), w.end_on, w.pm_count, c.last_pm_on is not null,
      greatest(i.record_from, c.record_from), null, null
    from installation i
    join warranty_serial c on c.hospital_id = i.hospital_id and c.device_id = i.id
    join warranty w on w.hospital_id = c.hospital_id and w.id = c.warranty_id and w.retired_at is null
      and w.pm_frequency is not null and w.pm_count > 0
    where ${wanted}
    union all
    select s.device_id, 'schedule', s.id, s.kind, s.title, s.target,
      case when s.done_by = 'vendor' then v.name end, s.procedure_id, null, null, s.every, s.unit, s.basis, s.first_due_on, s.ends_on,
      s.max_count, false, s.record_from, done.jobs, done.last_on
    from (
      select 'device' as target, ${ofDevice(sql`null`)} from installation i join schedule s on ${live} and s.device_id = i.id
      where ${wanted}
      union all
      select 'model', ${ofDevice(sql`i.model_since`)} from installation i join schedule s on ${live} and s.model_id = i.model_id
      where ${wanted}
      union all
      select 'type', ${ofDevice(sql`i.type_since`)} from installation i join schedule s on ${live} and s.equipment_id = i.equipment_id
      where ${wanted}
    ) s
    left join vendor v on v.hospital_id = ${hospital} and v.id = s.vendor_id
    left join lateral (
      select count(*)::int as jobs, max(coalesce(t.closed_on, t.due_on, t.moved_from, t.task_date)) as last_on
      from task t
      where t.hospital_id = ${hospital} and t.source_kind = 'schedule' and t.source_id = s.id and t.device_id = s.device_id
        and (t.closed_at is not null or t.cancelled_at is not null)
    ) done on s.basis = 'floating'`);
  return rows
    .map(factsOf)
    .toSorted(
      (a, b) =>
        compare(a.deviceId, b.deviceId) || compare(a.source.kind, b.source.kind) || compare(a.source.id, b.source.id),
    );
}

function factsOf(row: PlanRow): DevicePlanFacts {
  const { deviceId, kind, id, type, title, target, vendorName, procedureId, warrantyNumber } = row;
  const { basis, isFromLastDone, recordFrom } = row;
  const finished = row.finished && row.lastOn !== null ? { count: row.finished, lastOn: row.lastOn } : null;
  return {
    deviceId,
    source: { kind, id },
    type,
    title,
    target,
    vendorName,
    procedureId,
    warrantyNumber,
    plan: planOf(row),
    basis,
    isFromLastDone,
    recordFrom,
    finished,
  };
}

function planOf({ frequency, every, unit, anchor, until, count }: PlanRow): Plan {
  if (frequency === null)
    return { anchor, offset: 0, interval: { every: every ?? 1, unit: unit ?? 'month' }, until, count };
  return until === null
    ? calibrationPlan({ installationDate: anchor, frequency, count: count ?? 0 })
    : pmPlan({ start: anchor, frequency, count: count ?? 0, end: until });
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
