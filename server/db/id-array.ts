import { is, SQL, sql } from 'drizzle-orm';

/** Ids of records, or a query in SQL that finds them. */
export type WantedIds = readonly string[] | SQL;

/**
 * The ids as an array in SQL. A single one stands in the text: of an array that is a value PostgreSQL expects ten, holds a plan for
 * any value dearer than one for each, and would plan anew each time. Source: docs/decisions/344-planned-once.md
 */
export function idArray(wanted: WantedIds): SQL {
  if (is(wanted, SQL)) return sql`array(${wanted})`;
  return wanted.length === 1 ? sql`array[${wanted[0]}]::text[]` : sql`${sql.param(wanted)}::text[]`;
}
