import { inArray } from 'drizzle-orm';
import type { NoticeRecord } from '#contract/records/notice.ts';
import { notice } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';

/** Builds the replica's records of notices. */
export async function presentNotices(scope: HospitalScope, ids: readonly string[]): Promise<NoticeRecord[]> {
  const rows = await scope.list(notice, inArray(notice.id, [...ids]));
  return rows.map(({ id, kind, at, aboutKind, aboutId, facts, told, unreadBy }) => ({
    id,
    kind,
    at: at.toISOString(),
    about: { kind: aboutKind, id: aboutId },
    facts,
    told,
    unreadBy,
  }));
}
