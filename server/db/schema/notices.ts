import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { noticeKinds, type NoticeFacts, noticeSubjects } from '#contract/records/notice.ts';
import { at, hospitalId, id } from './columns.ts';
import { hospital } from './people.ts';

/** A message to users of a hospital, written in the transaction of what caused it. */
export const notice = pgTable(
  'notice',
  {
    hospitalId: hospitalId().references(() => hospital.id),
    /** Made of its kind and its cause, so that one cause tells once. */
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
