import { bigint, date, numeric, text, timestamp } from 'drizzle-orm/pg-core';

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
/** When the row was written. */
export const createdAt = () => at('created_at').notNull().defaultNow();
