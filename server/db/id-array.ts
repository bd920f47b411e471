import { is, SQL, sql } from 'drizzle-orm';

/** Ids of records, or a query in SQL that finds them. */
export type WantedIds = readonly string[] | SQL;

/** The ids as an array in SQL. */
export function idArray(wanted: WantedIds): SQL {
  return is(wanted, SQL) ? sql`array(${wanted})` : sql`${sql.param(wanted)}::text[]`;
}
