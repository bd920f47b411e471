import { sql, type SQL } from 'drizzle-orm';
import { counted } from '#contract/rules/counted.ts';
import type { ClearedWork, RestoredWork } from '#contract/calls/import.ts';
import { hospitalDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import { isoInstant } from '../db/database.ts';
import { installation, task } from '../db/schema.ts';
import type { HospitalScope, WriteScope } from '../db/scope.ts';
import { ApiError } from '../problem.ts';
import { deviceDifferences, settleDevices } from '../task/plan.ts';
import { chunk } from '../task/settle.ts';

/** Returns the day on which a device was added; a clearing moves the start of its record to this day. */
export function addedOn({ facts }: HospitalScope): SQL {
  return sql`(${installation.createdAt} at time zone ${facts.timeZone})::date`;
}

/** Returns the refusal of an action that was confirmed for a different number of tasks. */
export function otherNumber(tasks: number): ApiError {
  return new ApiError('record.conflict', `The number has changed to ${counted(tasks, 'task')}. Please check again.`);
}

/** Finds the last clearing that has tasks to bring back; null if there is none. */
export async function readCleared(scope: HospitalScope): Promise<ClearedWork | null> {
  const [last] = await scope.rows<{ at: string; tasks: number; devices: number }>(sql`
    select at, count(*)::int as tasks, count(distinct device_id)::int as devices
    from (${clearedTasks(scope)}) cleared group by at order by at desc limit 1`);
  if (!last) return null;
  const at = isoInstant(last.at);
  return { ...last, at, on: hospitalDay(at, scope.facts.timeZone) };
}

/**
 * Brings the tasks of one clearing back, under the same ids, and restores the full record of their devices. Devices
 * whose plan would now create anything else stay as they are, and their tasks stay removed, now because of that plan.
 * Throws: ApiError `record.conflict` when the number of tasks differs from the confirmed one. Source:
 * docs/decisions/319-undo-of-a-clearing.md
 */
export async function restoreCleared(
  scope: WriteScope,
  agreed: { at: string; tasks: number },
  now: Date,
): Promise<RestoredWork> {
  const rows = await scope.rows<ClearedTask>(sql`
    select id, device_id as "deviceId", task_date as "taskDate"
    from (${clearedTasks(scope)}) cleared where at = ${agreed.at}::timestamptz`);
  if (rows.length === 0) throw new ApiError('record.conflict', 'These tasks are back already. Please look again.');
  if (rows.length !== agreed.tasks) throw otherNumber(rows.length);
  const byDevice = perDevice(rows);
  const kept = new Set<string>();
  for (const part of chunk([...byDevice.keys()])) {
    await scope.update(installation, { recordFrom: null }, among(installation.id, part));
    const changed = await changedDevices(scope, byDevice, part, now);
    if (changed.length > 0) {
      await scope.update(installation, { recordFrom: addedOn(scope) }, among(installation.id, changed));
      const left = changed.flatMap((id) => byDevice.get(id) ?? []).map(({ id }) => id);
      await scope.update(task, { removedAt: now }, among(task.id, left));
    }
    for (const id of changed) kept.add(id);
    await settleDevices(
      scope,
      part.filter((id) => !kept.has(id)),
      now,
    );
  }
  const keptTasks = rows.filter(({ deviceId }) => kept.has(deviceId)).length;
  return {
    tasks: rows.length - keptTasks,
    devices: byDevice.size - kept.size,
    kept: { tasks: keptTasks, devices: kept.size },
  };
}

type ClearedTask = { id: string; deviceId: string; taskDate: LocalDay };

/**
 * Selects the tasks that clearings removed and nobody has worked on since, for devices in use whose record still begins
 * where the clearing set it. The activity log has the clearings with their records.
 */
function clearedTasks(scope: HospitalScope): SQL {
  return sql`
    select distinct a.at, t.id, t.device_id, t.task_date
    from audit_entry a
    cross join unnest(a.records) as record
    join task t on t.hospital_id = a.hospital_id and t.id = substr(record, 6) and t.removed_at = a.at
    join installation on installation.hospital_id = t.hospital_id and installation.id = t.device_id
      and installation.retired_at is null and installation.record_from = ${addedOn(scope)}
    where a.hospital_id = ${scope.id} and a.call = 'clearPastWork' and record like 'task:%'
      and t.source_kind in ('installation', 'warranty')
      and t.task_date < installation.record_from and t.closed_at is null and t.cancelled_at is null
      and t.attempted_at is null and not t.action_required`;
}

/** Returns the devices whose plan, with their full record, asks for other early work than a clearing has removed. */
async function changedDevices(
  scope: WriteScope,
  cleared: ReadonlyMap<string, readonly ClearedTask[]>,
  deviceIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const { fresh, moved, gone } = await deviceDifferences(scope, deviceIds, now);
  const days = new Map(
    (
      await scope.rows<{ id: string; addedOn: LocalDay }>(sql`
        select id, ${addedOn(scope)} as "addedOn" from installation
        where hospital_id = ${scope.id} and ${among(installation.id, deviceIds)}`)
    ).map(({ id, addedOn: day }) => [id, day]),
  );
  const isPast = ({ deviceId, taskDate }: Omit<ClearedTask, 'id'>) => taskDate < (days.get(deviceId) ?? '');
  const others = new Set([...fresh.filter(isPast), ...gone].map(({ deviceId }) => deviceId));
  const back = perDevice(moved.filter(isPast));
  return deviceIds.filter((id) => {
    const asked = new Map((back.get(id) ?? []).map((each) => [each.id, each.taskDate]));
    const wanted = cleared.get(id) ?? [];
    const isSame = asked.size === wanted.length && wanted.every((each) => asked.get(each.id) === each.taskDate);
    return others.has(id) || !isSame;
  });
}

function perDevice<T extends { deviceId: string }>(rows: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const row of rows) {
    const own = found.get(row.deviceId);
    if (own) own.push(row);
    else found.set(row.deviceId, [row]);
  }
  return found;
}

const among = (column: SQL | typeof installation.id | typeof task.id, ids: readonly string[]): SQL =>
  sql`${column} = any(${sql.param(ids)}::text[])`;
