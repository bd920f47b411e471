import { is, SQL, sql } from 'drizzle-orm';

/** Ids of records, or an SQL query that finds them. */
export type WantedIds = readonly string[] | SQL;

/**
 * Returns the ids as an SQL array. A single id becomes a one-element array literal: for an array parameter PostgreSQL
 * assumes ten elements, considers a generic plan too expensive, and plans each call anew. Source:
 * docs/decisions/344-planned-once.md
 */
export function idArray(wanted: WantedIds): SQL {
  if (is(wanted, SQL)) return sql`array(${wanted})`;
  return wanted.length === 1 ? sql`array[${wanted[0]}]::text[]` : sql`${sql.param(wanted)}::text[]`;
}
