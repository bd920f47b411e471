import { is, SQL, sql } from 'drizzle-orm';

/** Ids of records, or a query in SQL that finds them. */
export type WantedIds = readonly string[] | SQL;

/**
 * The ids as an array in SQL. A single id is written as a one-element array: for an array parameter PostgreSQL expects
 * ten elements, considers a generic plan more expensive, and plans anew each time. Source:
 * docs/decisions/344-planned-once.md
 */
export function idArray(wanted: WantedIds): SQL {
  if (is(wanted, SQL)) return sql`array(${wanted})`;
  return wanted.length === 1 ? sql`array[${wanted[0]}]::text[]` : sql`${sql.param(wanted)}::text[]`;
}
