import { sql } from 'drizzle-orm';
import {
  type MissedVisits,
  missedVisits,
  type VisitedContract,
  visitsDue,
  type VisitingTask,
  visitYear,
} from '#contract/rules/contracts/visits.ts';
import { addDays, type LocalDay } from '#contract/rules/hospital-day.ts';
import { vendorOfWork, type WorkEventData } from '#contract/rules/work-events.ts';
import { isoInstant } from '../db/database.ts';
import type { HospitalScope } from '../db/scope.ts';
import { inParts } from '../in-parts.ts';

/** What the contracts of a hospital say of visits on a day. */
export interface VisitFigures {
  /** Those in force of which visits are due. */
  contracts: readonly VisitedContract[];
  /** The devices with fewer visits than are due. Source: docs/product.md P141. */
  missed: ReadonlyMap<string, MissedVisits>;
}

/** Reads contracts and visits. */
export async function readVisitFigures(scope: HospitalScope, today: LocalDay): Promise<VisitFigures> {
  return readMissed(scope, today, await readContracts(scope, today));
}

/** The figures after changes of devices, contracts and tasks: what none of them can have changed is kept. */
export async function changedVisits(
  scope: HospitalScope,
  today: LocalDay,
  known: VisitFigures,
  changed: { device: readonly string[]; task: readonly string[]; hasContract: boolean },
): Promise<VisitFigures> {
  const isOwing = (id: string) => known.contracts.some(({ deviceIds }) => deviceIds.has(id));
  if (changed.hasContract || changed.device.some(isOwing) || (await areVisited(scope, changed.device))) {
    return readVisitFigures(scope, today);
  }
  return changed.task.length > 0 ? readMissed(scope, today, known.contracts) : known;
}

/** Whether one of some devices has a contract that promises visits. */
async function areVisited(scope: HospitalScope, deviceIds: readonly string[]): Promise<boolean> {
  if (deviceIds.length === 0) return false;
  const [row] = await scope.rows<{ found: boolean }>(sql`
    select exists (
      select 1 from warranty_serial s
      join warranty w on w.hospital_id = s.hospital_id and w.id = s.warranty_id and w.retired_at is null
        and (w.terms->>'visitsPerYear')::int > 0
      where s.hospital_id = ${scope.id} and s.device_id = any(${sql.param(deviceIds)}::text[])) as found`);
  return row?.found ?? false;
}

type Promised = Omit<VisitedContract, 'deviceIds' | 'record'> &
  NonNullable<VisitedContract['record']> & { deviceIds: string[] };

async function readContracts(scope: HospitalScope, today: LocalDay): Promise<VisitedContract[]> {
  const rows = await scope.rows<Promised & Record<string, unknown>>(sql`
    select w.number, w.start_on as "startOn", w.end_on as "endOn", w.vendor_id as "vendorId",
      coalesce(v.name, '') as "vendorName", w.terms, array(
        select i.id from warranty_serial s
        join installation i on i.hospital_id = s.hospital_id and i.id = s.device_id and i.retired_at is null
        where s.hospital_id = w.hospital_id and s.warranty_id = w.id order by i.id) as "deviceIds"
    from warranty w left join vendor v on v.hospital_id = w.hospital_id and v.id = w.vendor_id
    where w.hospital_id = ${scope.id} and w.retired_at is null and ${today}::date between w.start_on and w.end_on
      and (w.terms->>'visitsPerYear')::int > 0
    order by w.end_on, w.number collate "C"`);
  return rows
    .map(({ deviceIds, vendorId, vendorName, terms, ...days }) => {
      return { ...days, deviceIds: new Set(deviceIds), record: { vendorId, vendorName, terms } };
    })
    .filter((contract) => visitsDue(contract, today) > 0);
}

/** A closed task with what its closing says, where a schedule made it. */
type ClosedRow = Omit<VisitingTask, 'vendorId'> &
  Record<string, unknown> & { ofSchedule: string | null; closing: WorkEventData['closed'] | null };

async function readMissed(
  scope: HospitalScope,
  today: LocalDay,
  contracts: readonly VisitedContract[],
): Promise<VisitFigures> {
  const deviceIds = [...new Set(contracts.flatMap((contract) => [...contract.deviceIds]))];
  if (deviceIds.length === 0) return { contracts, missed: new Map() };
  const [first = today] = contracts.map((contract) => visitYear(contract, today).from).sort();
  const rows = await scope.rows<ClosedRow>(sql`
    select t.device_id as "deviceId", t.type, t.warranty_number as "warrantyNumber", s.vendor_id as "ofSchedule",
      t.closed_at as "closedAt", case when t.source_kind = 'schedule' then (
        select e.data from work_event e
        where e.hospital_id = t.hospital_id and e.owner_kind = 'task' and e.owner_id = t.id and e.kind = 'closed'
        limit 1) end as closing
    from task t
    left join schedule s on s.hospital_id = t.hospital_id and t.source_kind = 'schedule' and s.id = t.source_id
    where t.hospital_id = ${scope.id} and t.removed_at is null and t.device_id = any(${sql.param(deviceIds)}::text[])
      and t.closed_at >= ${addDays(first, -1)}::date and (t.warranty_number is not null or t.source_kind = 'schedule')`);
  const tasks = await inParts(rows, ({ ofSchedule, closing, closedAt, ...task }) => ({
    ...task,
    vendorId: vendorOfWork(closing?.vendorId, ofSchedule) ?? undefined,
    closedAt: closedAt && isoInstant(closedAt),
  }));
  return { contracts, missed: missedVisits(contracts, tasks, { today, timeZone: scope.facts.timeZone }) };
}
