import { sql } from 'drizzle-orm';
import { addDays, hospitalDay } from '#contract/rules/hospital-day.ts';
import { keptTestDays } from '#contract/rules/procedure.ts';
import { keptDays } from '#contract/rules/round-entry.ts';
import type { Database } from '../db/database.ts';
import { publishChanges } from '../db/publish-changes.ts';
import { type ClearingStep, daysBefore, placeAfter, rowsPerBatch } from './clearing-step.ts';
import { eraseReports } from './erase-reports.ts';
import { pruneNotices } from './prune-notices.ts';
import { pruneKeysOf, sumFigureMarks, sumTally } from './prune-keys.ts';
import { reduceRounds } from './reduce-rounds.ts';

/** How long tombstones are kept for tablets that reconnect. */
const tombstoneDays = 180;
/** How long a file that no record names is kept. */
const orphanDays = 30;
/**
 * How long ended sessions are kept: an account's failed attempts on a browser that it has used before have their own
 * counter.
 */
const endedSessionDays = 90;
/** How long links for new passwords are kept, which work for 30 minutes. */
const keptLinkDays = 1;
/** Days that are read twice, because a hospital may have changed its time zone since the last clearing. */
const overlapDays = 2;

/** Prunes old tombstones and records up to which version: a replica below it must be rebuilt. */
const pruneTombstones: ClearingStep = async (tx, { hospitalId, now }) => {
  const before = sql`${daysBefore(now, tombstoneDays)}::timestamptz`;
  const old = await tx.execute<{ kind: string; id: string }>(sql`
    select kind, entity_id as id from sync_index
    where hospital_id = ${hospitalId} and deleted and changed_at < ${before} order by changed_at limit ${rowsPerBatch}`);
  if (old.rows.length === 0) return undefined;
  // Locks the version row first, as every writer does, so that no deadlock can arise.
  await tx.execute(sql`select from hospital_head where hospital_id = ${hospitalId} for update`);
  await tx.execute(sql`
    with gone as (
      delete from sync_index x
      using unnest(${sql.param(old.rows.map(({ kind }) => kind))}::text[], ${sql.param(old.rows.map(({ id }) => id))}::text[])
        as old (kind, id)
      where x.hospital_id = ${hospitalId} and x.kind = old.kind and x.entity_id = old.id
        and x.deleted and x.changed_at < ${before}
      returning x.version
    ), last as (select max(version) as version from gone)
    update hospital_head h set pruned_version = greatest(h.pruned_version, last.version)
    from last where h.hospital_id = ${hospitalId}`);
  return old.rows.length < rowsPerBatch ? undefined : '';
};

/**
 * Marks rounds that have become too old for their entries to stay on tablets, so that tablets pull them again without
 * entries. Only marks rounds whose last version still had entries, and reads only the days that have expired since the
 * last clearing.
 */
const dropKeptEntries: ClearingStep = async (tx, { hospitalId, timeZone, clearedOn, now }, after) => {
  const last = addDays(hospitalDay(now, timeZone), -keptDays);
  const first = clearedOn === null ? '0001-01-01' : addDays(clearedOn, -keptDays - overlapDays);
  const [day = first, id = ''] = after === '' ? [] : after.split(' ');
  const page = await tx.execute<{ place: string; id: string; isKept: boolean }>(sql`
    select r.on_day || ' ' || r.id as place, r.id,
      coalesce((x.changed_at at time zone ${timeZone})::date < r.on_day + ${keptDays}::int, false) as "isKept"
    from round r
    left join sync_index x on x.hospital_id = r.hospital_id and x.kind = 'round' and x.entity_id = r.id
    where r.hospital_id = ${hospitalId} and (r.on_day, r.id) > (${day}::date, ${id}) and r.on_day <= ${last}::date
    order by r.on_day, r.id limit ${rowsPerBatch}`);
  const changes = page.rows
    .filter(({ isKept }) => isKept)
    .map(({ id: round }) => ({ kind: 'round' as const, id: round, deleted: false }));
  if (changes.length > 0) await publishChanges(tx, hospitalId, changes, now);
  return placeAfter(page.rows);
};

/** Removes expired tests from tablets; the server keeps them. */
const dropKeptTests: ClearingStep = async (tx, { hospitalId, now }, after) => {
  const page = await tx.execute<{ place: string; isOld: boolean }>(sql`
    select x.entity_id as place,
      coalesce(not x.deleted and r.tested_at < ${daysBefore(now, keptTestDays)}::timestamptz, false) as "isOld"
    from sync_index x left join test_record r on r.hospital_id = x.hospital_id and r.id = x.entity_id
    where x.hospital_id = ${hospitalId} and x.kind = 'test' and x.entity_id > ${after}
    order by x.entity_id limit ${rowsPerBatch}`);
  const changes = page.rows
    .filter(({ isOld }) => isOld)
    .map(({ place }) => ({ kind: 'test' as const, id: place, deleted: true }));
  if (changes.length > 0) await publishChanges(tx, hospitalId, changes, now);
  return placeAfter(page.rows);
};

/**
 * Forgets files that no record names, and schedules the deletion of their bytes: those that never arrived completely,
 * and those removed from their device or contract. Their rows are locked and checked again first, because a write may
 * name one in the meantime; a later write waits for the row and stores the bytes again.
 */
const pruneOrphanedFiles: ClearingStep = async (tx, { hospitalId, now }, after) => {
  const unnamed = sql`not exists (
    select from attachment_use u where u.hospital_id = a.hospital_id and u.sha256 = a.sha256)`;
  const page = await tx.execute<{ place: string; isOrphaned: boolean }>(sql`
    select a.sha256 as place, a.created_at < ${daysBefore(now, orphanDays)}::timestamptz and ${unnamed} as "isOrphaned"
    from attachment a where a.hospital_id = ${hospitalId} and a.sha256 > ${after}
    order by a.sha256 limit ${rowsPerBatch}`);
  const orphaned = page.rows.filter(({ isOrphaned }) => isOrphaned).map(({ place }) => place);
  if (orphaned.length > 0) {
    const locked = await tx.execute<{ sha256: string }>(sql`
      select sha256 from attachment where hospital_id = ${hospitalId} and sha256 = any(${sql.param(orphaned)}::text[])
      order by sha256 for update skip locked`);
    await tx.execute(sql`
      with gone as (
        delete from attachment a
        where a.hospital_id = ${hospitalId} and ${unnamed}
          and a.sha256 = any(${sql.param(locked.rows.map(({ sha256 }) => sha256))}::text[])
        returning hospital_id, sha256)
      insert into file_removal (hospital_id, sha256, due_at)
      select hospital_id, sha256, ${now.toISOString()}::timestamptz from gone on conflict do nothing`);
  }
  return placeAfter(page.rows);
};

/** The steps of a hospital's clearing, in order. */
export const clearingSteps: readonly ClearingStep[] = [
  pruneTombstones,
  dropKeptEntries,
  dropKeptTests,
  pruneOrphanedFiles,
  reduceRounds,
  eraseReports,
  pruneNotices,
  pruneKeysOf,
  sumTally,
  sumFigureMarks,
];

/** Forgets a batch of links for new passwords, with the addresses that somebody has typed, and returns whether more may be left. */
export async function prunePasswordLinks(db: Database, now: Date): Promise<boolean> {
  const gone = await db.execute(sql`
    delete from password_reset where id in (
      select id from password_reset where asked_at < ${daysBefore(now, keptLinkDays)}::timestamptz
      order by asked_at limit ${rowsPerBatch} for update skip locked)`);
  return gone.rowCount === rowsPerBatch;
}

/** Forgets a batch of sessions that ended long ago, and returns whether more may be left. */
export async function pruneSessions(db: Database, now: Date): Promise<boolean> {
  const gone = await db.execute(sql`
    delete from refresh_family where id in (
      select id from refresh_family
      where least(revoked_at, expires_at) < ${daysBefore(now, endedSessionDays)}::timestamptz
      order by least(revoked_at, expires_at) limit ${rowsPerBatch} for update skip locked)`);
  return gone.rowCount === rowsPerBatch;
}
