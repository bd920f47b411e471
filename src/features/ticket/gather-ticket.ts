import type { TicketFacts } from '#contract/pages/ticket.ts';
import { type DeviceRecord, deviceOf, type TicketRecord } from '#contract/replica.ts';

interface TicketSource {
  get(kind: 'device', id: string): DeviceRecord | undefined;
  get(kind: 'ticket', id: string): TicketRecord | undefined;
}

/** Gathers from the replica what the page of a ticket is made of. */
export function gatherTicket(view: TicketSource, ticket: TicketRecord, hospitalName: string): TicketFacts {
  const related = ticket.relatedTicketId === null ? undefined : view.get('ticket', ticket.relatedTicketId);
  return { ticket, device: deviceOf(view, ticket), hospitalName, related };
}
