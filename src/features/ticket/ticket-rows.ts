import type { TicketItem } from '#contract/calls/ticket.ts';
import type { HolidayRecord } from '#contract/contract-records.ts';
import {
  buildTicketRow,
  byReport,
  isTicketListed,
  type TicketListFilter,
  ticketVendorAlert,
} from '#contract/pages/ticket-list.ts';
import type { Moment } from '#contract/pages/moment.ts';
import { type DeviceRecord, deviceOf, type TicketRecord } from '#contract/replica.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { ticketClock } from '#contract/rules/ticket-clock.ts';
import { ticketFilters, type TicketStatus } from '#contract/rules/ticket.ts';

/** A ticket as the list shows it: the API's row, and what only this tablet knows. */
export interface TicketRow extends TicketItem {
  /** yyyy-MM-dd, the hospital's day. */
  reportedOn: string;
  waiting: boolean;
  /** Lower-cased text in which the row is searched. */
  text: string;
}

interface TicketSource {
  all(kind: 'ticket'): readonly TicketRecord[];
  all(kind: 'holiday'): readonly HolidayRecord[];
  get(kind: 'device', id: string): DeviceRecord | undefined;
  isPending(kind: 'ticket', id: string): boolean;
}

/** All tickets of the replica with their devices, as they stand now, the latest first. */
export function ticketRows(view: TicketSource, { now, timeZone }: Moment): TicketRow[] {
  const place = { timeZone, holidays: view.all('holiday').map(({ id }) => id) };
  const at = now.toISOString();
  return view
    .all('ticket')
    .map((ticket) => {
      const { waitingFor } = ticketClock(ticket, ticket.reportedDate);
      const vendorAlert = ticketVendorAlert(ticket, place, at);
      const row = buildTicketRow({ ticket: { ...ticket, waitingFor, vendorAlert }, device: deviceOf(view, ticket) });
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

/** The rows that the filters of the URL let through; an unknown status matches all. */
export function filterTickets(
  rows: readonly TicketRow[],
  { status: named, ...filter }: Omit<TicketListFilter, 'status'> & { status: string },
  userId: string,
): readonly TicketRow[] {
  const status = ticketFilters.find((known) => known === named);
  return rows.filter((row) => isTicketListed(row, { ...filter, status }, userId));
}

/** How many tickets have each status. */
export function countStatuses(rows: readonly Pick<TicketRow, 'status'>[]): Record<TicketStatus, number> {
  const counts = { Open: 0, Pending: 0, Closed: 0 };
  for (const { status } of rows) counts[status] += 1;
  return counts;
}
