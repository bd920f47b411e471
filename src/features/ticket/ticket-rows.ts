import type { TicketItem } from '#contract/calls/ticket.ts';
import { buildTicketRow, byReport } from '#contract/pages/ticket-list.ts';
import { type DeviceRecord, deviceOf, type TicketRecord } from '#contract/replica.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import type { TicketStatus } from '#contract/rules/ticket.ts';

/** A ticket as the list shows it: the API's row, and what only this tablet knows. */
export interface TicketRow extends TicketItem {
  /** yyyy-MM-dd, the hospital's day. */
  reportedOn: string;
  waiting: boolean;
  /** Lower-cased text in which the row is searched. */
  text: string;
}

/** What the list filters by: a status, or all that is not closed. */
const ticketFilters = ['not-closed', 'Open', 'Pending', 'Closed'] as const;

interface TicketSource {
  all(kind: 'ticket'): readonly TicketRecord[];
  get(kind: 'device', id: string): DeviceRecord | undefined;
  isPending(kind: 'ticket', id: string): boolean;
}

/** All tickets of the replica with their devices, the latest first. */
export function ticketRows(view: TicketSource, timeZone: string): TicketRow[] {
  return view
    .all('ticket')
    .map((ticket) => {
      const row = buildTicketRow({ ticket, device: deviceOf(view, ticket) });
      const searched = [row.ticketNumber, row.serialNumber, ticket.problemReported, row.equipmentName];
      return {
        ...row,
        reportedOn: hospitalDay(ticket.reportedDate, timeZone),
        waiting: view.isPending('ticket', ticket.id),
        text: searched.join('\n').toLowerCase(),
      };
    })
    .sort(byReport);
}

/** The rows that a filter of the URL lets through; an unknown filter matches all. */
export function filterTickets(rows: readonly TicketRow[], filter: string): readonly TicketRow[] {
  if (filter === 'not-closed') return rows.filter((row) => row.status !== 'Closed');
  return ticketFilters.some((known) => known === filter) ? rows.filter((row) => row.status === filter) : rows;
}

/** How many tickets have each status. */
export function countStatuses(rows: readonly Pick<TicketRow, 'status'>[]): Record<TicketStatus, number> {
  const counts = { Open: 0, Pending: 0, Closed: 0 };
  for (const { status } of rows) counts[status] += 1;
  return counts;
}
