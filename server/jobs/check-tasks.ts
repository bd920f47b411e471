import { sql } from 'drizzle-orm';
import { daysBetween, hospitalDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import { horizonOf } from '#contract/rules/plan.ts';
import type { Database } from '../db/database.ts';
import { readScope, writeScope, type HospitalFacts, type HospitalScope } from '../db/scope.ts';
import { publishChanges } from '../db/publish-changes.ts';
import { checkDevices, settleDevices, type CheckedDevices } from '../task/plan.ts';

/** Number of devices per transaction: few enough that writers wait only milliseconds. */
const devicesPerStep = 250;

/** Increased whenever what plans require changes: every device is then checked again. */
const planRules = 1;
/**
 * Every device is checked once within this many nights, even if nothing indicates a change. Not a multiple of a week,
 * so that a server that is off on one weekday does not skip a device forever.
 */
const nightsOfAll = 27;

/** How many devices a check compared, and how many replica records it repaired. */
export interface TaskCheck {
  compared: number;
  repaired: number;
}

/**
 * Compares the open tasks of every device with what installation, warranties, schedules and tickets require, and
 * repairs differences: creates missing ones up to the horizon, moves wrong ones, removes others. Returns how many
 * replica records changed. Promises: correct tasks are only read; each step is a separate transaction, and a second run
 * changes nothing. Throws: Error between two steps when the server stops.
 * Source: docs/product.md P32.
 */
export async function checkTasks(db: Database, now: Date): Promise<number> {
  return (await checkHospitals(db, now, { all: true })).repaired;
}

/**
 * Does the same for the devices that may have changed since the last check: those with a changed record, those whose
 * next job the horizon has reached or is not known, as after a restored backup of an older release, and a part of the
 * others, so that each is checked about every four weeks. The first check of a hospital, and the first one under
 * changed rules, covers all of its devices. Source: docs/decisions/542-nights-that-walk-what-changed.md
 */
export function checkDueTasks(db: Database, now: Date, isStopping: () => boolean = () => false): Promise<TaskCheck> {
  return checkHospitals(db, now, { all: false, isStopping });
}

interface CheckOptions {
  all: boolean;
  isStopping?: () => boolean;
}

type CheckedHospital = HospitalFacts & { version: string; checkedVersion: string | null; checkedBy: string | null };

async function checkHospitals(db: Database, now: Date, options: CheckOptions): Promise<TaskCheck> {
  const hospitals = await db.execute<CheckedHospital & Record<string, unknown>>(sql`
    select h.id, h.name, h.time_zone as "timeZone", coalesce(v.version, 0) as version,
      case when v.tasks_version >= v.pruned_version then v.tasks_version end as "checkedVersion",
      v.tasks_checked_by as "checkedBy"
    from hospital h left join hospital_head v on v.hospital_id = h.id order by h.id`);
  const done = { compared: 0, repaired: 0 };
  for (const facts of hospitals.rows) {
    const { compared, repaired } = await checkHospital(db, facts, now, options);
    done.compared += compared;
    done.repaired += repaired;
  }
  return done;
}

async function checkHospital(
  db: Database,
  facts: CheckedHospital,
  now: Date,
  { all, isStopping = () => false }: CheckOptions,
): Promise<TaskCheck> {
  const scope = readScope(db, facts);
  const by = `${planRules} ${facts.timeZone}`;
  const since = all || facts.checkedBy !== by ? null : facts.checkedVersion;
  const ids = await devicesToCheck(scope, since, hospitalDay(now, facts.timeZone));
  let repaired = 0;
  for (let from = 0; from < ids.length; from += devicesPerStep) {
    if (isStopping()) throw new Error('The server stops: the next run checks these tasks again');
    const step = ids.slice(from, from + devicesPerStep);
    const { areSettled, nextOn } = await checkDevices(scope, step, now);
    if (!areSettled) repaired += await repairDevices(db, facts, step, now);
    await keepNextJobs(scope, step, nextOn);
  }
  // Later writes have a later version, so the next check covers them.
  await db.execute(sql`
    insert into hospital_head as v (hospital_id, tasks_version, tasks_checked_by)
    values (${facts.id}, ${facts.version}, ${by})
    on conflict (hospital_id) do update set tasks_version = excluded.tasks_version, tasks_checked_by = excluded.tasks_checked_by
    where (v.tasks_version, v.tasks_checked_by) is distinct from (excluded.tasks_version, excluded.tasks_checked_by)`);
  return { compared: ids.length, repaired };
}

/**
 * Lists the devices that may have come to differ from their sources since a version; without a version, all of them.
 */
async function devicesToCheck(scope: HospitalScope, since: string | null, today: LocalDay): Promise<string[]> {
  const part = daysBetween('2000-01-01', today) % nightsOfAll;
  const rows = await scope.rows<{ id: string }>(
    since === null
      ? sql`select id from installation where hospital_id = ${scope.id} order by id`
      : sql`
    with changed as materialized (
      select kind, entity_id as id from sync_index where hospital_id = ${scope.id} and version > ${since}
    ), due as (
      select id from changed where kind = 'device'
      union select t.device_id from changed c join task t on t.hospital_id = ${scope.id} and t.id = c.id where c.kind = 'task'
      union select k.device_id from changed c join ticket k on k.hospital_id = ${scope.id} and k.id = c.id
        where c.kind = 'ticket'
      union select device_id from next_job where hospital_id = ${scope.id} and on_day <= ${horizonOf(today)}
    )
    select i.id from installation i
    where i.hospital_id = ${scope.id}
      and (i.id in (select id from due)
        or not exists (select from next_job n where n.hospital_id = i.hospital_id and n.device_id = i.id)
        or (hashtext(i.id) & 65535) % ${nightsOfAll}::int = ${part}::int)
    order by i.id`,
  );
  return rows.map(({ id }) => id);
}

/** Stores the next jobs of devices where they differ. */
async function keepNextJobs(
  scope: HospitalScope,
  ids: readonly string[],
  nextOn: CheckedDevices['nextOn'],
): Promise<void> {
  await scope.rows(sql`
    insert into next_job as known (hospital_id, device_id, on_day)
    select ${scope.id}, n.* from unnest(${sql.param(ids)}::text[],
      ${sql.param(ids.map((id) => nextOn.get(id) ?? null))}::date[]) as n
    on conflict (hospital_id, device_id) do update set on_day = excluded.on_day
    where known.on_day is distinct from excluded.on_day`);
}

/** Locks the devices in a fixed order, so that their sources cannot change, and compares again. */
function repairDevices(db: Database, facts: HospitalFacts, ids: readonly string[], now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const scope = writeScope(tx, facts);
    const locked = await scope.rows<{ id: string; isRetired: boolean }>(sql`
      select id, retired_at is not null as "isRetired" from installation
      where hospital_id = ${facts.id} and id = any(${sql.param(ids)}::text[]) order by id for no key update`);
    await settleDevices(scope, ids, now);
    const changed = scope.changes().length;
    if (changed === 0) return 0;
    const retired = new Set(locked.filter(({ isRetired }) => isRetired).map(({ id }) => id));
    const changes = scope.changes().filter(({ kind, id }) => kind !== 'device' || !retired.has(id));
    await publishChanges(tx, facts.id, changes, now);
    return changed;
  });
}
