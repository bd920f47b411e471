import { inArray, sql } from 'drizzle-orm';
import type { Holidays } from '#contract/calls/holiday.ts';
import type { Handlers } from '../context.ts';
import { holiday, hospital as hospitalTable } from '../db/schema.ts';
import type { HospitalScope } from '../db/scope.ts';
import { readHolidays } from '../records/holidays.ts';
import { acceptEdit } from '../records/accept-edit.ts';
import { withRevision } from '../records/revision.ts';

/** The holidays of a hospital. Source: docs/product.md P124. */
export const holidayHandlers = {
  holidays: ({ hospital }) => present(hospital),

  updateHolidays: async ({ body: sent, hospital, now }) => {
    // Serializes concurrent changes: the second one sees the first.
    await hospital.rows(sql`select 1 from ${hospitalTable} where id = ${hospital.id} for no key update`);
    const known = await present(hospital);
    const body = await acceptEdit(hospital, { kind: 'holidays', sent, current: known, now });
    const before = new Map(known.days.map(({ on, name }) => [on, name]));
    const after = new Map(body.days.map(({ on, name }) => [on, name]));
    const gone = [...before.keys()].filter((day) => after.get(day) !== before.get(day));
    const added = [...after].filter(([day, name]) => before.get(day) !== name);
    if (gone.length > 0) await hospital.remove(holiday, inArray(holiday.onDay, gone));
    if (added.length > 0) {
      await hospital.insert(
        holiday,
        added.map(([onDay, name]) => ({ onDay, name })),
      );
    }
    hospital.tombstone('holiday', ...gone.filter((day) => !after.has(day)));
    hospital.touch('holiday', ...added.map(([day]) => day));
    return present(hospital);
  },
} satisfies Handlers<'holidays' | 'updateHolidays'>;

async function present(scope: HospitalScope): Promise<Holidays> {
  const days = (await readHolidays(scope)).map(({ id: on, name }) => ({ on, name }));
  return withRevision({ days });
}
