import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';

/** A round as in its request. */
export type PlainRound = {
  installationBaseId: string;
  status: string;
  description: string;
  confirmedBy: string;
  observedAt: string;
  date: string;
  dailyRoundTemplateId: string;
}[];

const takeKey = `
  insert into idempotency_key (hospital_id, key, user_id, body_hash, call, created_at)
  values ($1, $2, $3, $4, 'submitRound', now()) on conflict do nothing returning key`;

const lock = `
  with template as (select id from round_template where hospital_id = $1 and id = $2 for update)
  select i.id from installation i, template where i.hospital_id = $1 and i.id = any($3::text[])
  order by i.id for no key update of i`;

const insertRound = `
  with made as (
    insert into round (hospital_id, id, template_id, on_day, user_id, user_name, submitted_at, received_at,
      operational, needs_attention, not_working, not_seen)
    select $1, $2, $3, $4::date, u.id, u.name, now(), now(), $5, $6, $7, 0 from app_user u where u.id = $8
  ), kept as (
    insert into round_entry (hospital_id, round_id, device_id, status, description, confirmed_by, observed_at,
      template_id, on_day)
    select $1, $2, e.id, e.status, e.description, e.confirmed_by, e.at, $3, $4::date
    from unnest($9::text[], $10::text[], $11::text[], $12::text[], $13::timestamptz[])
      as e (id, status, description, confirmed_by, at)
  ), counted as (
    update round_template set completed_rounds_count = completed_rounds_count + 1,
      last_round_at = greatest(last_round_at, now()), last_round_on = greatest(last_round_on, $4::date)
    where hospital_id = $1 and id = $3
  )
  select id, user_name, submitted_at from round
  where hospital_id = $1 and template_id = $3 and on_day = $4::date and id <> $2`;

/**
 * Updates the latest status of each device and the downtimes: a working device ends its downtime, a broken one starts
 * one.
 */
const observe = `
  with seen as (
    select * from unnest($2::text[], $3::text[], $4::timestamptz[]) as e (id, status, at)
  ), latest as (
    update installation i set latest_status = e.status, latest_observed_at = e.at, latest_flagged = false,
      latest_template_id = $5, latest_day = $6::date
    from seen e where i.hospital_id = $1 and i.id = e.id
      and (i.latest_observed_at is null or i.latest_observed_at <= e.at)
  ), ended as (
    update downtime d set to_at = e.at from seen e
    where d.hospital_id = $1 and d.device_id = e.id and d.source_kind = 'round' and d.to_at is null
      and e.status <> 'Not Working' and d.from_at < e.at
  )
  insert into downtime (hospital_id, device_id, source_kind, source_id, from_at)
  select $1, e.id, 'round', '', e.at from seen e
  where e.status = 'Not Working' and not exists (
    select 1 from downtime d
    where d.hospital_id = $1 and d.device_id = e.id and d.source_kind = 'round' and d.to_at is null)`;

const publish = `
  with head as (
    update hospital_head set version = version + 1 where hospital_id = $1 returning version
  ), indexed as (
    insert into sync_index (hospital_id, kind, entity_id, version, changed_at)
    select $1, c.kind, c.id, head.version, now() from head, unnest($2::text[], $3::text[]) as c (kind, id)
    on conflict (hospital_id, kind, entity_id)
    do update set version = excluded.version, deleted = false, changed_at = excluded.changed_at
  ), audited as (
    insert into audit_entry (hospital_id, id, at, user_id, call, records)
    select $1, $4, now(), $5, 'submitRound', array(select c.kind || ':' || c.id from unnest($2::text[], $3::text[]) as c (kind, id))
  ), stored as (
    update idempotency_key k set status = 200, answer = $6::jsonb, version = head.version
    from head where k.hospital_id = $1 and k.key = $4
  )
  select version, pg_notify('ward_rounds_changes', $1 || ':' || version) from head`;

/** Writes a round, its consequences, its key and its audit entry, in seven statements. */
export async function writeRound(
  pool: pg.Pool,
  { hospital, user, key }: { hospital: string; user: string; key: string },
  entries: PlainRound,
): Promise<unknown> {
  const [first] = entries;
  if (!first) throw new Error('A round without entries');
  const { dailyRoundTemplateId: template, date } = first;
  const id = randomUUID();
  const ids = entries.map((entry) => entry.installationBaseId);
  const statuses = entries.map(({ status }) => status);
  const times = entries.map(({ observedAt }) => observedAt);
  const count = (wanted: string) => statuses.filter((status) => status === wanted).length;
  const client = await pool.connect();
  const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values });
  try {
    await client.query('begin');
    const hash = createHash('sha256').update(JSON.stringify(entries)).digest('base64url');
    const taken = await run('key', takeKey, [hospital, key, user, hash]);
    if (taken.rowCount === 0) throw new Error('The key was used.');
    const locked = await run('lock', lock, [hospital, template, ids]);
    if (locked.rowCount !== ids.length) throw new Error('A device does not exist.');
    const others = await run('round', insertRound, [
      hospital,
      id,
      template,
      date,
      count('Operational'),
      count('Needs Attention'),
      count('Not Working'),
      user,
      ids,
      statuses,
      entries.map(({ description }) => description),
      entries.map(({ confirmedBy }) => confirmedBy),
      times,
    ]);
    await run('observe', observe, [hospital, ids, statuses, times, template, date]);
    const answer = { roundId: id, others: others.rows };
    await run('publish', publish, [
      hospital,
      ['round', 'template', ...ids.map(() => 'device')],
      [id, template, ...ids],
      key,
      user,
      JSON.stringify(answer),
    ]);
    await client.query('commit');
    return answer;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
