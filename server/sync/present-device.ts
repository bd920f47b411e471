import { sql, type SQL } from 'drizzle-orm';
import { type DeviceRecord, type Importance, maxRoundsCounted } from '#contract/records/ward.ts';
import { contradictionHours, currentObservation } from '#contract/rules/device-status.ts';
import type { RoundObservation, RoundStatus } from '#contract/records/observation.ts';
import { nextPlannedDay } from '#contract/rules/device-plan.ts';
import type { DevicePlan, WarrantyCover } from '#contract/records/plan.ts';
import { hospitalDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import { isoInstant, isoInstantOrNull } from '../db/database.ts';
import type { HospitalScope } from '../db/scope.ts';
import { idArray } from '../db/id-array.ts';
import { readTogether } from '../db/read-together.ts';
import { saidMore } from '../records/agreements.ts';
import { readPlans } from '../records/plans.ts';
import { planRecord } from './plan-record.ts';
import { readAttentionRuns } from '../kept-counts/attention-runs.ts';

/** Older downtimes do not affect the uptime. Source: docs/product.md P26. */
const downtimeWindowMs = 365 * 24 * 60 * 60 * 1000;

type DeviceRow = {
  id: string;
  serial_number: string;
  equipment_id: string;
  equipment_name: string;
  importance: Importance;
  make_name: string;
  model_id: string;
  model_name: string;
  department_id: string | null;
  department_name: string | null;
  location: string | null;
  vendor_name: string | null;
  purchase_date: string | null;
  installation_date: string | null;
  calibration_required: boolean;
  contact_name: string | null;
  contact_phone: string | null;
  latest_status: RoundStatus | null;
  latest_observed_at: string | null;
  latest_flagged: boolean;
  latest_template_id: string | null;
  latest_day: string | null;
  earlier_serials: string[] | null;
};

/**
 * Builds the replica's records of devices in one statement. Retired devices have none, unless they are requested
 * (`withRetired`) for their history page.
 */
export async function presentDevices(
  scope: HospitalScope,
  ids: readonly string[],
  now: Date,
  { withRetired = false }: { withRetired?: boolean } = {},
): Promise<DeviceRecord[]> {
  const reading = readTogether(scope);
  const [devices, facts] = await Promise.all([
    readDevices(reading, idArray(ids), withRetired),
    readFacts(reading, ids, now),
  ]);
  return devices.map((device) => recordOf(device, facts));
}

async function readDevices(scope: HospitalScope, wanted: SQL, withRetired: boolean): Promise<DeviceRow[]> {
  return scope.rows<DeviceRow>(sql`
    select i.id, i.serial_number, i.equipment_id, e.name as equipment_name, e.importance, k.name as make_name,
      i.model_id, m.name as model_name, i.department_id, d.name as department_name, i.location, v.name as vendor_name,
      i.purchase_date, i.installation_date, i.calibration_required, c.name as contact_name, c.phone as contact_phone,
      i.latest_status, i.latest_observed_at, i.latest_flagged, i.latest_template_id, i.latest_day,
      (select array_agg(s.serial_number order by s.changed_at desc, s.serial_number collate "C") from earlier_serial s
        where s.hospital_id = i.hospital_id and s.device_id = i.id) as earlier_serials
    from installation i
    join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
    join equipment_make k on k.hospital_id = i.hospital_id and k.id = i.make_id
    join equipment_model m on m.hospital_id = i.hospital_id and m.id = i.model_id
    left join department d on d.hospital_id = i.hospital_id and d.id = i.department_id
    left join vendor v on v.hospital_id = i.hospital_id and v.id = i.vendor_id
    left join contact_person c on c.hospital_id = i.hospital_id and c.id = i.service_contact_id
    where i.hospital_id = ${scope.id} and i.id = any(${wanted}) and (i.retired_at is null or ${withRetired})`);
}

/** Facts from other tables, by device. */
type DeviceFacts = Awaited<ReturnType<typeof readFacts>>;

async function readFacts(scope: HospitalScope, ids: readonly string[], now: Date) {
  const wanted = idArray(ids);
  const today = hospitalDay(now, scope.facts.timeZone);
  const oldest = new Date(now.getTime() - downtimeWindowMs).toISOString();
  const [plans, warranties, rounds, runs, downtimes, tickets, tasks, contradicted] = await Promise.all([
    readPlanRecords(scope, ids, today),
    scope.rows<CoverRow>(sql`
      select s.device_id, w.number, w.start_on, w.end_on, nullif(w.kind, 'Warranty') as kind,
        case when ${saidMore} then w.id end as contract_id
      from warranty_serial s join warranty w on w.hospital_id = s.hospital_id and w.id = s.warranty_id
      where s.hospital_id = ${scope.id} and s.device_id = any(${wanted}) and w.retired_at is null
      order by w.start_on, w.end_on, w.id`),
    scope.rows<{ device_id: string; seen: number }>(sql`
      select wanted.id as device_id, (
        select count(*)::int from (
          select from round_entry r
          where r.hospital_id = ${scope.id} and r.device_id = wanted.id and r.status <> 'Not Seen' limit ${maxRoundsCounted}
        ) counted
      ) as seen
      from unnest(${wanted}) wanted (id)`),
    readAttentionRuns(scope, ids),
    // The value comes first so that a generic plan is as good, see `dependsOnValues` of the named statements.
    scope.rows<{ device_id: string; from_at: string; to_at: string | null }>(sql`
      select device_id, from_at, to_at from downtime
      where hospital_id = ${scope.id} and device_id = any(${wanted})
        and (to_at is null or ${oldest}::timestamptz <= to_at)
      order by from_at, to_at`),
    scope.rows<{ device_id: string; open_ids: string[] | null; cost: string | null }>(sql`
      select device_id, array_agg(id order by reported_at, id) filter (where status <> 'Closed') as open_ids,
        sum(part_cost) as cost
      from ticket where hospital_id = ${scope.id} and device_id = any(${wanted}) group by device_id`),
    scope.rows<{ device_id: string; last_on: string | null; next_on: string | null }>(sql`
      select device_id, max(closed_on) as last_on, min(task_date) filter (where closed_at is null and cancelled_at is null) as next_on
      from task where hospital_id = ${scope.id} and device_id = any(${wanted}) and removed_at is null
      group by device_id`),
    readContradictions(scope, wanted),
  ]);
  return {
    today,
    plans,
    warranties: grouped(warranties),
    rounds: byDevice(rounds),
    runs,
    downtimes: grouped(downtimes),
    tickets: byDevice(tickets),
    tasks: byDevice(tasks),
    contradicted,
  };
}

type CoverRow = {
  device_id: string;
  number: string;
  start_on: string;
  end_on: string;
  kind: NonNullable<WarrantyCover['kind']> | null;
  contract_id: string | null;
};

function coverOf({ number, start_on: start, end_on: end, kind, contract_id: contractId }: CoverRow): WarrantyCover {
  return { number, start, end, ...(kind !== null && { kind }), ...(contractId !== null && { contractId }) };
}

/** Reads the plans of devices that still create work, by device. */
async function readPlanRecords(
  scope: HospitalScope,
  deviceIds: readonly string[],
  today: LocalDay,
): Promise<Map<string, DevicePlan[]>> {
  const records = new Map<string, DevicePlan[]>();
  for (const facts of await readPlans(scope, deviceIds)) {
    const record = planRecord(facts, today);
    if (record) records.set(facts.deviceId, [...(records.get(facts.deviceId) ?? []), record]);
  }
  return records;
}

function recordOf(device: DeviceRow, facts: DeviceFacts): DeviceRecord {
  const ticket = facts.tickets.get(device.id);
  const task = facts.tasks.get(device.id);
  const plans = facts.plans.get(device.id);
  return {
    id: device.id,
    serialNumber: device.serial_number,
    ...(device.earlier_serials && { earlierSerials: device.earlier_serials }),
    equipmentId: device.equipment_id,
    equipmentName: device.equipment_name,
    importance: device.importance,
    makeName: device.make_name,
    modelId: device.model_id,
    modelName: device.model_name,
    departmentId: device.department_id,
    departmentName: device.department_name,
    location: device.location,
    vendorName: device.vendor_name,
    purchaseDate: device.purchase_date,
    installationDate: device.installation_date,
    calibrationRequired: device.calibration_required,
    warranties: (facts.warranties.get(device.id) ?? []).map(coverOf),
    serviceContact:
      device.contact_name === null ? null : { name: device.contact_name, phone: device.contact_phone ?? '' },
    latest: currentObservation(facts.contradicted.get(device.id) ?? []) ?? latestOf(device),
    roundsSeen: facts.rounds.get(device.id)?.seen ?? 0,
    needsAttentionRun: facts.runs.get(device.id) ?? 0,
    downtimes: (facts.downtimes.get(device.id) ?? []).map(({ from_at, to_at }) => [
      isoInstant(from_at),
      isoInstantOrNull(to_at),
    ]),
    openTicketIds: ticket?.open_ids ?? [],
    lastMaintenanceOn: task?.last_on ?? null,
    nextMaintenanceOn: task?.next_on ?? nextPlannedDay(plans ?? [], facts.today),
    ...(plans && { plans }),
    maintenanceCost: Number(ticket?.cost ?? 0),
  };
}

/**
 * Reads the observations of devices whose rounds contradict each other: a tablet compares a further one with all of
 * them.
 */
async function readContradictions(scope: HospitalScope, wanted: SQL): Promise<Map<string, RoundObservation[]>> {
  const rows = await scope.rows<{ device_id: string } & { [K in keyof RoundObservation]: RoundObservation[K] }>(sql`
    select e.device_id, e.status, e.observed_at as "observedAt", e.template_id as "templateId", e.on_day as day
    from installation i join round_entry e on e.hospital_id = i.hospital_id and e.device_id = i.id
    where i.hospital_id = ${scope.id} and i.id = any(${wanted}) and i.latest_flagged and e.status <> 'Not Seen'
      and e.observed_at >= i.latest_observed_at - make_interval(hours => ${contradictionHours})`);
  const groups = new Map<string, RoundObservation[]>();
  for (const [id, entries] of grouped(rows)) {
    groups.set(
      id,
      entries.map(({ device_id: _id, ...entry }) => ({ ...entry, observedAt: isoInstant(entry.observedAt) })),
    );
  }
  return groups;
}

function latestOf(device: DeviceRow): DeviceRecord['latest'] {
  const { latest_status: status, latest_observed_at: observedAt, latest_template_id: templateId } = device;
  if (status === null || observedAt === null || templateId === null || device.latest_day === null) return null;
  return {
    status,
    observedAt: isoInstant(observedAt),
    flagged: device.latest_flagged,
    templateId,
    day: device.latest_day,
  };
}

function byDevice<T extends { device_id: string }>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.device_id, row]));
}

function grouped<T extends { device_id: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row.device_id);
    if (group) group.push(row);
    else groups.set(row.device_id, [row]);
  }
  return groups;
}
