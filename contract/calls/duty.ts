import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { id, localDate, timeOfDay, workDays, workDaysNeeded } from '../fields.ts';
import { hospitalRoles } from '../permissions.ts';
import { givenRevision, sentRevision } from '../revision.ts';

/** Longest list of shifts, and of leave. */
const maxEntries = 300;

const technicianId = id('Please choose an engineer.');
const shift = z.object({
  id: id(),
  technicianId,
  days: workDays().check(z.minLength(1, workDaysNeeded)),
  from: timeOfDay(),
  to: timeOfDay(),
});
const leave = z
  .object({ id: id(), technicianId, from: localDate(), to: localDate() })
  .check(z.refine(({ from, to }) => from <= to, { error: 'The last day must not be before the first.', path: ['to'] }));

/** Returns a check that refuses a list in which an id occurs twice: changes of two people are merged by id. */
const listOf = <S extends z.ZodMiniType<{ id: string }>>(item: S, noun: string) =>
  z.array(item).check(
    z.maxLength(maxEntries, `At most ${maxEntries} entries of ${noun}.`),
    z.refine(
      (items) => new Set(items.map((each) => each.id)).size === items.length,
      `An entry of ${noun} is there twice.`,
    ),
  );

/** The duty table as its form sends it: all of it. Source: docs/product.md P322. */
export const dutyTableBody = z.object({
  shifts: listOf(shift, 'duty'),
  leave: listOf(leave, 'leave'),
  revision: sentRevision,
});

const dutyTable = z.object({ shifts: z.array(shift), leave: z.array(leave), revision: givenRevision });
/** The duty table as its form edits it. */
export type DutyTableRecord = z.output<typeof dutyTable>;

export const dutyCalls = {
  dutyTable: defineCall({
    method: 'GET',
    path: '/Duty',
    summary: 'Which engineers are on duty in which hours of the week, and who is on leave',
    access: hospitalRoles,
    answer: dutyTable,
  }),
  updateDutyTable: defineCall({
    method: 'PUT',
    path: '/Duty',
    summary: 'Change the hours on duty and the leave of engineers',
    activity: 'Change duty and leave',
    access: hospitalRoles,
    body: dutyTableBody,
    answer: dutyTable,
    errors: ['record.conflict', 'record.unknown'],
  }),
};
