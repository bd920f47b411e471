import { sql, type SQL } from 'drizzle-orm';
import type { NoticeKind, NoticeSubject } from '#contract/records/notice.ts';
import { onDuty } from '#contract/rules/duty.ts';
import { type NoticeAudience, noticeSpecs } from '#contract/rules/notices.ts';
import type { WriteScope } from '../db/scope.ts';
import { readDuty, readEngineerIds } from '../records/duty.ts';

/** What users are told of. */
interface News {
  kind: NoticeKind;
  /** The key of the write that caused it, or another id that stands for one cause. */
  cause: string;
  at: Date;
  about: { kind: NoticeSubject; id: string };
  deviceId: string;
  /** The number of the ticket or the reference of the report. */
  number?: string;
  /** Who caused it, and therefore need not be told. */
  by?: { id: string; name: string };
  /** Whom the work is assigned to. */
  assigneeId?: string | null;
}

/**
 * Writes a notice for its audience, and the copies to mail and to push, in the transaction of its cause. Promises: one
 * cause tells once of each kind; nobody is told of their own acts, and no closed account is told. Source: docs/decisions/501-notices.md
 */
export async function tell(
  scope: WriteScope,
  { kind, cause, at, about, deviceId, number, by, assigneeId = null }: News,
): Promise<void> {
  const id = `${cause}.${kind}`;
  const { audience, isAlwaysTold } = noticeSpecs[kind];
  const told = await audiences[audience]({ scope, at, assigneeId });
  const facts = JSON.stringify({ ...(number !== undefined && { number }), ...(by && { by: by.name }) });
  const written = await scope.rows<{ id: string }>(sql`
    with written as (insert into notice (hospital_id, id, kind, at, about_kind, about_id, facts, told, unread_by)
    select ${scope.id}, ${id}, ${kind}, ${at.toISOString()}::timestamptz, ${about.kind}, ${about.id},
      jsonb_build_object('equipmentName', e.name, 'departmentName', d.name) || ${facts}::jsonb, a.told, a.told
    from installation i join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
      left join department d on d.hospital_id = i.hospital_id and d.id = i.department_id, (
        select array_agg(u.id order by u.id) as told from app_user u
        where u.hospital_id = ${scope.id} and u.deleted_at is null and u.id <> ${by?.id ?? ''} and ${told}
      ) a
    where i.hospital_id = ${scope.id} and i.id = ${deviceId} and cardinality(a.told) > 0
    on conflict do nothing returning id, told), mailed as (
      insert into notice_mail (hospital_id, notice_id, user_id, state, attempts, next_at)
      select ${scope.id}, w.id, u.id, 'waiting', 0, ${at.toISOString()}::timestamptz from written w, unnest(w.told) as u (id)
      where ${isAlwaysTold}::boolean or not exists (
        select from notice_off o where o.hospital_id = ${scope.id} and o.user_id = u.id and o.kind = ${kind}
      )
    ), pushed as (
      insert into notice_push (hospital_id, notice_id, subscription_id, state, attempts, next_at)
      select ${scope.id}, w.id, s.id, 'waiting', 0, ${at.toISOString()}::timestamptz
      from written w join push_subscription s on s.hospital_id = ${scope.id} and s.user_id = any(w.told)
      where ${isAlwaysTold}::boolean or not exists (
        select from notice_push_off o where o.hospital_id = ${scope.id} and o.user_id = s.user_id and o.kind = ${kind}
      )
    )
    select id from written`);
  scope.touch('notice', ...written.map((row) => row.id));
}

interface Asked {
  scope: WriteScope;
  at: Date;
  assigneeId: string | null;
}

/** The conditions on an account `u` of the hospital. */
const audiences: Readonly<Record<NoticeAudience, (asked: Asked) => Promise<SQL> | SQL>> = {
  assignee: ({ assigneeId }) => sql`u.id = ${assigneeId}`,
  'on-duty': isOnDuty,
  'on-duty-and-office': async (asked) => sql`(u.role = 'Hospital' or ${await isOnDuty(asked)})`,
};

async function isOnDuty({ scope, at }: Asked): Promise<SQL> {
  const engineers = [...(await readEngineerIds(scope))];
  const { ids } = onDuty(await readDuty(scope), engineers, { instant: at, timeZone: scope.facts.timeZone });
  return sql`u.id = any(${sql.param(ids)}::text[])`;
}
