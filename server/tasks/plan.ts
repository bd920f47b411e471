import { sql } from 'drizzle-orm';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { followUpDate } from '#contract/rules/schedule.ts';
import { isoInstant } from '../db/database.ts';
import type { HospitalScope, WriteScope } from '../db/scope.ts';
import {
  installationTasks,
  warrantyTasks,
  type InstallationSchedule,
  type WarrantySchedule,
} from '../installation-base/device-tasks.ts';
import { areSettled, compareTasks, settleTasks, type SourcedTask } from './settle.ts';

/** How the timeline of a ticket tells that it was closed with follow-up. */
const followUpText = 'Left pending for a follow-up';

/** Brings all tasks of devices to what installation, warranties and tickets ask for; retired devices have no open ones. */
export async function settleDevices(scope: WriteScope, deviceIds: readonly string[], now: Date): Promise<void> {
  await settleTasks(scope, ofDevices(deviceIds), await planTasks(scope, deviceIds), now);
}

/** Tells whether the tasks of devices are as their sources ask, without a lock. */
export async function devicesAreSettled(scope: HospitalScope, deviceIds: readonly string[]): Promise<boolean> {
  const plan = await planTasks(scope, deviceIds);
  return areSettled(await compareTasks(scope, ofDevices(deviceIds), plan, { lock: false }));
}

const ofDevices = (ids: readonly string[]) => sql`device_id = any(${sql.param(ids)}::text[])`;

/** All tasks that the sources of devices ask for. Source: document 3, rule 3.3. */
async function planTasks(scope: HospitalScope, deviceIds: readonly string[]): Promise<SourcedTask[]> {
  return [
    ...(await ofInstallations(scope, deviceIds)),
    ...(await ofWarranties(scope, deviceIds)),
    ...(await ofTickets(scope, deviceIds)),
  ];
}

/** The day on which a device came into the register decides whether it was new then. */
async function ofInstallations(scope: HospitalScope, deviceIds: readonly string[]): Promise<SourcedTask[]> {
  const rows = await scope.rows<InstallationSchedule & Record<string, unknown> & { id: string; createdAt: string }>(sql`
    select id, installation_date as "installationDate", calibration_required as "calibrationRequired",
      calibration_frequency as "calibrationFrequency", calibration_count as "calibrationCount",
      created_at as "createdAt"
    from installation
    where hospital_id = ${scope.id} and id = any(${sql.param(deviceIds)}::text[]) and retired_at is null`);
  return rows.flatMap(({ id, createdAt, ...device }) => {
    const addedOn = hospitalDay(isoInstant(createdAt), scope.facts.timeZone);
    return installationTasks(id, device, addedOn).map((task) => ({
      ...task,
      source: { kind: 'installation' as const, id },
    }));
  });
}

async function ofWarranties(scope: HospitalScope, deviceIds: readonly string[]): Promise<SourcedTask[]> {
  const rows = await scope.rows<WarrantySchedule & Record<string, unknown> & { id: string; deviceId: string }>(sql`
    select w.id, s.device_id as "deviceId", w.number, w.start_on as "startOn", w.end_on as "endOn",
      w.pm_frequency as "pmFrequency", w.pm_count as "pmCount"
    from warranty_serial s
    join warranty w on w.hospital_id = s.hospital_id and w.id = s.warranty_id and w.retired_at is null
    join installation i on i.hospital_id = s.hospital_id and i.id = s.device_id and i.retired_at is null
    where s.hospital_id = ${scope.id} and s.device_id = any(${sql.param(deviceIds)}::text[])`);
  return rows.flatMap(({ id, deviceId, ...warranty }) =>
    warrantyTasks(deviceId, warranty).map((task) => ({ ...task, source: { kind: 'warranty' as const, id } })),
  );
}

/** A follow-up that is there without a word in its ticket's timeline stays as it is. */
async function ofTickets(scope: HospitalScope, deviceIds: readonly string[]): Promise<SourcedTask[]> {
  const rows = await scope.rows<{ id: string; deviceId: string; leftAt: string | null; knownOn: string | null }>(sql`
    select k.id, k.device_id as "deviceId", left_pending.at as "leftAt", t.task_date as "knownOn"
    from ticket k
    join installation i on i.hospital_id = k.hospital_id and i.id = k.device_id and i.retired_at is null
    left join lateral (
      select said.entry->>'at' as at from jsonb_array_elements(k.timeline) with ordinality as said (entry, place)
      where said.entry->>'text' = ${followUpText} order by said.place limit 1
    ) left_pending on true
    left join task t on t.hospital_id = k.hospital_id and t.source_kind = 'ticket' and t.source_id = k.id
      and t.device_id = k.device_id and t.type = 'CM' and t.occurrence = 1
    where k.hospital_id = ${scope.id} and k.device_id = any(${sql.param(deviceIds)}::text[])
      and (left_pending.at is not null or t.id is not null)`);
  return rows.flatMap(({ id, deviceId, leftAt, knownOn }) => {
    const taskDate = leftAt === null ? knownOn : followUpDate(hospitalDay(leftAt, scope.facts.timeZone));
    if (taskDate === null) return [];
    return [{ deviceId, type: 'CM' as const, occurrence: 1, taskDate, source: { kind: 'ticket' as const, id } }];
  });
}
