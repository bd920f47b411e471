import { sql } from 'drizzle-orm';
import type { HospitalScope } from '../db/scope.ts';

/** Entries older than this are complete, because no write takes this long. Units: milliseconds. */
const settledMs = 60 * 60 * 1000;

/** Counts the entries of a hospital's activity log. */
export interface ActivityCounter {
  count(scope: HospitalScope, now: Date): Promise<number>;
}

/**
 * Counts each entry once: entries are never removed, so the count of older ones is kept, and only later ones are read.
 * The first count after a start reads all.
 */
export function createActivityCounter(): ActivityCounter {
  const kept = new Map<string, { until: number; count: number }>();
  return {
    async count(scope, now) {
      const known = kept.get(scope.id);
      const from = known && known.until < now.getTime() ? known : { until: 0, count: 0 };
      const until = Math.max(from.until, now.getTime() - settledMs);
      const [row] = await scope.rows<{ settled: string; count: string }>(sql`
        select count(*) filter (where at < ${new Date(until).toISOString()}::timestamptz) as settled, count(*) as count
        from audit_entry where hospital_id = ${scope.id} and at >= ${new Date(from.until).toISOString()}::timestamptz`);
      kept.set(scope.id, { until, count: from.count + Number(row?.settled ?? 0) });
      return from.count + Number(row?.count ?? 0);
    },
  };
}
