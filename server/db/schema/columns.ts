import { sql } from 'drizzle-orm';
import { bigint, boolean, customType, date, numeric, text, timestamp } from 'drizzle-orm/pg-core';

/** An instant; every instant of the database has milliseconds and a zone. */
export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
/** A day of the hospital. Units: yyyy-MM-dd. */
export const day = (name: string) => date(name, { mode: 'string' });
/** Units: INR, two decimals. */
export const money = (name: string) => numeric(name, { precision: 14, scale: 2, mode: 'number' });
/** A version of a hospital's data: its counter at the last change. */
export const version = (name: string) => bigint(name, { mode: 'number' });
/** The hospital a row belongs to. */
export const hospitalId = () => text('hospital_id').notNull();
/** The row's id, made by whoever made the row. */
export const id = () => text('id').notNull();
const orderKey = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });
/** The key by which lists order a text, see `orderKey` of contract/rules/natural-order.ts. */
export const orderOf = (name: string, column: string) =>
  orderKey(name).generatedAlwaysAs(sql.raw(`ward_order(${column})`));
/** What a search finds a row by, see `searchKey` of contract/rules/text.ts. */
export const searchOf = (words: string) => text('search').generatedAlwaysAs(sql.raw(`ward_search(${words})`));
/**
 * Whether the row already had the same name or serial as another one when the comparison became wider (`ward_key`). It stays
 * as it is until someone renames it; only rows that are no twins are unique.
 */
export const isTwin = () => boolean('is_twin').notNull().default(false);
/** When the row was written. */
export const createdAt = () => at('created_at').notNull().defaultNow();
