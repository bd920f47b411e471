import { jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import type { DutyLeave, DutyShift } from '#contract/records/duty.ts';
import { hospitalId } from './columns.ts';
import { hospital } from './people.ts';

/** Who is on duty when, and who is on leave; a hospital without a row has no table. */
export const dutyTable = pgTable(
  'duty_table',
  {
    hospitalId: hospitalId().references(() => hospital.id),
    shifts: jsonb('shifts').$type<DutyShift[]>().notNull(),
    leave: jsonb('leave').$type<DutyLeave[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.hospitalId] })],
);
