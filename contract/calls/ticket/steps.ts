import * as z from '../../zod.ts';
import { defineCall, offlineWrite } from '../../define.ts';
import type { SampleSource } from '../../define.ts';
import { optionalNote, yesNo } from '../../fields.ts';
import { hospitalRoles } from '../../permissions.ts';
import type { ReplicaView, SampleView } from '../../records/replica.ts';
import { afterRestoring } from '../../effects/device-record.ts';
import { eventOf } from '../../effects/event-of.ts';
import { withEvent } from '../../rules/work-events.ts';
import { waitingReasons } from '../../records/work-event.ts';
import { chance, pick, pickOf, someText } from '../../sample.ts';
import { changeTicket, numberOf, onTicket, ticketAnswer, ticketTarget } from './write.ts';

const arriveTicketBody = z.extend(ticketTarget, { isByPhone: z._default(yesNo, false) });

/** Reasons for waiting. Source: docs/product.md P72. */
export const waitTicketBody = z.extend(ticketTarget, {
  reason: z.enum(waitingReasons, { error: 'Please choose what the ticket is waiting for.' }),
  note: optionalNote(),
});

/**
 * The shared part of the steps of a ticket. A step is a fact: it is accepted whenever it arrives, even after the ticket
 * was closed, and the clock decides whether it counts.
 */
const step = {
  method: 'POST',
  access: hospitalRoles,
  answer: ticketAnswer,
  errors: ['record.unknown'],
} as const;

const titled = (words: string) => (body: { ticketId: string }, view: ReplicaView) =>
  `${words} ${numberOf(view.get('ticket', body.ticketId))}`;

/** Returns any ticket, usually an open one, because steps also arrive late. */
const sampleTicket = (source: SampleSource, view: SampleView) => {
  const all = view.all('ticket');
  const open = all.filter(({ status }) => status !== 'Closed');
  const ticket = pick(source, open.length > 0 && chance(source, 0.8) ? open : all);
  return ticket ? { ticketId: ticket.id } : null;
};

/** The steps of a ticket that make its clock. Source: docs/product.md P72. */
export const ticketStepCalls = {
  acceptTicket: defineCall({
    ...step,
    path: '/BreakDown/accept',
    summary: 'Accept a ticket',
    activity: 'Accept a ticket',
    body: ticketTarget,
    offline: offlineWrite(ticketTarget, {
      ...onTicket,
      kind: 'breakdown.accept',
      title: titled('Accept'),
      effect: (body, context) => changeTicket(body.ticketId, eventOf(context, 'accepted', {})),
      sample: sampleTicket,
    }),
  }),
  arriveTicket: defineCall({
    ...step,
    path: '/BreakDown/arrive',
    summary: 'Record the arrival at the device, or the start of work by phone; the first one is the response',
    activity: 'Arrive for a ticket',
    body: arriveTicketBody,
    offline: offlineWrite(arriveTicketBody, {
      ...onTicket,
      kind: 'breakdown.arrive',
      title: titled('Arrived for'),
      effect: ({ ticketId, isByPhone }, context) =>
        changeTicket(ticketId, eventOf(context, 'arrived', isByPhone ? { isByPhone } : {})),
      sample(source, view) {
        const target = sampleTicket(source, view);
        return target && { ...target, isByPhone: chance(source, 0.3) };
      },
    }),
  }),
  waitTicket: defineCall({
    ...step,
    path: '/BreakDown/wait',
    summary: 'Record what the work on a ticket is waiting for',
    activity: 'Report what a ticket waits for',
    body: waitTicketBody,
    offline: offlineWrite(waitTicketBody, {
      ...onTicket,
      kind: 'breakdown.wait',
      title: titled('Waiting with'),
      effect: ({ ticketId, reason, note }, context) =>
        changeTicket(ticketId, eventOf(context, 'waiting', { reason, note })),
      sample(source, view) {
        const target = sampleTicket(source, view);
        return target && { ...target, reason: pickOf(source, waitingReasons), note: someText(source) };
      },
    }),
  }),
  resumeTicket: defineCall({
    ...step,
    path: '/BreakDown/resume',
    summary: 'Resume work on a waiting ticket',
    activity: 'Resume work on a ticket',
    body: ticketTarget,
    offline: offlineWrite(ticketTarget, {
      ...onTicket,
      kind: 'breakdown.resume',
      title: titled('Resume'),
      effect: (body, context) => changeTicket(body.ticketId, eventOf(context, 'resumed', {})),
      sample: sampleTicket,
    }),
  }),
  restoreTicket: defineCall({
    ...step,
    path: '/BreakDown/restore',
    summary:
      'Record that the device is back in clinical use: its downtime ends, the ticket stays open until it is closed',
    activity: 'Report a device back in use',
    body: ticketTarget,
    offline: offlineWrite(ticketTarget, {
      ...onTicket,
      kind: 'breakdown.restore',
      title: titled('Back in use:'),
      effect(body, context) {
        const ticket = context.view.get('ticket', body.ticketId);
        if (!ticket) return [];
        const event = eventOf(context, 'restored', {});
        const restored = withEvent(ticket, event);
        return [
          ...changeTicket(body.ticketId, event),
          { kind: 'device', id: ticket.deviceId, change: (device) => afterRestoring(device, ticket, restored) },
        ];
      },
      sample: sampleTicket,
    }),
  }),
};
