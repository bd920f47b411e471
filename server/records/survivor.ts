import { sql } from 'drizzle-orm';
import type { MergeKind } from '#contract/calls/merge.ts';
import type { HospitalScope } from '../db/scope.ts';

/**
 * Returns the record that an id stands for: itself, or the one that it was merged into, over several merges. Entries
 * that a tablet made before a merge still name the merged record.
 */
export async function survivorOf(scope: HospitalScope, kind: MergeKind, id: string): Promise<string> {
  const rows = await scope.rows<{ id: string }>(sql`
    with recursive chain (id, step) as (
      select ${id}::text, 0
      union all
      select m.into_id, c.step + 1 from chain c
      join record_merge m on m.hospital_id = ${scope.id} and m.kind = ${kind} and m.from_id = c.id and m.undone_at is null
    )
    select id from chain order by step desc limit 1`);
  return rows[0]?.id ?? id;
}
