import * as z from '../zod.ts';
import { defineCall } from '../define.ts';
import { id, localDate, timeOfDay } from '../fields.ts';
import { hospitalRoles } from '../permissions.ts';
import { taskStatusAnswer } from './task/write.ts';
import { ticketAnswer } from './ticket/write.ts';

/** When something happened on a ticket or task, named by `id`, by the hospital's clock. */
export const eventTimeBody = z.object({ id: id(), eventId: id(), on: localDate(), time: timeOfDay() });

/** Corrections of times that a tablet has estimated. Source: docs/product.md P203 and P233. */
export const eventTimeCalls = {
  correctTicketTime: defineCall({
    method: 'POST',
    path: '/BreakDown/time',
    summary: 'Correct a time of a ticket that a tablet has estimated',
    activity: 'Correct an estimated time of a ticket',
    access: hospitalRoles,
    body: eventTimeBody,
    answer: ticketAnswer,
    errors: ['record.unknown'],
  }),

  correctTaskTime: defineCall({
    method: 'POST',
    path: '/BMEDashboard/task/time',
    summary: 'Correct the time of a report or closing of a task that a tablet has estimated',
    activity: 'Correct an estimated time of a task',
    access: hospitalRoles,
    body: eventTimeBody,
    answer: taskStatusAnswer,
    errors: ['record.unknown'],
  }),
};
