import { sql, type SQL } from 'drizzle-orm';
import type { WorkFile } from '#contract/records/ward.ts';
import type { HospitalScope } from '../db/scope.ts';

/** Reads the files of tasks, tickets or reports, oldest first, by their ids; leaves out those without files. */
export async function readFiles(
  scope: HospitalScope,
  ownerKind: 'task' | 'ticket' | 'faultReport',
  ownerIds: SQL,
): Promise<Map<string, WorkFile[]>> {
  const rows = await scope.rows<WorkFile & Record<string, unknown> & { ownerId: string }>(sql`
    select u.owner_id as "ownerId", u.sha256, u.name, a.mime, a.size_bytes as size,
      a.received_at is not null as received, case when a.received_at is null then u.missing end as missing
    from attachment_use u join attachment a on a.hospital_id = u.hospital_id and a.sha256 = u.sha256
    where u.hospital_id = ${scope.id} and u.owner_kind = ${ownerKind}
      and u.owner_id = any(${ownerIds})
    order by u.created_at, u.sha256`);
  const found = new Map<string, WorkFile[]>();
  for (const { ownerId, missing, ...facts } of rows) {
    found.set(ownerId, [...(found.get(ownerId) ?? []), { ...facts, ...(missing && { missing }) }]);
  }
  return found;
}
