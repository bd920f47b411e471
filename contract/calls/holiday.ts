import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { localDate, requiredText } from '../fields.ts';
import { hospitalRoles } from '../permissions.ts';
import { givenRevision, sentRevision } from '../revision.ts';

/** Maximum number of holidays in a hospital, enough for several years. */
const maxHolidays = 400;

/** The holidays of a hospital as their form sends them: all of them. Source: docs/product.md P124. */
export const holidaysBody = z
  .object({
    days: z
      .array(z.object({ on: localDate(), name: requiredText('Please enter a name.') }))
      .check(z.maxLength(maxHolidays, `At most ${maxHolidays} holidays.`)),
    revision: sentRevision,
  })
  .check(
    z.superRefine(({ days }, { addIssue }) => {
      const known = new Set<string>();
      for (const [at, { on }] of days.entries()) {
        if (known.has(on))
          addIssue({ code: 'custom', message: 'This day is already in the list.', path: ['days', at, 'on'] });
        known.add(on);
      }
    }),
  );

const holidays = z.object({
  days: z.array(z.object({ on: z.string(), name: z.string() })),
  revision: givenRevision,
});

export const holidayCalls = {
  holidays: defineCall({
    method: 'GET',
    path: '/Holidays',
    summary: 'The days on which the hospital does not work, which stop the hours of contracts',
    access: hospitalRoles,
    answer: holidays,
  }),
  updateHolidays: defineCall({
    method: 'PUT',
    path: '/Holidays',
    summary: 'Change the holidays of the hospital',
    activity: 'Change the holidays',
    access: hospitalRoles,
    body: holidaysBody,
    answer: holidays,
    errors: ['record.conflict'],
  }),
};

/** The holidays of a hospital as their form edits them. */
export type Holidays = z.output<typeof holidays>;
