import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { readScope, writeScope, type HospitalFacts } from '../db/scope.ts';
import { publishChanges } from '../db/publish-changes.ts';
import { devicesAreSettled, settleDevices } from '../task/plan.ts';

/** Number of devices per transaction: few enough that writers wait only milliseconds. */
const devicesPerStep = 250;

/**
 * Compares the open tasks of every device with what installation, warranties, schedules and tickets require, and
 * repairs differences: creates missing ones up to the horizon, moves wrong ones, removes others. Returns how many
 * replica records changed. Promises: correct tasks are only read; each step is a separate transaction, and a second run
 * changes nothing. Throws: Error between two steps when the server stops.
 * Source: docs/product.md P32.
 */
export async function checkTasks(db: Database, now: Date, isStopping: () => boolean = () => false): Promise<number> {
  const hospitals = await db.execute<HospitalFacts & Record<string, unknown>>(
    sql`select id, name, time_zone as "timeZone" from hospital order by id`,
  );
  let repaired = 0;
  for (const facts of hospitals.rows) repaired += await checkHospital(db, facts, now, isStopping);
  return repaired;
}

async function checkHospital(
  db: Database,
  facts: HospitalFacts,
  now: Date,
  isStopping: () => boolean,
): Promise<number> {
  const scope = readScope(db, facts);
  let repaired = 0;
  let after = '';
  while (!isStopping()) {
    const rows = await scope.rows<{ id: string }>(sql`
      select id from installation where hospital_id = ${facts.id} and id > ${after}
      order by id limit ${devicesPerStep}`);
    const ids = rows.map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) return repaired;
    after = last;
    if (!(await devicesAreSettled(scope, ids, now))) repaired += await repairDevices(db, facts, ids, now);
  }
  throw new Error('The server stops: the next run checks all tasks again');
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
