import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { readHead } from '../db/read-head.ts';
import type { HospitalScope } from '../db/scope.ts';

/** Maximum number of counts in memory; the least recently used is dropped first. */
const defaultLimit = 5_000;

/** Counts the rows of long lists. */
export interface CountKeeper {
  /**
   * Counts the rows of `from` (everything after SELECT), which must read only data that is also in the replica of
   * tablets.
   */
  count(scope: HospitalScope, from: SQL): Promise<number>;
}

/**
 * Caches the lengths of lists, so that paging through one counts it once. Promises: a count belongs to the hospital's
 * current version, which is read from the database each time; the key is the whole query with its values, so that no
 * filter is missing. Source: docs/decisions/282-dashboard-figures.md
 */
export function createCountKeeper(limit = defaultLimit): CountKeeper {
  const kept = new Map<string, { version: number; count: Promise<number> }>();
  const dialect = new PgDialect();
  return {
    async count(scope, from) {
      const { sql: text, params } = dialect.sqlToQuery(from);
      const key = createHash('sha256')
        .update(JSON.stringify([scope.id, text, params]))
        .digest('base64');
      const { head: version } = await readHead(scope);
      const known = kept.get(key);
      kept.delete(key);
      const entry = known?.version === version ? known : { version, count: countRows(scope, from) };
      kept.set(key, entry);
      for (const oldest of kept.keys()) {
        if (kept.size <= limit) break;
        kept.delete(oldest);
      }
      try {
        return await entry.count;
      } catch (error) {
        if (kept.get(key) === entry) kept.delete(key);
        throw error;
      }
    },
  };
}

async function countRows(scope: HospitalScope, from: SQL): Promise<number> {
  const [row] = await scope.rows<{ count: string }>(sql`select count(*) as count ${from}`);
  return Number(row?.count ?? 0);
}
