import { type DeviceRecord, deviceOf, type TicketRecord } from '#contract/replica.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import type { Priority, TicketStatus } from '#contract/rules/ticket.ts';

/** A ticket as the list shows it. */
export interface TicketRow {
  id: string;
  number: string;
  equipmentName: string;
  serialNumber: string;
  department: string;
  /** yyyy-MM-dd, the hospital's day. */
  reportedOn: string;
  reportedAt: string;
  status: TicketStatus;
  priority: Priority;
  escalated: boolean;
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

/** The number of a ticket, or words while the server has not given one. */
export function numberWords(ticket: Pick<TicketRecord, 'ticketNumber'>): string {
  return ticket.ticketNumber ?? 'Number follows';
}

/** All tickets of the replica with their devices, the latest first. */
export function ticketRows(view: TicketSource, timeZone: string): TicketRow[] {
  return view
    .all('ticket')
    .map((ticket) => {
      const device = deviceOf(view, ticket);
      const number = numberWords(ticket);
      const serialNumber = device?.serialNumber ?? '';
      return {
        id: ticket.id,
        number,
        equipmentName: device?.equipmentName ?? '',
        serialNumber,
        department: device?.departmentName ?? '',
        reportedOn: hospitalDay(ticket.reportedDate, timeZone),
        reportedAt: ticket.reportedDate,
        status: ticket.status,
        priority: ticket.priority,
        escalated: ticket.escalatedAt !== null,
        waiting: view.isPending('ticket', ticket.id),
        text: [number, serialNumber, ticket.problemReported, device?.equipmentName ?? ''].join('\n').toLowerCase(),
      };
    })
    .sort((a, b) => Date.parse(b.reportedAt) - Date.parse(a.reportedAt));
}

/** The rows that a filter of the URL lets through; an unknown filter lets all through. */
export function filterTickets(rows: readonly TicketRow[], filter: string): readonly TicketRow[] {
  if (filter === 'not-closed') return rows.filter((row) => row.status !== 'Closed');
  return ticketFilters.some((known) => known === filter) ? rows.filter((row) => row.status === filter) : rows;
}

/** The tiles: Open counts what is not closed, so that both add up. */
export function ticketTiles(rows: readonly Pick<TicketRow, 'status'>[]): {
  totalCalls: number;
  openCalls: number;
  closeCalls: number;
} {
  const closeCalls = rows.filter((row) => row.status === 'Closed').length;
  return { totalCalls: rows.length, openCalls: rows.length - closeCalls, closeCalls };
}
