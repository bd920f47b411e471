import { eq, sql } from 'drizzle-orm';
import type { NoticePreferences } from '#contract/calls/notice.ts';
import type { NoticeKind } from '#contract/records/notice.ts';
import { noticeSpecs } from '#contract/rules/notices.ts';
import type { Handlers, Services, SessionActor } from '../context.ts';
import { noticeOff, noticePushOff } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import { invalidField } from '../problem.ts';
import { readSubscription } from './subscriptions.ts';

/** What users do with their notices. */
export const noticeHandlers = {
  readNotices: async ({ hospital, body, id, actor }) => {
    // Always in the same order, so that two tablets of a user cannot deadlock; pruned notices count as read.
    const read = await hospital.rows<{ id: string }>(sql`
      update notice n set unread_by = array_remove(n.unread_by, ${actor.id})
      from (
        select id from notice
        where hospital_id = ${hospital.id} and id = any(${sql.param(body.ids)}::text[]) and ${actor.id} = any(unread_by)
        order by id for no key update
      ) mine
      where n.hospital_id = ${hospital.id} and n.id = mine.id returning n.id`);
    hospital.touch('notice', ...read.map((row) => row.id));
    return { id };
  },

  noticePreferences: ({ hospital, actor, services }) => readPreferences(hospital, actor, services),

  updateNoticePreferences: async ({ hospital, body, actor, services }) => {
    const mail = [...new Set(body.off.mail)];
    const push = [...new Set(body.off.push)];
    if ([...mail, ...push].some((kind) => noticeSpecs[kind].isAlwaysTold)) {
      throw invalidField('off', 'Urgent notices cannot be switched off.');
    }
    // Of two concurrent changes, the later one wins as a whole.
    await hospital.rows(sql`
      select 1 from app_user where hospital_id = ${hospital.id} and id = ${actor.id} for no key update`);
    for (const [table, off] of [
      [noticeOff, mail],
      [noticePushOff, push],
    ] as const) {
      await hospital.remove(table, eq(table.userId, actor.id));
      await hospital.insert(
        table,
        off.map((kind) => ({ userId: actor.id, kind })),
      );
    }
    return readPreferences(hospital, actor, services);
  },
} satisfies Handlers<'readNotices' | 'noticePreferences' | 'updateNoticePreferences'>;

async function readPreferences(
  scope: HospitalScope,
  actor: SessionActor,
  { mailer, pusher }: Services,
): Promise<NoticePreferences> {
  const kinds = (rows: readonly { kind: NoticeKind }[]) => rows.map(({ kind }) => kind).toSorted();
  const mail = kinds(await scope.list(noticeOff, eq(noticeOff.userId, actor.id)));
  const push = kinds(await scope.list(noticePushOff, eq(noticePushOff.userId, actor.id)));
  const own = await readSubscription(scope, actor);
  return {
    hasMail: mailer !== undefined,
    off: { mail, push },
    push: {
      key: pusher.publicKey,
      endpoint: own?.endpoint ?? null,
      isFailing: typeof own?.failingSince === 'string',
    },
  };
}
