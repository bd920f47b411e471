import * as z from 'zod/mini';
import { defineCall, offlineWrite } from './define.ts';
import { id, money, optionalNote, requiredNote, yesNo } from './fields.ts';
import { hospitalRoles } from './permissions.ts';
import type { Patch, TicketRecord } from './replica.ts';
import { closedStatus, escalate, ticketStatuses } from './rules/ticket.ts';

/** Close a ticket. Source: document 2, sections 3, 4 and 5. */
export const closeBreakdownBody = z
  .object({
    id: id(),
    ticketId: z.optional(z.string()),
    actionTaken: requiredNote('Actions Taken is required.'),
    partRequired: z._default(yesNo, false),
    partDetails: optionalNote(),
    partCost: z.optional(z.nullable(money('Part cost must be a number of 0 or more.'))),
    followUpAction: optionalNote(),
    resolutionNote: optionalNote(),
    isFollowUpRequired: z._default(yesNo, false),
  })
  .check(
    z.refine((close) => !close.partRequired || close.partDetails !== '', {
      error: 'Part details are required.',
      path: ['partDetails'],
    }),
    z.refine((close) => !close.partRequired || typeof close.partCost === 'number', {
      error: 'Part cost is required.',
      path: ['partCost'],
    }),
  );

const ticketTarget = z.object({ ticketId: id() });
const assignTicketBody = z.object({ ticketId: id(), technicianId: id('Please choose a technician.') });
const ticketNoteBody = z.object({ ticketId: id(), note: requiredNote('Please write a note.') });

const ticketAnswer = z.object({
  id: z.string(),
  status: z.enum(ticketStatuses),
  notices: z.optional(z.array(z.string())),
});

const changeTicket = (ticketId: string, change: (ticket: TicketRecord) => TicketRecord): Patch[] => [
  { kind: 'ticket', id: ticketId, change },
];
const numberOf = (ticket: TicketRecord | undefined): string => ticket?.ticketNumber ?? 'ticket';

/** What every offline write on a ticket has in common. */
const onTicket = {
  version: 1,
  stream: (body: { ticketId: string }) => `ticket:${body.ticketId}`,
  deviceIds: () => [],
  files: () => [],
};

/** What is done on a ticket until it is closed, and the notes after that. */
export const breakdownWorkCalls = {
  closeBreakdown: defineCall({
    method: 'POST',
    path: '/BreakDown/Close',
    summary: 'Close a ticket, or leave it Pending for a follow-up',
    access: hospitalRoles,
    body: closeBreakdownBody,
    answer: ticketAnswer,
    errors: ['ticket.already_closed', 'record.unknown'],
    offline: offlineWrite(closeBreakdownBody, {
      kind: 'breakdown.close',
      version: 1,
      stream: (body) => `ticket:${body.id}`,
      title: (body, view) => `Close ${numberOf(view.get('ticket', body.id))}`,
      deviceIds: () => [],
      files: () => [],
      effect: (body, { madeAt, user, view }) => {
        const status = closedStatus(body);
        const deviceId = view.get('ticket', body.id)?.deviceId;
        const patches = changeTicket(body.id, (ticket) => ({
          ...ticket,
          status,
          actionTaken: body.actionTaken,
          resolutionNote: body.resolutionNote,
          partRequired: body.partRequired,
          partDetails: body.partDetails,
          partCost: body.partCost ?? null,
          followUpAction: body.followUpAction,
          isFollowUpRequired: body.isFollowUpRequired,
          closedAt: status === 'Closed' ? madeAt : null,
          closedBy: status === 'Closed' ? user.name : null,
        }));
        if (status === 'Closed' && deviceId !== undefined) {
          patches.push({
            kind: 'device',
            id: deviceId,
            change: (device) => ({
              ...device,
              openTicketIds: device.openTicketIds.filter((ticketId) => ticketId !== body.id),
            }),
          });
        }
        return patches;
      },
    }),
  }),
  addTicketNote: defineCall({
    method: 'POST',
    path: '/BreakDown/note',
    summary: 'Add a note to a ticket that is closed already',
    access: hospitalRoles,
    body: ticketNoteBody,
    answer: ticketAnswer,
    errors: ['record.unknown'],
    offline: offlineWrite(ticketNoteBody, {
      ...onTicket,
      kind: 'breakdown.note',
      title: (body, view) => `Note on ${numberOf(view.get('ticket', body.ticketId))}`,
      effect: (body, { madeAt, user }) =>
        changeTicket(body.ticketId, (ticket) => ({
          ...ticket,
          notes: [...ticket.notes, { text: body.note, by: user.name, at: madeAt }],
        })),
    }),
  }),
  assignTicket: defineCall({
    method: 'POST',
    path: '/BreakDown/assign',
    summary: 'Set the technician of a ticket',
    access: hospitalRoles,
    body: assignTicketBody,
    answer: ticketAnswer,
    errors: ['ticket.already_closed', 'record.unknown'],
    offline: offlineWrite(assignTicketBody, {
      ...onTicket,
      kind: 'breakdown.assign',
      title: (body, view) =>
        `Assign ${view.get('technician', body.technicianId)?.name ?? 'technician'} to ${numberOf(view.get('ticket', body.ticketId))}`,
      effect: (body, { madeAt, view }) =>
        changeTicket(body.ticketId, (ticket) => ({
          ...ticket,
          technicianId: body.technicianId,
          technicianName: view.get('technician', body.technicianId)?.name ?? null,
          assignedAt: madeAt,
        })),
    }),
  }),
  dispatchTicket: defineCall({
    method: 'POST',
    path: '/BreakDown/dispatch',
    summary: 'Write down when the technician left',
    access: hospitalRoles,
    body: ticketTarget,
    answer: ticketAnswer,
    errors: ['ticket.already_closed', 'record.unknown'],
    offline: offlineWrite(ticketTarget, {
      ...onTicket,
      kind: 'breakdown.dispatch',
      title: (body, view) => `Dispatch technician for ${numberOf(view.get('ticket', body.ticketId))}`,
      effect: (body, { madeAt }) => changeTicket(body.ticketId, (ticket) => ({ ...ticket, dispatchedAt: madeAt })),
    }),
  }),
  escalateTicket: defineCall({
    method: 'POST',
    path: '/BreakDown/escalate',
    summary: 'Raise the priority of a ticket one step',
    access: hospitalRoles,
    body: ticketTarget,
    answer: ticketAnswer,
    errors: ['ticket.already_closed', 'record.unknown'],
    offline: offlineWrite(ticketTarget, {
      ...onTicket,
      kind: 'breakdown.escalate',
      title: (body, view) => `Escalate ${numberOf(view.get('ticket', body.ticketId))}`,
      effect: (body, { madeAt }) =>
        changeTicket(body.ticketId, (ticket) => ({
          ...ticket,
          priority: escalate(ticket.priority),
          escalatedAt: madeAt,
        })),
    }),
  }),
};
