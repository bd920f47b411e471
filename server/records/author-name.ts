import { sql, type SQL } from 'drizzle-orm';
import type { WriteScope } from '../db/scope.ts';

/**
 * Returns the name of an author as records show it: the name recorded with the fact and, if the account has been
 * renamed since, the current name next to it. `name` and `id` are the recorded ones. Source: docs/product.md P198
 */
export function authorName(name: SQL, id: SQL): SQL {
  return sql`coalesce((
    select ${name} || ' (now ' || author.name || ')' from app_user author
    where author.id = ${id} and author.name <> ${name}
  ), ${name})`;
}

/** Marks the records that show the name of an account, so that tablets pull them after it has changed. */
export async function touchNamed(scope: WriteScope, accountId: string): Promise<void> {
  const rows = await scope.rows<{
    kind: 'task' | 'ticket' | 'round' | 'test' | 'refusal' | 'faultReport';
    id: string;
  }>(sql`
    select s.kind, s.entity_id as id from sync_index s
    where s.hospital_id = ${scope.id} and not s.deleted and case s.kind
      when 'task' then exists (
        select from task t where t.hospital_id = s.hospital_id and t.id = s.entity_id and t.technician_id = ${accountId}
      )
      when 'ticket' then exists (
        select from ticket t where t.hospital_id = s.hospital_id and t.id = s.entity_id and t.technician_id = ${accountId}
      )
      when 'round' then exists (
        select from round r where r.hospital_id = s.hospital_id and r.id = s.entity_id and r.user_id = ${accountId}
      )
      when 'test' then exists (
        select from test_record r where r.hospital_id = s.hospital_id and r.id = s.entity_id and r.by_id = ${accountId}
      )
      when 'faultReport' then exists (
        select from fault_report r where r.hospital_id = s.hospital_id and r.id = s.entity_id and r.decided_by_id = ${accountId}
      )
      when 'refusal' then exists (
        select from refusal r where r.hospital_id = s.hospital_id and r.id = s.entity_id and r.user_id = ${accountId}
      )
      else false end
    union
    select s.kind, s.entity_id from sync_index s
    join work_event e on e.hospital_id = s.hospital_id and e.owner_kind = s.kind and e.owner_id = s.entity_id
    where s.hospital_id = ${scope.id} and not s.deleted and s.kind in ('task', 'ticket')
      and (e.by_id = ${accountId} or e.data ->> 'technicianId' = ${accountId})`);
  for (const { kind, id } of rows) scope.touch(kind, id);
}
