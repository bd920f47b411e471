import * as z from '../../zod.ts';
import { defineCall, offlineWrite } from '../../define.ts';
import { fileRef, id, money, optionalNote, requiredNote, yesNo } from '../../fields.ts';
import { hospitalRoles } from '../../permissions.ts';
import type { EffectContext, NoteEntry } from '../../define.ts';
import type { TicketRecord } from '../../records/ward.ts';
import { afterClosing } from '../../effects/device-record.ts';
import { closingInstant } from '../../rules/entry-time.ts';
import { keptFiles } from '../../rules/missing-file.ts';
import { followUp, withoutFollowUp } from '../../effects/follow-up.ts';
import { failureClassWords } from '../../rules/failure-class.ts';
import { failureClasses } from '../../records/values.ts';
import { closedStatus, escalate } from '../../rules/ticket.ts';
import { afterClosings, afterVisits, visitOf } from '../../rules/ticket-visits.ts';
import { followUpTaskId } from '../../rules/schedule.ts';
import { isLatest, noteOf, withEvent } from '../../rules/work-events.ts';
import { chance, pick, someFiles, someText } from '../../sample.ts';
import { eventOf } from '../../effects/event-of.ts';
import { filesWith } from '../../effects/work-files.ts';
import { changeTicket, numberOf, onTicket, openTicket, sampleTarget, ticketAnswer, ticketTarget } from './write.ts';

const files = z._default(z.array(fileRef).check(z.maxLength(10)), []);

/** Close a ticket. Source: docs/product.md P38. */
export const closeTicketBody = z
  .object({
    id: id(),
    ticketId: z.optional(z.string()),
    actionTaken: requiredNote('Actions Taken is required.'),
    partRequired: z._default(yesNo, false),
    partDetails: optionalNote(),
    partCost: z.optional(z.nullable(money('Part cost', 'Part cost must be a number of 0 or more.'))),
    followUpAction: optionalNote(),
    resolutionNote: optionalNote(),
    isFollowUpRequired: z._default(yesNo, false),
    /** Missing, null or empty means not stated. */
    failureClass: z.optional(z.nullable(z.enum(['', ...failureClasses]))),
    files,
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

const assignTicketBody = z.object({ ticketId: id(), technicianId: id('Please choose a technician.') });

/** The form of a note: its photos are added when it is sent. */
export const ticketNoteForm = z.object({ ticketId: id(), note: optionalNote() });

/** A note on a ticket, with photos or with photos alone. Source: docs/product.md P35. */
const ticketNoteBody = z.extend(ticketNoteForm, { files }).check(
  z.refine((body) => body.note !== '' || keptFiles(body.files).length > 0, {
    error: 'Please write a note or add a photo.',
    path: ['note'],
  }),
);

type Closing = z.output<typeof closeTicketBody>;

/** The effect of a ticket's close form, with its event; the form may leave the ticket Pending. */
function afterForm(ticket: TicketRecord, body: Closing, context: EffectContext) {
  const { at } = context;
  const isClosed = closedStatus(body) === 'Closed';
  const endedAt = closingInstant(at, ticket.reportedDate);
  const visit = visitOf(body);
  const event = isClosed
    ? eventOf(context, 'closed', { visit }, { at: endedAt })
    : eventOf(context, 'left-pending', { visit });
  const events = [...ticket.events, event];
  const changes = { ...afterVisits(events), ...afterClosings(events) };
  return { event, changes };
}

const ticketNote = offlineWrite(ticketNoteBody, {
  ...onTicket,
  kind: 'breakdown.note',
  title: (body, view) => `Note on ${numberOf(view.get('ticket', body.ticketId))}`,
  files: (body) => body.files,
  effect: (body, context) =>
    changeTicket(body.ticketId, eventOf(context, 'note', noteOf(body.note, body.files)), (ticket) => ({
      files: filesWith(ticket, body.files),
    })),
  sample(source, view) {
    const ticket = pick(source, view.all('ticket'));
    if (!ticket) return null;
    const refs = someFiles(source);
    return { ticketId: ticket.id, note: refs.length > 0 ? someText(source) : source.text(), files: refs };
  },
});

/** Everything a closing says, as one note: servers before P190 refused the second of two. */
function closingNote(body: Closing, code: string): NoteEntry | null {
  if (code !== 'ticket.already_closed') return null;
  const lines = [
    body.actionTaken,
    body.resolutionNote,
    body.partDetails && `Part: ${body.partDetails}`,
    typeof body.partCost === 'number' && `Part cost: ${body.partCost}`,
    body.followUpAction && `Follow-up: ${body.followUpAction}`,
    body.failureClass && `Failure class: ${failureClassWords[body.failureClass]}`,
  ];
  return { write: ticketNote, body: { ticketId: body.id, note: lines.filter(Boolean).join('\n'), files: body.files } };
}

/** Writes on a ticket before it is closed, and notes afterwards. */
export const ticketWorkCalls = {
  closeTicket: defineCall({
    method: 'POST',
    path: '/BreakDown/Close',
    summary: 'Close a ticket, or leave it Pending for a follow-up',
    activity: 'Close a ticket, or leave it pending',
    access: hospitalRoles,
    body: closeTicketBody,
    answer: ticketAnswer,
    errors: ['record.unknown'],
    offline: offlineWrite(closeTicketBody, {
      kind: 'breakdown.close',
      version: 1,
      stream: (body) => `ticket:${body.id}`,
      makes: (body) => (body.isFollowUpRequired ? followUpTaskId(body.id) : null),
      title: (body, view) => `Close ${numberOf(view.get('ticket', body.id))}`,
      deviceIds: () => [],
      files: (body) => body.files,
      effect(body, context) {
        const { at, timeZone, view } = context;
        const ticket = view.get('ticket', body.id);
        if (!ticket) return [];
        const { event, changes } = afterForm(ticket, body, context);
        const tasks =
          changes.status === 'Pending' ? followUp(ticket, at, timeZone, view) : withoutFollowUp(ticket, context);
        const made = tasks.find((patch) => 'put' in patch);
        return [
          ...changeTicket(body.id, event, (now) => ({
            ...changes,
            files: filesWith(now, body.files),
            ...(made && { followUpTaskId: made.id }),
          })),
          {
            kind: 'device',
            id: ticket.deviceId,
            change: (device) => afterClosing(device, ticket, { ...ticket, ...changes }),
          },
          ...tasks,
        ];
      },
      correctIn: ({ id: ticketId }) => ({ screen: 'ticket', ticketId }),
      asNote: closingNote,
      sample(source, view) {
        const ticket = openTicket(source, view);
        if (!ticket) return null;
        const partRequired = chance(source, 0.4);
        return {
          id: ticket.id,
          actionTaken: source.text(),
          partRequired,
          partDetails: partRequired ? source.text() : '',
          partCost: partRequired ? Math.floor(source.next() * 1_000_000) / 100 : null,
          followUpAction: someText(source),
          resolutionNote: someText(source),
          isFollowUpRequired: chance(source, 0.3),
          failureClass: pick(source, [null, ...failureClasses]) ?? null,
          files: someFiles(source),
        };
      },
    }),
  }),
  addTicketNote: defineCall({
    method: 'POST',
    path: '/BreakDown/note',
    summary: 'Add a note with its photos to a ticket, open or closed',
    activity: 'Add a note to a ticket',
    access: hospitalRoles,
    body: ticketNoteBody,
    answer: ticketAnswer,
    errors: ['record.unknown'],
    offline: ticketNote,
  }),
  assignTicket: defineCall({
    method: 'POST',
    path: '/BreakDown/assign',
    summary: 'Set the technician of a ticket',
    activity: 'Assign a ticket',
    access: hospitalRoles,
    body: assignTicketBody,
    answer: ticketAnswer,
    errors: ['ticket.already_closed', 'record.unknown'],
    offline: offlineWrite(assignTicketBody, {
      ...onTicket,
      kind: 'breakdown.assign',
      title: (body, view) =>
        `Assign ${view.get('technician', body.technicianId)?.name ?? 'technician'} to ${numberOf(view.get('ticket', body.ticketId))}`,
      effect(body, context) {
        const technicianName = context.view.get('technician', body.technicianId)?.name ?? null;
        const chosen = { technicianId: body.technicianId, technicianName };
        const event = eventOf(context, 'assigned', chosen);
        const changes = { ...chosen, assignedAt: context.at };
        return changeTicket(body.ticketId, event, ({ events }) => (isLatest(event, events) ? changes : {}));
      },
      sample(source, view) {
        const ticket = openTicket(source, view);
        const technician = pick(source, view.all('technician'));
        return ticket && technician ? { ticketId: ticket.id, technicianId: technician.id } : null;
      },
    }),
  }),
  dispatchTicket: defineCall({
    method: 'POST',
    path: '/BreakDown/dispatch',
    summary: 'Write down when the technician left',
    activity: 'Dispatch the technician of a ticket',
    access: hospitalRoles,
    body: ticketTarget,
    answer: ticketAnswer,
    errors: ['ticket.already_closed', 'record.unknown'],
    offline: offlineWrite(ticketTarget, {
      ...onTicket,
      kind: 'breakdown.dispatch',
      title: (body, view) => `Dispatch technician for ${numberOf(view.get('ticket', body.ticketId))}`,
      effect(body, context) {
        const event = eventOf(context, 'dispatched', {});
        const left = { dispatchedAt: context.at };
        return changeTicket(body.ticketId, event, ({ events }) => (isLatest(event, events) ? left : {}));
      },
      sample: sampleTarget,
    }),
  }),
  escalateTicket: defineCall({
    method: 'POST',
    path: '/BreakDown/escalate',
    summary: 'Raise the priority of a ticket one step',
    activity: 'Escalate a ticket',
    access: hospitalRoles,
    body: ticketTarget,
    answer: ticketAnswer,
    errors: ['ticket.already_closed', 'record.unknown'],
    offline: offlineWrite(ticketTarget, {
      ...onTicket,
      kind: 'breakdown.escalate',
      title: (body, view) => `Escalate ${numberOf(view.get('ticket', body.ticketId))}`,
      effect: (body, context) => [
        {
          kind: 'ticket',
          id: body.ticketId,
          change(ticket) {
            const priority = escalate(ticket.priority);
            const event = eventOf(context, 'escalated', { to: priority });
            return withEvent(ticket, event, () => ({ priority, escalatedAt: context.at }));
          },
        },
      ],
      sample: sampleTarget,
    }),
  }),
};
