import { sql, type SQL } from 'drizzle-orm';

/**
 * Counts the people who reported the fault of report `first`, by their phones: somebody who adds a photo with a second
 * report is still one person. Phones that were erased count as one, so that no number is too high.
 */
export const phonesOf = (first: SQL): SQL => sql`(
  select count(distinct coalesce(o.browser, ''))::int from fault_report o
  where o.hospital_id = ${first}.hospital_id and (o.id = ${first}.id or o.first_id = ${first}.id)
)`;
