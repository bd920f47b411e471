import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { FigureSettings } from '#contract/rules/figures/settings.ts';
import { at, day, hospitalId, id } from './columns.ts';
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

/** What figures are counted from; see the triggers of migration 0061. */
export const figureSources = ['register', 'plan', 'task', 'ticket', 'closed', 'step', 'use', 'round', 'test'] as const;

/**
 * Changes of what figures are counted from, with the months that they may reach. Triggers add a row in the transaction
 * of the change, and clearing sums up the weights and widens old months. So the sum over a source and some months
 * grows with each change, and never becomes smaller. Source: docs/decisions/574-kept-figures.md
 */
export const figureMark = pgTable(
  'figure_mark',
  {
    hospitalId: hospitalId(),
    source: text('source', { enum: figureSources }).notNull(),
    /** The first day of the first month. */
    fromMonth: day('from_month').notNull(),
    /** The first day of the last month. */
    toMonth: day('to_month').notNull(),
    /** Drawn at random, so that a restored database does not come to the sum that it had before with other changes. */
    weight: bigint('weight', { mode: 'number' })
      .notNull()
      .default(sql`1 + floor(random() * 1000000)`),
  },
  (t) => [index('figure_mark_hospital').on(t.hospitalId)],
);
