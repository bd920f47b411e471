import { eq, sql } from 'drizzle-orm';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import type { Handlers } from '../context.ts';
import { hospital, installation } from '../db/schema.ts';
import { readScope, type HospitalScope } from '../db/scope.ts';
import { lockRegister } from '../device/add-devices.ts';
import { unknownRecord } from '../problem.ts';
import { installationTasksBefore } from '../task/device-tasks.ts';
import { settleDevices } from '../task/plan.ts';
import { chunk } from '../task/settle.ts';
import { addedOn, otherNumber, readCleared, restoreCleared } from './cleared-work.ts';
import type { ImportedDevice } from './columns.ts';

/** Counts the tasks of a register's device that were due before today. */
export function pastTasks(device: ImportedDevice, today: LocalDay): number {
  const schedule = {
    installationDate: device.installationDate ?? null,
    calibrationRequired: device.calibrationRequired ?? false,
    calibrationFrequency: device.calibrationFrequency ?? null,
    calibrationCount: device.calibrationCount ?? 0,
    lastCalibrationOn: device.lastCalibrationOn ?? null,
  };
  return installationTasksBefore(schedule, today);
}

/** Tasks from before the day of an import: counts them and clears them. Source: docs/decisions/248-no-false-past.md */
export const pastWorkHandlers = {
  pastWork: async ({ params, system }) => {
    const [facts] = await system.db.select().from(hospital).where(eq(hospital.id, params.hospitalId));
    if (!facts) throw unknownRecord('hospital');
    const scope = readScope(system.db, facts);
    return { ...(await readPastWork(scope)).counts, cleared: await readCleared(scope) };
  },

  clearPastWork: async ({ params, body, system, now }) => {
    const scope = await system.inHospital(params.hospitalId);
    if (!scope) throw unknownRecord('hospital');
    await lockRegister(scope);
    const { counts, deviceIds } = await readPastWork(scope);
    if (counts.tasks !== body.tasks) throw otherNumber(counts.tasks);
    for (const part of chunk(deviceIds)) {
      const ofPart = sql`${installation.id} = any(${sql.param(part)}::text[])`;
      await scope.update(installation, { recordFrom: addedOn(scope) }, ofPart);
      await settleDevices(scope, part, now);
    }
    return { ...counts, at: now.toISOString() };
  },

  restorePastWork: async ({ params, body, system, now }) => {
    const scope = await system.inHospital(params.hospitalId);
    if (!scope) throw unknownRecord('hospital');
    await lockRegister(scope);
    return restoreCleared(scope, body, now);
  },
} satisfies Handlers<'pastWork' | 'clearPastWork' | 'restorePastWork'>;

/**
 * Reads the open tasks from before their devices' records, except those that somebody is working on, and their devices.
 */
async function readPastWork(scope: HospitalScope) {
  const rows = await scope.rows<{ deviceId: string; tasks: number; oldest: string }>(sql`
    select t.device_id as "deviceId", count(*)::int as tasks, min(t.task_date) as oldest
    from task t
    join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id and i.retired_at is null
    where t.hospital_id = ${scope.id} and t.closed_at is null and t.removed_at is null and not t.action_required
      and t.attempted_at is null and t.cancelled_at is null
      and t.source_kind in ('installation', 'warranty') and i.record_from is null
      and t.task_date < (i.created_at at time zone ${scope.facts.timeZone})::date
    group by t.device_id order by t.device_id`);
  return {
    counts: {
      tasks: rows.reduce((sum, { tasks }) => sum + tasks, 0),
      devices: rows.length,
      oldest: rows.map(({ oldest }) => oldest).sort()[0] ?? null,
    },
    deviceIds: rows.map(({ deviceId }) => deviceId),
  };
}
