import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Services } from '../context.ts';
import type { Database } from '../db/database.ts';
import { fileRemoval } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import type { FileStore } from '../files/file-store.ts';
import { ApiError } from '../problem.ts';

/** Longer than any form takes from receiving its bytes to its commit. */
const unnamedMs = 60 * 60_000;
/** Delay before a deletion without an answer is retried. */
const retryMs = 10 * 60_000;
/** Maximum number of deletions per step. */
const removalsPerStep = 100;

/**
 * Runs a write whose files must be in the store when it commits: stores them before its transaction, and deletes them
 * again when the write is refused. Promises: no transaction waits for the store; bytes that no record names in the end,
 * for whatever reason, are deleted within an hour. Source: docs/decisions/390-file-stores-that-hang.md
 */
export async function withFilesKept<T extends { status: number }>(
  { db, files, now }: Pick<Services, 'db' | 'files' | 'now'>,
  hospitalId: string | undefined,
  arrived: ReadonlyMap<string, { bytes: Buffer }>,
  write: () => Promise<T>,
): Promise<T> {
  if (hospitalId === undefined || arrived.size === 0) return write();
  const hashes = [...arrived.keys()];
  const giveUp = async (): Promise<void> => {
    await db.execute(sql`
      update file_removal set due_at = ${now().toISOString()}::timestamptz
      where hospital_id = ${hospitalId} and sha256 = any(${sql.param(hashes)}::text[]) and begun_at is null`);
    await removeFiles(db, files, now(), hashes);
  };
  await planRemoval(db, hospitalId, hashes, new Date(now().getTime() + unnamedMs));
  let outcome: T;
  try {
    for (const [sha256, { bytes }] of arrived) await files.save(hospitalId, sha256, bytes);
    outcome = await write();
  } catch (error) {
    await giveUp().catch(() => undefined);
    throw error;
  }
  // Bytes that cannot be deleted now are deleted when their removal is due.
  if (outcome.status >= 400) await giveUp().catch(() => undefined);
  return outcome;
}

/** Refuses bytes while an earlier copy of them is being deleted. Throws: ApiError `server.busy`. */
export async function refuseWhileRemoving(scope: HospitalScope, sha256: string): Promise<void> {
  const isBegun = and(eq(fileRemoval.sha256, sha256), isNotNull(fileRemoval.begunAt))!;
  if (await scope.find(fileRemoval, isBegun)) throw new ApiError('server.busy');
}

async function planRemoval(db: Database, hospitalId: string, hashes: readonly string[], dueAt: Date): Promise<void> {
  const planned = await db.execute(sql`
    insert into file_removal as known (hospital_id, sha256, due_at)
    select ${hospitalId}, sha256, ${dueAt.toISOString()}::timestamptz from unnest(${sql.param(hashes)}::text[]) sha256
    on conflict (hospital_id, sha256) do update set due_at = greatest(known.due_at, excluded.due_at)
    where known.begun_at is null`);
  if (planned.rowCount !== hashes.length) throw new ApiError('server.busy');
}

/**
 * Deletes the bytes of one step of due removals, or only of the given hashes, and returns how many there were. Keeps a
 * file that a record names by now. Each claim is a separate statement, and no lock is held while the store works.
 * Throws: the store's fault; the removal is retried later.
 */
export async function removeFiles(
  db: Database,
  files: FileStore,
  now: Date,
  hashes?: readonly string[],
): Promise<number> {
  const only = hashes ? sql`and r.sha256 = any(${sql.param(hashes)}::text[])` : sql``;
  const due = sql`select r.hospital_id, r.sha256 from file_removal r
    where r.due_at <= ${now.toISOString()}::timestamptz ${only}
    order by r.due_at limit ${removalsPerStep} for update skip locked`;
  await db.execute(sql`
    delete from file_removal x using (${due}) d
    where x.hospital_id = d.hospital_id and x.sha256 = d.sha256 and x.begun_at is null
      and exists (select from attachment a where a.hospital_id = x.hospital_id and a.sha256 = x.sha256)`);
  const claimed = await db.execute<{ hospitalId: string; sha256: string }>(sql`
    update file_removal x
    set begun_at = coalesce(x.begun_at, ${now.toISOString()}::timestamptz),
      due_at = ${new Date(now.getTime() + retryMs).toISOString()}::timestamptz
    from (${due}) d
    where x.hospital_id = d.hospital_id and x.sha256 = d.sha256
      and (x.begun_at is not null
        or not exists (select from attachment a where a.hospital_id = x.hospital_id and a.sha256 = x.sha256))
    returning x.hospital_id as "hospitalId", x.sha256`);
  for (const { hospitalId, sha256 } of claimed.rows) {
    await files.discard(hospitalId, sha256);
    await db.execute(sql`delete from file_removal where hospital_id = ${hospitalId} and sha256 = ${sha256}`);
  }
  return claimed.rows.length;
}
