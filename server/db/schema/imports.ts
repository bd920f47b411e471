import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ImportProgress } from '#contract/calls/import.ts';
import { at, hospitalId } from './columns.ts';
import { hospital } from './people.ts';

/** How far each running import is, under the key of its request: any server may be asked. */
export const importProgress = pgTable(
  'import_progress',
  {
    userId: text('user_id').notNull(),
    key: text('key').notNull(),
    phase: text('phase').$type<ImportProgress['phase']>().notNull(),
    /** Units: devices. */
    done: integer('done').notNull(),
    total: integer('total').notNull(),
    startedAt: at('started_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] })],
);

/** What the headers of a hospital's registers mean, where an Admin has said so. */
export const importColumn = pgTable(
  'import_column',
  {
    hospitalId: hospitalId().references(() => hospital.id),
    /** In the form in which headers are compared. */
    header: text('header').notNull(),
    /** Empty where the column is not read. */
    field: text('field').notNull(),
    chosenAt: at('chosen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.hospitalId, t.header] })],
);
