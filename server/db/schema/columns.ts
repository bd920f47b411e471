import { bigint, date, numeric, text, timestamp } from 'drizzle-orm/pg-core';

/** An instant; every instant of the database has milliseconds and a zone. */
export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
/** A day of the hospital. Units: yyyy-MM-dd. */
export const day = (name: string) => date(name, { mode: 'string' });
/** Units: INR, two decimals. */
export const money = (name: string) => numeric(name, { precision: 14, scale: 2, mode: 'number' });
export const version = (name: string) => bigint(name, { mode: 'number' });
export const hospitalId = () => text('hospital_id').notNull();
export const id = () => text('id').notNull();
export const createdAt = () => at('created_at').notNull().defaultNow();
