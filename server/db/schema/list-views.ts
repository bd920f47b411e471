import { sql } from 'drizzle-orm';
import { boolean, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, hospitalId, id } from './columns.ts';
import { appUser, hospital } from './people.ts';

/** What a user chose to see of a list, saved under a name. */
export const listView = pgTable(
  'list_view',
  {
    hospitalId: hospitalId().references(() => hospital.id),
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => appUser.id),
    list: text('list').notNull(),
    name: text('name').notNull(),
    query: text('query').notNull(),
    isShared: boolean('is_shared').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.hospitalId, t.id] }),
    uniqueIndex('list_view_name').on(t.hospitalId, t.userId, t.list, sql`ward_key(${t.name})`),
  ],
);
