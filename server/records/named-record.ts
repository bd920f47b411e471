import { sql, type SQL } from 'drizzle-orm';
import { counted } from '#contract/rules/counted.ts';
import { ApiError } from '../problem.ts';
import { violatedUnique } from '../db/database.ts';
import type { WriteScope } from '../db/scope.ts';

/**
 * Runs a write that may violate a unique index on names.
 * Throws: ApiError `record.duplicate` with the message at the field `name`.
 */
export async function refusingTakenName<T>(index: string, sentence: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedUnique(error) !== index) throw error;
    throw new ApiError('record.duplicate', sentence, { errors: { name: [sentence] } });
  }
}

/**
 * Marks all devices that meet a condition on `i` as changed, because they show another record that has changed. Of a
 * retired device, tablets only hold the tickets and tasks, which contain its names.
 */
export async function touchDevices(scope: WriteScope, where: SQL): Promise<void> {
  const rows = await scope.rows<{ kind: 'device' | 'ticket' | 'task'; id: string }>(sql`
    with met as (select i.id, i.retired_at from installation i where i.hospital_id = ${scope.id} and ${where})
    select 'device' as kind, id from met where retired_at is null
    union all
    select 'ticket', t.id from ticket t join met on met.id = t.device_id
      where t.hospital_id = ${scope.id} and met.retired_at is not null
    union all
    select 'task', t.id from task t join met on met.id = t.device_id
      where t.hospital_id = ${scope.id} and met.retired_at is not null and t.removed_at is null`);
  for (const { kind, id } of rows) scope.touch(kind, id);
}

/** A reason why a record cannot be deleted. */
interface Hold {
  count: number;
  one: string;
  many: string;
}

/**
 * Refuses to delete a record that others depend on, naming the first reason and its count.
 * Throws: ApiError `record.in_use`, for example `AV-9 cannot be deleted: 2 installed devices are of this model.`
 */
export function requireUnused(name: string, kind: string, holds: readonly Hold[]): void {
  const hold = holds.find(({ count }) => count > 0);
  if (!hold) return;
  const what = counted(hold.count, `${hold.one} is`, `${hold.many} are`);
  throw new ApiError('record.in_use', `${name} cannot be deleted: ${what} of this ${kind}.`);
}

/** Counts the installed devices and models that prevent deletion. */
export async function deviceHolds(scope: WriteScope, column: 'equipment_id' | 'make_id', id: string): Promise<Hold[]> {
  const of = sql.raw(column);
  const [row] = await scope.rows<{ devices: number; models: number }>(sql`
    select
      (select count(*) from installation
        where hospital_id = ${scope.id} and ${of} = ${id} and retired_at is null)::int as devices,
      (select count(*) from equipment_model
        where hospital_id = ${scope.id} and ${of} = ${id} and retired_at is null)::int as models`);
  return [installedDevices(row?.devices ?? 0), { count: row?.models ?? 0, one: 'model', many: 'models' }];
}

/** Returns a hold by a number of installed devices. */
export function installedDevices(count: number): Hold {
  return { count, one: 'installed device', many: 'installed devices' };
}
