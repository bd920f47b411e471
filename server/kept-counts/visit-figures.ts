import { sql } from 'drizzle-orm';
import {
  type MissedVisits,
  missedVisits,
  type VisitedAgreement,
  visitsDue,
  type VisitingTask,
  visitYear,
} from '#contract/rules/agreements/visits.ts';
import { addDays, type LocalDay } from '#contract/rules/hospital-day.ts';
import { vendorOfWork } from '#contract/rules/work-events.ts';
import type { WorkEventData } from '#contract/records/work-event.ts';
import { isoInstant } from '../db/database.ts';
import type { HospitalScope } from '../db/scope.ts';
import { replaced } from './replaced.ts';

/** Visits of a hospital's contracts, as of a day. */
export interface VisitFigures {
  /** Contracts in force that have visits due. */
  contracts: readonly VisitedAgreement[];
  /** The devices with fewer visits than are due. Source: docs/product.md P141. */
  missed: ReadonlyMap<string, MissedVisits>;
}

/** Reads contracts and visits. */
export async function readVisitFigures(scope: HospitalScope, today: LocalDay): Promise<VisitFigures> {
  const contracts = await readAgreements(scope, today);
  return { contracts, missed: await readMissed(scope, today, contracts) };
}

/**
 * Updates the figures after changes of devices, contracts and tasks. A task counts only for its own device, so only
 * devices whose tasks changed are read again; all of them if a contract changed or covers other devices.
 */
export async function changedVisits(
  scope: HospitalScope,
  today: LocalDay,
  known: VisitFigures,
  changed: { device: readonly string[]; task: readonly string[]; hasAgreement: boolean },
): Promise<VisitFigures> {
  const { contracts } = known;
  if (changed.hasAgreement || (await areCoveredOtherwise(scope, contracts, changed.device))) {
    return readVisitFigures(scope, today);
  }
  if (changed.task.length === 0 || contracts.length === 0) return known;
  const rows = await scope.rows<{ id: string }>(sql`
    select distinct device_id as id from task
    where hospital_id = ${scope.id} and id = any(${sql.param(changed.task)}::text[])`);
  const ids = rows.map(({ id }) => id);
  const fresh = await readMissed(scope, today, holding(contracts, ids));
  const missed = replaced(known.missed, ids, fresh);
  return missed === known.missed ? known : { contracts, missed };
}

/** Returns the contracts that cover some of the devices, reduced to these devices. */
function holding(contracts: readonly VisitedAgreement[], ids: readonly string[]): VisitedAgreement[] {
  return contracts.flatMap((contract) => {
    const deviceIds = new Set(ids.filter((id) => contract.deviceIds.has(id)));
    return deviceIds.size > 0 ? [{ ...contract, deviceIds }] : [];
  });
}

/**
 * Returns whether some devices in use are covered by other contracts than the known ones; a round changes devices but
 * no contract.
 */
async function areCoveredOtherwise(
  scope: HospitalScope,
  contracts: readonly VisitedAgreement[],
  ids: readonly string[],
): Promise<boolean> {
  if (contracts.length === 0 || ids.length === 0) return false;
  const rows = await scope.rows<{ number: string; id: string }>(sql`
    select w.number, i.id from warranty_serial s
    join warranty w on w.hospital_id = s.hospital_id and w.id = s.warranty_id and w.retired_at is null
      and (w.terms->>'visitsPerYear')::int > 0
    join installation i on i.hospital_id = s.hospital_id and i.id = s.device_id and i.retired_at is null
    where s.hospital_id = ${scope.id} and s.device_id = any(${sql.param(ids)}::text[])`);
  const numbers = new Map<string, Set<string>>(ids.map((id) => [id, new Set()]));
  for (const { number, id } of rows) numbers.get(id)?.add(number);
  return contracts.some(({ number, deviceIds }) =>
    ids.some((id) => deviceIds.has(id) !== (numbers.get(id)?.has(number) ?? false)),
  );
}

type Promised = Omit<VisitedAgreement, 'deviceIds' | 'record'> &
  NonNullable<VisitedAgreement['record']> & { deviceIds: string[] };

async function readAgreements(scope: HospitalScope, today: LocalDay): Promise<VisitedAgreement[]> {
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

/** A closed task with the vendor that its schedule names now, and what its closing says. */
type ClosedRow = Omit<VisitingTask, 'vendorId'> &
  Record<string, unknown> & { ofSchedule: string | null; closing: WorkEventData['closed'] | null };

/** Number of devices whose visits are read and counted in one turn of the event loop. */
const partSize = 500;

/** Reads the missed visits of the devices of some contracts. */
async function readMissed(
  scope: HospitalScope,
  today: LocalDay,
  contracts: readonly VisitedAgreement[],
): Promise<Map<string, MissedVisits>> {
  const places = new Map<string, number[]>();
  for (const [at, { deviceIds }] of contracts.entries()) {
    for (const id of deviceIds) {
      const known = places.get(id);
      if (known) known.push(at);
      else places.set(id, [at]);
    }
  }
  const ids = [...places.keys()];
  const missed = new Map<string, MissedVisits>();
  for (let from = 0; from < ids.length; from += partSize) {
    const part = ids.slice(from, from + partSize);
    const covering = [...new Set(part.flatMap((id) => places.get(id) ?? []))]
      .sort((a, b) => a - b)
      .flatMap((at) => contracts[at] ?? []);
    const theirs = holding(covering, part);
    const tasks = await readVisitingTasks(scope, today, theirs, part);
    const found = missedVisits(theirs, tasks, { today, timeZone: scope.facts.timeZone });
    for (const [id, visits] of found) missed.set(id, visits);
  }
  return missed;
}

/**
 * Reads the closed tasks of some devices that may be visits: tasks of a warranty or a schedule, or closed in the name
 * of a vendor.
 */
async function readVisitingTasks(
  scope: HospitalScope,
  today: LocalDay,
  contracts: readonly VisitedAgreement[],
  deviceIds: readonly string[],
): Promise<VisitingTask[]> {
  const [first = today] = contracts.map((contract) => visitYear(contract, today).from).sort();
  const rows = await scope.rows<ClosedRow>(sql`
    select t.device_id as "deviceId", t.type, t.warranty_number as "warrantyNumber", s.vendor_id as "ofSchedule",
      t.closed_at as "closedAt", e.data as closing
    from task t
    left join schedule s on s.hospital_id = t.hospital_id and t.source_kind = 'schedule' and s.id = t.source_id
    left join lateral (
      select e.data from work_event e
      where e.hospital_id = t.hospital_id and e.owner_kind = 'task' and e.owner_id = t.id and e.kind = 'closed'
      order by e.at desc, e.id desc limit 1) e on true
    where t.hospital_id = ${scope.id} and t.removed_at is null and t.device_id = any(${sql.param(deviceIds)}::text[])
      and t.closed_at >= ${addDays(first, -1)}::date
      and (t.warranty_number is not null or t.source_kind = 'schedule' or e.data->>'vendorId' is not null)`);
  return rows.map(({ ofSchedule, closing, closedAt, ...task }) => ({
    ...task,
    vendorId: vendorOfWork(closing?.vendorId, ofSchedule) ?? undefined,
    closedAt: closedAt && isoInstant(closedAt),
  }));
}
