import { sql } from 'drizzle-orm';
import type { Handler } from '../context.ts';

/**
 * Returns the keys that no write of the hospital has: the server was restored from a backup older than that work (rule
 * PU21). The activity log knows those that have been pruned.
 */
export const syncMissing: Handler<'syncMissing'> = async ({ hospital, query }) => {
  const rows = await hospital.rows<{ key: string }>(sql`
    select asked.key from unnest(${sql.param(query.keys.split(','))}::text[]) as asked (key)
    where not exists (
      select from idempotency_key known where known.hospital_id = ${hospital.id} and known.key = asked.key
    ) and not exists (
      select from audit_entry known where known.hospital_id = ${hospital.id} and known.id = asked.key
    )`);
  return { missing: rows.map(({ key }) => key) };
};
