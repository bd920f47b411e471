import { sql } from 'drizzle-orm';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { followUpDate } from '#contract/rules/schedule.ts';
import { isoInstant } from '../db/database.ts';
import type { HospitalScope, WriteScope } from '../db/scope.ts';
import {
  installationTasks,
  sinceRecord,
  warrantyTasks,
  type DeviceSchedule,
  type WarrantySchedule,
} from './device-tasks.ts';
import { areSettled, compareTasks, settleTasks, type SourcedTask } from './settle.ts';

/** Brings all tasks of devices in line with installation, warranties and tickets; retired devices have no open ones. */
export async function settleDevices(scope: WriteScope, deviceIds: readonly string[], now: Date): Promise<void> {
  await settleTasks(scope, ofDevices(deviceIds), await planTasks(scope, deviceIds), now);
}

/** Returns whether the tasks of devices are as their sources ask, without a lock. */
export async function devicesAreSettled(scope: HospitalScope, deviceIds: readonly string[]): Promise<boolean> {
  const plan = await planTasks(scope, deviceIds);
  return areSettled(await compareTasks(scope, ofDevices(deviceIds), plan, { lock: false }));
}

const ofDevices = (ids: readonly string[]) => sql`device_id = any(${sql.param(ids)}::text[])`;

/** All tasks that the sources of devices require. Source: docs/product.md P32. */
async function planTasks(scope: HospitalScope, deviceIds: readonly string[]): Promise<SourcedTask[]> {
  return [
    ...(await ofInstalledDevices(scope, deviceIds)),
    ...(await ofWarranties(scope, deviceIds)),
    ...(await ofTickets(scope, deviceIds)),
  ];
}

/** The day on which a device was registered decides whether it was new then. */
async function ofInstalledDevices(scope: HospitalScope, deviceIds: readonly string[]): Promise<SourcedTask[]> {
  const rows = await scope.rows<
    DeviceSchedule & Record<string, unknown> & { id: string; createdAt: string; recordFrom: string | null }
  >(sql`
    select id, installation_date as "installationDate", calibration_required as "calibrationRequired",
      calibration_frequency as "calibrationFrequency", calibration_count as "calibrationCount",
      created_at as "createdAt", record_from as "recordFrom"
    from installation
    where hospital_id = ${scope.id} and id = any(${sql.param(deviceIds)}::text[]) and retired_at is null`);
  return rows.flatMap(({ id, createdAt, recordFrom, ...device }) => {
    const addedOn = hospitalDay(isoInstant(createdAt), scope.facts.timeZone);
    return sinceRecord(installationTasks(id, device, addedOn), recordFrom).map((task) => ({
      ...task,
      source: { kind: 'installation' as const, id },
    }));
  });
}

async function ofWarranties(scope: HospitalScope, deviceIds: readonly string[]): Promise<SourcedTask[]> {
  const rows = await scope.rows<
    WarrantySchedule & Record<string, unknown> & { id: string; deviceId: string; recordFrom: string | null }
  >(sql`
    select w.id, s.device_id as "deviceId", w.number, w.start_on as "startOn", w.end_on as "endOn",
      w.pm_frequency as "pmFrequency", w.pm_count as "pmCount", i.record_from as "recordFrom"
    from warranty_serial s
    join warranty w on w.hospital_id = s.hospital_id and w.id = s.warranty_id and w.retired_at is null
    join installation i on i.hospital_id = s.hospital_id and i.id = s.device_id and i.retired_at is null
    where s.hospital_id = ${scope.id} and s.device_id = any(${sql.param(deviceIds)}::text[])`);
  return rows.flatMap(({ id, deviceId, recordFrom, ...warranty }) =>
    sinceRecord(warrantyTasks(deviceId, warranty), recordFrom).map((task) => ({
      ...task,
      source: { kind: 'warranty' as const, id },
    })),
  );
}

/**
 * A ticket that is Pending has a follow-up, dated from when it was first left so; an existing one without such an event
 * stays where it is. Source: docs/product.md P32 and P36.
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
