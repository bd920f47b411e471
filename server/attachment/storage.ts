import { sql } from 'drizzle-orm';
import { bytesPerMegabyte, storageText } from '#contract/rules/storage.ts';
import type { HospitalScope, WriteScope } from '../db/scope.ts';
import { ApiError } from '../problem.ts';

/** The storage used by the files of a hospital, and its quota. Units: megabytes, the used part rounded up. */
export interface Storage {
  usedMB: number;
  quotaMB: number;
}

/** Counts files that are stored or have begun to arrive; the latter with their announced size. */
const storedBytes = sql`coalesce(sum(a.size_bytes) filter (where a.received_bytes > 0), 0)`;

/** Reads how much storage a hospital uses. */
export async function readStorage(scope: HospitalScope): Promise<Storage> {
  const { used, quotaMB } = await readUse(scope);
  return { usedMB: Math.ceil(used / bytesPerMegabyte), quotaMB };
}

/**
 * Reserves room for bytes that are about to be stored. Promises: concurrent callers wait for each other, so that
 * together they never exceed the quota. Throws: ApiError `storage.full`, which is not stored under a key, because room
 * may become free.
 */
export async function requireRoom(scope: WriteScope, bytes: number): Promise<void> {
  await scope.rows(sql`select 1 from hospital where id = ${scope.id} for no key update`);
  await seeRoom(scope, bytes);
}

/** Checks for room without reserving it. Throws: ApiError `storage.full`. */
export async function seeRoom(scope: HospitalScope, bytes: number): Promise<void> {
  const { used, quotaMB } = await readUse(scope);
  if (used + bytes <= quotaMB * bytesPerMegabyte) return;
  const usedMB = Math.ceil(used / bytesPerMegabyte);
  throw new ApiError(
    'storage.full',
    `There is no room for this file: ${storageText({ usedMB, quotaMB })}. The administrator can allow more.`,
    { context: { usedMB, quotaMB } },
  );
}

async function readUse(scope: HospitalScope): Promise<{ used: number; quotaMB: number }> {
  const [row] = await scope.rows<{ used: string; quota: number }>(sql`
    select h.storage_mb as quota, (select ${storedBytes} from attachment a where a.hospital_id = h.id) as used
    from hospital h where h.id = ${scope.id}`);
  return { used: Number(row?.used ?? 0), quotaMB: row?.quota ?? 0 };
}
