import * as z from '../../zod.ts';
import { defineCall } from '../../define.ts';
import { id, localDate, timeOfDay } from '../../fields.ts';
import { hospitalRoles } from '../../permissions.ts';
import { ticketAnswer } from './write.ts';

/** When something on a ticket happened, by the hospital's clock. */
export const ticketTimeBody = z.object({ ticketId: id(), eventId: id(), on: localDate(), time: timeOfDay() });

/** Corrections of times that a tablet has estimated. Source: docs/product.md P203. */
export const ticketTimeCalls = {
  correctTicketTime: defineCall({
    method: 'POST',
    path: '/BreakDown/time',
    summary: 'Correct a time of a ticket that a tablet has estimated',
    access: hospitalRoles,
    body: ticketTimeBody,
    answer: ticketAnswer,
    errors: ['record.unknown'],
  }),
};
