import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { noticeKinds, type NoticeFacts, noticeSubjects } from '#contract/records/notice.ts';
import { defaultNoticeSettings } from '#contract/rules/escalation.ts';
import { at, attemptColumns, day, hospitalId, id } from './columns.ts';
import { hospital } from './people.ts';

/** A message to users of a hospital, written in the transaction of what caused it. */
export const notice = pgTable(
  'notice',
  {
    hospitalId: hospitalId().references(() => hospital.id),
    /** Combines its kind and its cause, so that a cause produces one notice. */
    id: id(),
    kind: text('kind', { enum: noticeKinds }).notNull(),
    at: at('at').notNull(),
    aboutKind: text('about_kind', { enum: noticeSubjects }).notNull(),
    aboutId: text('about_id').notNull(),
    facts: jsonb('facts').$type<NoticeFacts>().notNull(),
    told: text('told').array().notNull(),
    unreadBy: text('unread_by').array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.hospitalId, t.id] }), index('notice_at').on(t.hospitalId, t.at)],
);

/** The columns of a kind of notices that a user does not want. */
const offColumns = () => ({
  hospitalId: hospitalId(),
  userId: text('user_id').notNull(),
  kind: text('kind', { enum: noticeKinds }).notNull(),
});

/** A copy of a notice for one of its users, written together with it and sent once by any server. */
export const noticeMail = pgTable(
  'notice_mail',
  {
    hospitalId: hospitalId(),
    noticeId: text('notice_id').notNull(),
    userId: text('user_id').notNull(),
    ...attemptColumns(),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.noticeId, t.userId] }),
    index('notice_mail_waiting')
      .on(t.nextAt)
      .where(sql`${t.state} = 'waiting'`),
    index('notice_mail_failed')
      .on(t.failedAt)
      .where(sql`${t.reason} is not null`),
  ],
);

/** Kinds of notices that a user does not want by mail. */
export const noticeOff = pgTable('notice_off', offColumns(), (t) => [
  primaryKey({ columns: [t.hospitalId, t.userId, t.kind] }),
]);

/** A tablet that shows a user's notices by Web Push, as long as the user is signed in on it. */
export const pushSubscription = pgTable(
  'push_subscription',
  {
    hospitalId: hospitalId(),
    /** Made of its user and its tablet, so that asking again changes the row. */
    id: id(),
    userId: text('user_id').notNull(),
    /** The `device_id` of its sign-ins; for a browser without one, the id of its sign-in. */
    tabletId: text('tablet_id').notNull(),
    endpoint: text('endpoint').notNull(),
    /** The browser's public key, and the secret it shares with its sender (RFC 8291). */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** The address at which the browser has the app. */
    appUrl: text('app_url').notNull(),
    createdAt: at('created_at').notNull(),
    /** Since when its push service could not be reached; null: the last attempt reached it. */
    failingSince: at('failing_since'),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    index('push_subscription_user').on(t.hospitalId, t.userId, t.createdAt),
  ],
);

/** A copy of a notice for one tablet of one of its users. */
export const noticePush = pgTable(
  'notice_push',
  {
    hospitalId: hospitalId(),
    noticeId: text('notice_id').notNull(),
    subscriptionId: text('subscription_id').notNull(),
    ...attemptColumns(),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.noticeId, t.subscriptionId] }),
    index('notice_push_waiting')
      .on(t.nextAt)
      .where(sql`${t.state} = 'waiting'`),
  ],
);

/** Kinds of notices that a user does not want by push. */
export const noticePushOff = pgTable('notice_push_off', offColumns(), (t) => [
  primaryKey({ columns: [t.hospitalId, t.userId, t.kind] }),
]);

/** The deadlines of contracts and certificates that the last daily list has found. */
export const toldDeadline = pgTable(
  'told_deadline',
  {
    hospitalId: hospitalId(),
    kind: text('kind', { enum: ['contractNotice', 'contractEnd', 'testerDue'] }).notNull(),
    /** The contract or tester. */
    recordId: text('record_id').notNull(),
    dueOn: day('due_on').notNull(),
  },
  (t) => [primaryKey({ columns: [t.hospitalId, t.kind, t.recordId] })],
);

/** Settings of escalation, quiet hours and the daily list; a hospital without a row has the defaults. */
export const noticeSettings = pgTable('notice_settings', {
  hospitalId: hospitalId()
    .primaryKey()
    .references(() => hospital.id),
  criticalMinutes: integer('critical_minutes').notNull(),
  highMinutes: integer('high_minutes').notNull(),
  mediumHours: integer('medium_hours').notNull(),
  lowDays: integer('low_days').notNull(),
  personId: text('person_id').notNull(),
  quietFrom: text('quiet_from').notNull(),
  quietTo: text('quiet_to').notNull(),
  digestAt: text('digest_at').notNull().default(defaultNoticeSettings.digestAt),
});
