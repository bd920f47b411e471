/** The shared part of the writes on a ticket. */
import * as z from '../../zod.ts';
import type { SampleSource } from '../../define.ts';
import { id } from '../../fields.ts';
import type { TicketRecord } from '../../records/ward.ts';
import type { Patch, SampleView } from '../../records/replica.ts';
import { ticketStatuses } from '../../records/values.ts';
import { withEvent } from '../../rules/work-events.ts';
import type { WorkEvent } from '../../records/work-event.ts';
import { pick } from '../../sample.ts';

/** The body of a write that names only a ticket. */
export const ticketTarget = z.object({ ticketId: id() });

/** The server's answer to a write on a ticket. */
export const ticketAnswer = z.object({
  id: z.string(),
  status: z.enum(ticketStatuses),
  notices: z.optional(z.array(z.string())),
});

/** Common parts of all offline writes on a ticket. */
export const onTicket = {
  version: 1,
  stream: (body: { ticketId: string }) => `ticket:${body.ticketId}`,
  deviceIds: () => [],
  files: () => [],
  correctIn: () => null,
  asNote: () => null,
};

/** A change of one ticket together with the event that says so. */
export const changeTicket = (
  ticketId: string,
  event: WorkEvent,
  change?: (ticket: TicketRecord) => Partial<TicketRecord>,
): Patch[] => [{ kind: 'ticket', id: ticketId, change: (ticket) => withEvent(ticket, event, change) }];

/** A ticket in the title of an entry. */
export const numberOf = (ticket: TicketRecord | undefined): string => ticket?.ticketNumber ?? 'ticket';

/** Returns an open ticket of the replica, for a sample. */
export const openTicket = (source: SampleSource, view: SampleView): TicketRecord | undefined =>
  pick(
    source,
    view.all('ticket').filter(({ status }) => status !== 'Closed'),
  );

/** The body of a write that names an open ticket only, for a sample. */
export const sampleTarget = (source: SampleSource, view: SampleView) => {
  const ticket = openTicket(source, view);
  return ticket ? { ticketId: ticket.id } : null;
};
