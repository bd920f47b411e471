import { sql, type SQL } from 'drizzle-orm';
import type { NoticeFacts, NoticeKind, NoticeSubject } from '#contract/records/notice.ts';
import { type NoticeAudience, noticeSpecs } from '#contract/rules/notices.ts';
import { afterQuiet } from '#contract/rules/quiet-hours.ts';
import type { WriteScope } from '../db/scope.ts';
import { readEngineersOnDuty } from './duty.ts';
import { readQuietHours } from './notice-settings.ts';

/** What users are notified of. */
interface News {
  kind: NoticeKind;
  /** The key of the write that caused it, or another id that identifies the cause. */
  cause: string;
  at: Date;
  about: { kind: NoticeSubject; id: string };
  /** The device whose equipment type and department it names. */
  deviceId?: string;
  /** The number of the ticket or the reference of the report. */
  number?: string;
  /** Further facts that the kind needs. */
  facts?: NoticeFacts;
  /** Who caused it; they are not notified. */
  by?: { id: string; name: string };
  /** The user to whom the work is assigned, or who made the entry. */
  assigneeId?: string | null;
  /** The users that a note mentions. */
  mentionedIds?: readonly string[];
  /** Part of the kind's audience, for an escalation step that notifies one level; all of it if omitted. */
  audience?: NoticeAudience;
}

/**
 * Writes a notice for its audience, and the copies to mail and push, in the transaction of its cause. Promises: a cause
 * produces one notice of each kind; users are not notified of their own actions, and closed accounts are not notified.
 * Source: docs/decisions/501-notices.md
 */
export async function tell(
  scope: WriteScope,
  { kind, cause, at, about, deviceId, number, facts, by, assigneeId = null, mentionedIds = [], audience }: News,
): Promise<void> {
  // Delivery recognizes urgent copies by the end of the id.
  const id = `${cause}.${kind}`;
  const { isAlwaysTold } = noticeSpecs[kind];
  const told = await audiences[audience ?? noticeSpecs[kind].audience]({ scope, at, assigneeId, mentionedIds });
  const known = JSON.stringify({ ...facts, ...(number !== undefined && { number }), ...(by && { by: by.name }) });
  const nextAt = isAlwaysTold ? at : afterQuiet(await readQuietHours(scope), at, scope.facts.timeZone);
  const written = await scope.rows<{ id: string }>(sql`
    with written as (insert into notice (hospital_id, id, kind, at, about_kind, about_id, facts, told, unread_by)
    select ${scope.id}, ${id}, ${kind}, ${at.toISOString()}::timestamptz, ${about.kind}, ${about.id},
      p.facts || ${known}::jsonb, a.told, a.told
    from (${placeOf(scope, deviceId)}) p, (
      select array_agg(u.id order by u.id) as told from app_user u
      where u.hospital_id = ${scope.id} and u.deleted_at is null and u.id <> ${by?.id ?? ''} and ${told}
    ) a
    where cardinality(a.told) > 0
    on conflict do nothing returning id, told), mailed as (
      insert into notice_mail (hospital_id, notice_id, user_id, state, attempts, next_at)
      select ${scope.id}, w.id, u.id, 'waiting', 0, ${nextAt.toISOString()}::timestamptz from written w, unnest(w.told) as u (id)
      where ${isAlwaysTold}::boolean or not exists (
        select from notice_off o where o.hospital_id = ${scope.id} and o.user_id = u.id and o.kind = ${kind}
      )
    ), pushed as (
      insert into notice_push (hospital_id, notice_id, subscription_id, state, attempts, next_at)
      select ${scope.id}, w.id, s.id, 'waiting', 0, ${nextAt.toISOString()}::timestamptz
      from written w join push_subscription s on s.hospital_id = ${scope.id} and s.user_id = any(w.told)
      where ${isAlwaysTold}::boolean or not exists (
        select from notice_push_off o where o.hospital_id = ${scope.id} and o.user_id = s.user_id and o.kind = ${kind}
      )
    )
    select id from written`);
  scope.touch('notice', ...written.map((row) => row.id));
}

/** Selects the facts of a device; none without one. */
const placeOf = ({ id }: WriteScope, deviceId: string | undefined): SQL =>
  deviceId === undefined
    ? sql`select '{}'::jsonb as facts`
    : sql`select jsonb_build_object('equipmentName', e.name, 'departmentName', d.name) as facts
      from installation i join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
        left join department d on d.hospital_id = i.hospital_id and d.id = i.department_id
      where i.hospital_id = ${id} and i.id = ${deviceId}`;

interface Asked {
  scope: WriteScope;
  at: Date;
  assigneeId: string | null;
  mentionedIds: readonly string[];
}

/** The conditions on an account `u` of the hospital. */
const audiences: Readonly<Record<NoticeAudience, (asked: Asked) => Promise<SQL> | SQL>> = {
  assignee: isAssignee,
  author: isAssignee,
  mentioned: ({ mentionedIds }) => sql`u.id = any(${sql.param(mentionedIds)}::text[])`,
  'on-duty': isOnDuty,
  'assignee-and-office': ({ assigneeId }) => sql`(u.role = 'Hospital' or u.id = ${assigneeId})`,
  office: () => sql`u.role = 'Hospital'`,
  'on-duty-and-office': async (asked) => sql`(u.role = 'Hospital' or ${await isOnDuty(asked)})`,
};

function isAssignee({ assigneeId }: Asked): SQL {
  return sql`u.id = ${assigneeId}`;
}

async function isOnDuty({ scope, at }: Asked): Promise<SQL> {
  return sql`u.id = any(${sql.param(await readEngineersOnDuty(scope, at))}::text[])`;
}
