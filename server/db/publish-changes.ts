import { sql, type SQL } from 'drizzle-orm';
import { changesChannel } from './change-hub.ts';
import type { Executor } from './database.ts';
import type { ReplicaChange } from './scope.ts';

/**
 * Maximum number of records under one version. A page of changes never splits a version, so a bulk import takes several
 * versions, which become visible together.
 */
const recordsPerVersion = 2000;

/** The answer of a write, stored with its idempotency key. */
export interface AnsweredKey {
  hospitalId: string;
  key: string;
  status: number;
  answer: unknown;
  /** The activity log's row for an accepted write; `records` are those it touched, as `kind:id`. */
  audit: { userId: string; call: string; variant: string | null; records: string[]; at: Date } | null;
}

/**
 * Assigns a version to each changed record of a hospital, stores the answer and notifies listeners. Promises: it is
 * one statement and the only one that locks the hospital's version row, and it comes last in its transaction: once a
 * version is visible, no lower one can follow.
 */
export async function publishChanges(
  tx: Executor,
  hospitalId: string,
  changes: readonly ReplicaChange[],
  now: Date,
  answered?: AnsweredKey,
): Promise<number> {
  const steps = Math.max(1, Math.ceil(changes.length / recordsPerVersion));
  const kinds = sql.param(changes.map(({ kind }) => kind));
  const ids = sql.param(changes.map(({ id }) => id));
  const deleted = sql.param(changes.map((change) => change.deleted));
  const done = await tx.execute<{ version: string }>(sql`
    with head as (
      insert into hospital_head as h (hospital_id, version) values (${hospitalId}, ${steps})
      on conflict (hospital_id) do update set version = h.version + ${steps}
      returning version
    ), indexed as (
      insert into sync_index as known (hospital_id, kind, entity_id, version, since, deleted, changed_at)
      select ${hospitalId}, change.kind, change.id, at.version, at.version, change.deleted, ${now.toISOString()}::timestamptz
      from head, unnest(${kinds}::text[], ${ids}::text[], ${deleted}::boolean[])
        with ordinality as change (kind, id, deleted, place),
        lateral (select head.version - ${steps} + 1 + (change.place - 1) / ${recordsPerVersion} as version) at
      on conflict (hospital_id, kind, entity_id)
      do update set version = excluded.version, deleted = excluded.deleted, changed_at = excluded.changed_at,
        since = case when known.deleted = excluded.deleted then known.since else excluded.version end
    )${answered ? storedAnswer(answered, sql`head.version`, sql`head`) : sql``}
    select version, pg_notify(${changesChannel}, ${hospitalId} || ':' || version) from head`);
  return Number(done.rows[0]?.version);
}

/** Stores the answer of a write that changes no replica record of its hospital. */
export async function storeAnswer(tx: Executor, answered: AnsweredKey): Promise<void> {
  await tx.execute(sql`with nothing as (select 1)${storedAnswer(answered, sql`null`, sql`nothing`)} select 1`);
}

function storedAnswer({ hospitalId, key, status, answer, audit }: AnsweredKey, version: SQL, from: SQL): SQL {
  const audited = audit
    ? sql`, audited as (
      insert into audit_entry (hospital_id, id, at, user_id, call, variant, records)
      values (${hospitalId}, ${key}, ${audit.at.toISOString()}::timestamptz, ${audit.userId}, ${audit.call}, ${audit.variant},
        ${sql.param(audit.records)}::text[])
    )`
    : sql``;
  return sql`${audited}, stored as (
      update idempotency_key k
      set status = ${status}, answer = ${JSON.stringify(answer ?? null)}::jsonb, version = ${version}
      from ${from} where k.hospital_id = ${hospitalId} and k.key = ${key}
    )`;
}
