import type { TicketFacts } from '#contract/pages/ticket.ts';
import { type DeviceRecord, deviceOf, type TicketRecord } from '#contract/records/ward.ts';
import type { HolidayRecord } from '#contract/records/agreement.ts';

interface TicketSource {
  get(kind: 'device', id: string): DeviceRecord | undefined;
  get(kind: 'ticket', id: string): TicketRecord | undefined;
  all(kind: 'holiday'): readonly HolidayRecord[];
}

/** The hospital's name and place, from the session. */
interface Place {
  name: string;
  timeZone: string;
}

/** Collects the data of a ticket's page from the replica. */
export function gatherTicket(view: TicketSource, ticket: TicketRecord, { name, timeZone }: Place): TicketFacts {
  const related = ticket.relatedTicketId === null ? undefined : view.get('ticket', ticket.relatedTicketId);
  const place = { timeZone, holidays: view.all('holiday').map(({ id }) => id) };
  return { ticket, device: deviceOf(view, ticket), hospitalName: name, place, related };
}
