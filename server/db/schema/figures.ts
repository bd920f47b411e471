import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { FigureSettings } from '#contract/rules/figures/settings.ts';
import { at, hospitalId, id } from './columns.ts';
import { hospital } from './people.ts';

/** Settings of a hospital's figures, one row per change: the latest applies, and together they are the history. */
export const figureSettings = pgTable(
  'figure_settings',
  {
    hospitalId: hospitalId().references(() => hospital.id),
    /** Position in the order of changes, which distinguishes two of the same instant. */
    place: integer('place').notNull(),
    /** The key of the write. */
    id: id(),
    changedAt: at('changed_at').notNull(),
    changedById: text('changed_by_id').notNull(),
    changedByName: text('changed_by_name').notNull(),
    settings: jsonb('settings').$type<FigureSettings>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.hospitalId, t.place] })],
);
