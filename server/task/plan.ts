import { sql } from 'drizzle-orm';
import { hospitalDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import { followUpDate } from '#contract/rules/schedule.ts';
import { isoInstant } from '../db/database.ts';
import type { HospitalScope, WriteScope } from '../db/scope.ts';
import { readPlans } from '../records/plans.ts';
import {
  areSettled,
  compareTasks,
  planKey,
  type PlannedWork,
  type SourcedTask,
  type TaskDifferences,
  type TaskSource,
} from './compare.ts';
import { endOfPlans, installTask, nextBeyondHorizon, plannedTasks } from './device-tasks.ts';
import { addTasks, settleTasks } from './settle.ts';

/**
 * Updates all tasks of devices to match installation, warranties, schedules and tickets; retired devices have no open
 * ones.
 */
export async function settleDevices(scope: WriteScope, deviceIds: readonly string[], now: Date): Promise<void> {
  await settleTasks(scope, ofDevices(deviceIds), await planTasks(scope, deviceIds, now), now);
}

/** Updates the tasks of one source to match its plans, including those of devices that it no longer covers. */
export async function settleSource(
  scope: WriteScope,
  source: TaskSource,
  deviceIds: readonly string[],
  now: Date,
): Promise<void> {
  await settleTasks(scope, ofSource(source), await planSource(scope, source, deviceIds, now), now);
}

/** Updates the tasks that one source has for one device to match its plan; leaves those of other devices alone. */
export async function settleSourceOfDevice(
  scope: WriteScope,
  source: TaskSource,
  deviceId: string,
  now: Date,
): Promise<void> {
  const planned = await planSource(scope, source, [deviceId], now);
  await settleTasks(scope, sql`${ofSource(source)} and ${ofDevices([deviceId])}`, planned, now);
}

/** Creates the tasks of new sources, which have none yet. */
export async function addDeviceTasks(
  scope: WriteScope,
  deviceIds: readonly string[],
  kinds: readonly TaskSource['kind'][],
  now: Date,
): Promise<void> {
  const { tasks } = await planFixed(scope, deviceIds, now);
  await addTasks(
    scope,
    tasks.filter(({ source }) => kinds.includes(source.kind)),
    now,
  );
}

/** What a check of devices found. */
export interface CheckedDevices {
  /** Whether their tasks match their sources. */
  areSettled: boolean;
  /** The day of each device's next job beyond the horizon; none for a device without one. */
  nextOn: ReadonlyMap<string, LocalDay>;
}

/** Compares the tasks of devices with their sources, without locking them. */
export async function checkDevices(
  scope: HospitalScope,
  deviceIds: readonly string[],
  now: Date,
): Promise<CheckedDevices> {
  const planned = await planTasks(scope, deviceIds, now);
  const differences = await compareTasks(scope, ofDevices(deviceIds), planned, { lock: false });
  return { areSettled: areSettled(differences), nextOn: planned.nextOn };
}

/** Returns the changes that `settleDevices` would make, without locking the tasks. */
export async function deviceDifferences(
  scope: HospitalScope,
  deviceIds: readonly string[],
  now: Date,
): Promise<TaskDifferences> {
  const plan = await planTasks(scope, deviceIds, now);
  return compareTasks(scope, ofDevices(deviceIds), plan, { lock: false });
}

const ofSource = ({ kind, id }: TaskSource) => sql`source_kind = ${kind} and source_id = ${id}`;

async function planSource(
  scope: HospitalScope,
  { kind, id }: TaskSource,
  deviceIds: readonly string[],
  now: Date,
): Promise<PlannedWork> {
  const planned = await planFixed(scope, deviceIds, now);
  return { ...planned, tasks: planned.tasks.filter(({ source }) => source.kind === kind && source.id === id) };
}

const ofDevices = (ids: readonly string[]) => sql`device_id = any(${sql.param(ids)}::text[])`;

/** Returns all tasks that the sources of devices require. Source: docs/product.md P32 and P81. */
async function planTasks(scope: HospitalScope, deviceIds: readonly string[], now: Date): Promise<FixedWork> {
  const planned = await planFixed(scope, deviceIds, now);
  return { ...planned, tasks: [...planned.tasks, ...(await ofTickets(scope, deviceIds))] };
}

type FixedWork = PlannedWork & Pick<CheckedDevices, 'nextOn'>;

/** Returns the tasks of installations, warranties and schedules. */
async function planFixed(scope: HospitalScope, deviceIds: readonly string[], now: Date): Promise<FixedWork> {
  const today = hospitalDay(now, scope.facts.timeZone);
  const plans = await readPlans(scope, deviceIds);
  const schedules = plans.filter(({ source }) => source.kind === 'schedule');
  const nextOn = new Map<string, LocalDay>();
  for (const plan of plans) {
    const on = nextBeyondHorizon(plan, today);
    if (on !== null && on < (nextOn.get(plan.deviceId) ?? endOfPlans)) nextOn.set(plan.deviceId, on);
  }
  return {
    nextOn,
    tasks: [...(await installTasks(scope, deviceIds)), ...plans.flatMap((plan) => plannedTasks(plan, today))],
    countsFrom: new Map(schedules.map(({ source, deviceId, recordFrom }) => [planKey(source, deviceId), recordFrom])),
  };
}

/** Returns the Ins tasks; the day on which a device was registered decides whether it was new then. */
async function installTasks(scope: HospitalScope, deviceIds: readonly string[]): Promise<SourcedTask[]> {
  const rows = await scope.rows<{
    id: string;
    installationDate: string | null;
    createdAt: string;
    recordFrom: string | null;
  }>(sql`
    select id, installation_date as "installationDate", created_at as "createdAt", record_from as "recordFrom"
    from installation
    where hospital_id = ${scope.id} and id = any(${sql.param(deviceIds)}::text[]) and retired_at is null`);
  return rows.flatMap((row) => installTask(row.id, row, hospitalDay(isoInstant(row.createdAt), scope.facts.timeZone)));
}

/**
 * Returns the follow-up tasks of Pending tickets, dated from when a ticket was first left pending; an existing one
 * without such an event keeps its day. Source: docs/product.md P32 and P36.
 */
async function ofTickets(scope: HospitalScope, deviceIds: readonly string[]): Promise<SourcedTask[]> {
  const rows = await scope.rows<{ id: string; deviceId: string; leftAt: string | null; knownOn: string | null }>(sql`
    select k.id, k.device_id as "deviceId", left_pending.at as "leftAt", t.task_date as "knownOn"
    from ticket k
    join installation i on i.hospital_id = k.hospital_id and i.id = k.device_id and i.retired_at is null
    left join lateral (
      select e.at from work_event e
      where e.hospital_id = k.hospital_id and e.owner_kind = 'ticket' and e.owner_id = k.id and e.kind = 'left-pending'
      order by e.received_at, e.id limit 1
    ) left_pending on true
    left join task t on t.hospital_id = k.hospital_id and t.source_kind = 'ticket' and t.source_id = k.id
      and t.device_id = k.device_id and t.type = 'CM' and t.occurrence = 1
    where k.hospital_id = ${scope.id} and k.device_id = any(${sql.param(deviceIds)}::text[]) and k.status = 'Pending'
      and (left_pending.at is not null or t.id is not null)`);
  return rows.flatMap(({ id, deviceId, leftAt, knownOn }) => {
    const taskDate = leftAt === null ? knownOn : followUpDate(hospitalDay(isoInstant(leftAt), scope.facts.timeZone));
    if (taskDate === null) return [];
    return [{ deviceId, type: 'CM' as const, occurrence: 1, taskDate, source: { kind: 'ticket' as const, id } }];
  });
}
