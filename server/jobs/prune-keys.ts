import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../db/database.ts';
import { type ClearingStep, daysBefore, rowsPerBatch } from './clearing-step.ts';

/**
 * How long keys are kept with their answers: longer than the longest session (SESSION_DAYS, at most 365), so that a
 * tablet gets the first answer to whatever it sent before it was put away. Source: docs/decisions/479-keys-and-years.md
 */
export const keyDays = 400;

/**
 * Deletes a batch of old keys, and returns whether more may be left. The activity log keeps an accepted write's id, by
 * which a later repetition is recognised, and takes over the tablet's time. The key of a refusal stays with it.
 */
export async function pruneKeys(tx: Executor, hospitalId: string, now: Date): Promise<boolean> {
  const gone = await tx.execute(sql`
    with old as (
      select k.key, k.made_at from idempotency_key k
      where k.hospital_id = ${hospitalId} and k.created_at < ${daysBefore(now, keyDays)}::timestamptz
        and not exists (select from refusal r where r.hospital_id = k.hospital_id and r.id = k.key)
      order by k.created_at limit ${rowsPerBatch}
    ), told as (
      update audit_entry a set made_at = old.made_at from old
      where a.hospital_id = ${hospitalId} and a.id = old.key and old.made_at is not null
    )
    delete from idempotency_key k using old where k.hospital_id = ${hospitalId} and k.key = old.key`);
  return gone.rowCount === rowsPerBatch;
}

/** Deletes the old keys of a hospital. */
export const pruneKeysOf: ClearingStep = async (tx, { hospitalId, now }) =>
  (await pruneKeys(tx, hospitalId, now)) ? '' : undefined;

/** Sums up the amounts that have changed since the last night in one row. */
export const sumTally: ClearingStep = async (tx, { hospitalId }) => {
  await tx.execute(sql`
    with gone as (
      delete from hospital_tally where hospital_id = ${hospitalId} returning stored_bytes, open_tickets, devices
    )
    insert into hospital_tally (hospital_id, devices, open_tickets, stored_bytes)
    select ${hospitalId}, sum(devices), sum(open_tickets), sum(stored_bytes) from gone having count(*) > 0`);
  return undefined;
};

/**
 * Sums up the marks that have been added since the last night. Those of months before last year are widened to whole
 * years, so that ten years are not ten times as many to read. Promises: no sum for any months becomes smaller.
 */
export const sumFigureMarks: ClearingStep = async (tx, { hospitalId, now }) => {
  const monthlyFrom = sql`date_trunc('year', ${now.toISOString()}::timestamp - interval '1 year')`;
  const isOld = (month: SQL): SQL => sql`isfinite(${month}) and ${month} < ${monthlyFrom}`;
  await tx.execute(sql`
    with gone as (
      delete from figure_mark where hospital_id = ${hospitalId} returning source, from_month as f, to_month as t, weight
    ), widened as (
      select source, weight,
        case when ${isOld(sql`f`)} then date_trunc('year', f)::date else f end as f,
        case when ${isOld(sql`t`)} then (date_trunc('year', t) + interval '11 months')::date else t end as t
      from gone
    )
    insert into figure_mark (hospital_id, source, from_month, to_month, weight)
    select ${hospitalId}, source, f, t, sum(weight) from widened group by 2, 3, 4`);
  return undefined;
};
