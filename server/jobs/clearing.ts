import { sql } from 'drizzle-orm';
import { addDays, hospitalDay, hospitalTime, type LocalDay } from '#contract/rules/hospital-day.ts';
import { textOf } from '../db/database-start-error.ts';
import { noHospital } from '../db/scope.ts';
import { sqlState, type Database, type Executor } from '../db/database.ts';
import type { DatabaseLog } from '../db/database-log.ts';
import type { Clearing } from './clearing-step.ts';
import { clearingSteps, prunePasswordLinks, pruneSessions } from './prune.ts';
import { pruneKeys } from './prune-keys.ts';

/** Local time of a hospital's nightly clearing. */
const quietTime = '02:00';
/** First half of the advisory locks, an arbitrary number; the second half is the hospital. */
const clearingLock = 730_211;
/** How long a batch waits for a writer's lock before the hospital is left to a later run. */
const lockTimeout = '2s';
const lockTimedOut = '55P03';

/** Dependencies of the clearing. */
export interface ClearingParts {
  db: Database;
  now: () => Date;
  log: DatabaseLog;
  isStopping?: () => boolean;
}

/** Returns the hospital's night at an instant: the day on which the last clearing was due. */
export function nightOf(now: Date, timeZone: string): LocalDay {
  const today = hospitalDay(now, timeZone);
  return hospitalTime(now, timeZone) >= quietTime ? today : addDays(today, -1);
}

/**
 * Prunes expired data in each hospital whose night has come and is not cleared yet, and returns the hospitals that this
 * run finished. Promises: each batch is a separate transaction with a bounded number of rows; no lock is held between
 * batches; an error or a lock in one hospital does not affect the others; the next run continues interrupted work.
 * Source: docs/decisions/420-clearing-in-batches.md
 */
export async function clearHospitals(parts: ClearingParts): Promise<string[]> {
  const { db, now, log, isStopping = () => false } = parts;
  const known = await db.execute<{ id: string; timeZone: string; clearedOn: LocalDay | null }>(sql`
    select h.id, h.time_zone as "timeZone", v.cleared_on::text as "clearedOn"
    from hospital h left join hospital_head v on v.hospital_id = h.id order by h.id`);
  const finished: string[] = [];
  for (const { id, timeZone, clearedOn } of known.rows) {
    try {
      const at = now();
      const night = nightOf(at, timeZone);
      if (clearedOn !== null && clearedOn >= night) continue;
      const clearing = { hospitalId: id, timeZone, clearedOn, now: at };
      if ((await clearSteps(db, clearing, isStopping)) && (await noteCleared(db, id, night))) finished.push(id);
    } catch (error) {
      if (isStopping()) break;
      if (sqlState(error) === lockTimedOut) log.info({ hospitalId: id }, 'Clearing waits for writes of the hospital');
      else
        log.error({ hospitalId: id, error: textOf(error) }, 'Clearing of a hospital failed: the next run continues it');
    }
    if (isStopping()) break;
  }
  while (!isStopping() && (await pruneSessions(db, now())));
  while (!isStopping() && (await prunePasswordLinks(db, now())));
  while (!isStopping() && (await pruneKeys(db, noHospital, now())));
  return finished;
}

/** Returns whether all steps are done; false if the server stops or another server is clearing this hospital. */
async function clearSteps(db: Database, clearing: Clearing, isStopping: () => boolean): Promise<boolean> {
  for (const step of clearingSteps) {
    let place: string | undefined = '';
    while (place !== undefined) {
      if (isStopping()) return false;
      const after: string = place;
      const batch = await db.transaction(async (tx) =>
        (await isAlone(tx, clearing.hospitalId)) ? { place: await step(tx, clearing, after) } : undefined,
      );
      if (!batch) return false;
      place = batch.place;
    }
  }
  return true;
}

/** Takes a lock until the end of the batch; returns false if another server holds it. */
async function isAlone(tx: Executor, hospitalId: string): Promise<boolean> {
  const answer = await tx.execute<{ isMine: boolean }>(sql`
    select pg_try_advisory_xact_lock(${clearingLock}, hashtext(${hospitalId})) as "isMine",
      set_config('lock_timeout', ${lockTimeout}, true)`);
  return answer.rows[0]?.isMine === true;
}

/** Records that a night is cleared; returns false if another server already has. */
async function noteCleared(db: Database, hospitalId: string, night: LocalDay): Promise<boolean> {
  const noted = await db.execute(sql`
    insert into hospital_head as v (hospital_id, cleared_on) values (${hospitalId}, ${night}::date)
    on conflict (hospital_id) do update set cleared_on = excluded.cleared_on
    where v.cleared_on is null or v.cleared_on < excluded.cleared_on`);
  return noted.rowCount === 1;
}
