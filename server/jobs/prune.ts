import { sql } from 'drizzle-orm';
import { keptTestDays } from '#contract/rules/procedure.ts';
import { keptDays } from '#contract/rules/round-entry.ts';
import type { Executor } from '../db/database.ts';
import { publishChanges } from '../db/publish-changes.ts';

/** How long tombstones are kept for tablets that return. */
const tombstoneDays = 180;
/** How long a file that no record names is kept. */
const orphanDays = 30;
/** How long ended sessions are kept: a browser that an account has used counts failed attempts on its own. */
const endedSessionDays = 90;
const dayMs = 24 * 60 * 60 * 1000;

const daysBefore = (now: Date, days: number): string => new Date(now.getTime() - days * dayMs).toISOString();

/**
 * Prunes old tombstones and records up to which version: a replica below it has to be rebuilt. The version rows are
 * locked first, as by every writer, so that no deadlock can arise.
 */
export async function pruneTombstones(tx: Executor, now: Date): Promise<void> {
  const before = sql`${daysBefore(now, tombstoneDays)}::timestamptz`;
  const heads = await tx.execute<{ hospital_id: string }>(sql`
    select hospital_id from hospital_head
    where hospital_id in (select hospital_id from sync_index where deleted and changed_at < ${before})
    order by hospital_id for update`);
  if (heads.rows.length === 0) return;
  const hospitals = sql.param(heads.rows.map((row) => row.hospital_id));
  await tx.execute(sql`
    with gone as (
      delete from sync_index
      where hospital_id = any(${hospitals}::text[]) and deleted and changed_at < ${before}
      returning hospital_id, version
    ), last as (select hospital_id, max(version) as version from gone group by hospital_id)
    update hospital_head h set pruned_version = greatest(h.pruned_version, last.version)
    from last where h.hospital_id = last.hospital_id`);
}

/**
 * Forgets files that no record names, and plans the deletion of their bytes: those that never arrived completely, and those removed from their device or
 * contract. Their rows are locked and checked again first, since a write may name one of them meanwhile; a later write
 * waits for the row and stores the bytes again.
 */
export async function pruneOrphanedFiles(tx: Executor, now: Date): Promise<void> {
  const unnamed = sql`not exists (
    select from attachment_use u where u.hospital_id = a.hospital_id and u.sha256 = a.sha256)`;
  const old = await tx.execute<{ hospital_id: string; sha256: string }>(sql`
    select a.hospital_id, a.sha256 from attachment a
    where a.created_at < ${daysBefore(now, orphanDays)}::timestamptz and ${unnamed}
    for update skip locked`);
  for (const { hospital_id: hospitalId, sha256 } of old.rows) {
    await tx.execute(sql`
      with gone as (
        delete from attachment a where a.hospital_id = ${hospitalId} and a.sha256 = ${sha256} and ${unnamed}
        returning hospital_id, sha256)
      insert into file_removal (hospital_id, sha256, due_at)
      select hospital_id, sha256, ${now.toISOString()}::timestamptz from gone on conflict do nothing`);
  }
}

/**
 * Sends tablets the rounds again that have left the days of which they keep the entries, so that they drop them: those
 * whose last version was made while the entries were kept.
 */
export async function dropKeptEntries(tx: Executor, now: Date): Promise<void> {
  const left = await tx.execute<{ hospital_id: string; ids: string[] }>(sql`
    select r.hospital_id, array_agg(r.id order by r.id) as ids
    from round r
    join hospital h on h.id = r.hospital_id
    join sync_index x on x.hospital_id = r.hospital_id and x.kind = 'round' and x.entity_id = r.id
    where r.on_day + ${keptDays}::int <= (${now.toISOString()}::timestamptz at time zone h.time_zone)::date
      and (x.changed_at at time zone h.time_zone)::date < r.on_day + ${keptDays}::int
    group by r.hospital_id order by r.hospital_id`);
  for (const { hospital_id: hospitalId, ids } of left.rows) {
    const changes = ids.map((id) => ({ kind: 'round' as const, id, deleted: false }));
    await publishChanges(tx, hospitalId, changes, now);
  }
}

/** Removes from tablets the tests that are older than they keep; the server keeps them. */
export async function dropKeptTests(tx: Executor, now: Date): Promise<void> {
  const old = await tx.execute<{ hospital_id: string; ids: string[] }>(sql`
    select r.hospital_id, array_agg(r.id order by r.id) as ids
    from test_record r
    join sync_index x on x.hospital_id = r.hospital_id and x.kind = 'test' and x.entity_id = r.id and not x.deleted
    where r.tested_at < ${daysBefore(now, keptTestDays)}::timestamptz
    group by r.hospital_id order by r.hospital_id`);
  for (const { hospital_id: hospitalId, ids } of old.rows) {
    const changes = ids.map((id) => ({ kind: 'test' as const, id, deleted: true }));
    await publishChanges(tx, hospitalId, changes, now);
  }
}

/** Forgets sessions that ended long ago. */
export async function pruneSessions(tx: Executor, now: Date): Promise<void> {
  await tx.execute(sql`
    delete from refresh_family
    where least(revoked_at, expires_at) < ${daysBefore(now, endedSessionDays)}::timestamptz`);
}
