import type pg from 'pg';
import type { Ledger } from './writer.ts';

/** Returns what is wrong with the database after a campaign, as sentences; empty if every promise holds. */
export async function judge(pool: pg.Pool, ledger: Ledger, pulled?: ReadonlySet<string>): Promise<string[]> {
  const faults: string[] = [];
  const tickets = await pool.query<{ id: string; number: string; text: string }>(
    'select id, number, problem_reported as text from ticket order by number',
  );
  const effects = new Map<string, number>();
  for (const { text } of tickets.rows) effects.set(text, (effects.get(text) ?? 0) + 1);
  for (const key of ledger.acknowledged) if (!effects.has(key)) faults.push(`lost: ${key} was acknowledged`);
  for (const [key, times] of effects) if (times > 1) faults.push(`doubled: ${key} took effect ${times} times`);
  for (const key of effects.keys()) if (!ledger.acknowledged.has(key)) faults.push(`unasked: ${key}`);
  tickets.rows.forEach(({ number }, at) => {
    if (!number.endsWith(String(at + 1).padStart(6, '0'))) faults.push(`a gap before ${number}`);
  });
  const torn = await pool.query<{ key: string }>(
    `select k.key from idempotency_key k
     left join ticket t on t.hospital_id = k.hospital_id and t.id = k.key
     left join audit_entry a on a.hospital_id = k.hospital_id and a.id = k.key
     left join sync_index s on s.hospital_id = k.hospital_id and s.kind = 'ticket' and s.entity_id = k.key
     where k.call = 'reportTicket' and (k.status is null or t.id is null or a.id is null or s.version is null)`,
  );
  for (const { key } of torn.rows) faults.push(`torn: ${key} has not all of key, effect, audit and version`);
  if (pulled) {
    for (const { id } of tickets.rows) if (!pulled.has(id)) faults.push(`never pulled: ${id}`);
  }
  return faults;
}
