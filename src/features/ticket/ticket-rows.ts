import type { TicketItem } from '#contract/calls/ticket/ticket.ts';
import type { HolidayRecord } from '#contract/records/agreement.ts';
import {
  buildTicketRow,
  byReport,
  isTicketListed,
  type TicketListFilter,
  ticketVendorAlert,
} from '#contract/pages/ticket-list.ts';
import type { Moment } from '#contract/pages/moment.ts';
import { deviceOf, type DeviceRecord, type TicketRecord } from '#contract/records/ward.ts';
import type { VendorAlert } from '#contract/rules/agreements/vendor-clock.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { ticketClock, waitingSince } from '#contract/rules/ticket-clock.ts';
import { ticketFilters } from '#contract/rules/ticket.ts';
import type { TicketStatus } from '#contract/records/values.ts';

/** A ticket in the list: the API's row, and facts that only this tablet knows. */
export interface TicketRow extends TicketItem {
  /** yyyy-MM-dd, in the hospital's time zone. */
  reportedOn: string;
  waiting: boolean;
  /** The hospital's day since which it waits for something. */
  waitingOn: string | null;
  /** Lower-cased text to search. */
  text: string;
}

interface TicketSource {
  all(kind: 'ticket'): readonly TicketRecord[];
  all(kind: 'holiday'): readonly HolidayRecord[];
  get(kind: 'device', id: string): DeviceRecord | undefined;
  isPending(kind: 'ticket', id: string): boolean;
}

/** Returns all tickets of the replica with the current state of their devices, latest first. */
export function ticketRows(view: TicketSource, moment: Moment): readonly TicketRow[] {
  return withAlerts(timelessRows(view, moment.timeZone), alertsOf(view, moment));
}

/**
 * Returns all tickets of the replica, latest first, without the vendors' deadlines, so that the result does not change
 * by the minute.
 */
export function timelessRows(view: TicketSource, timeZone: string): readonly TicketRow[] {
  return view
    .all('ticket')
    .map((ticket) => {
      const { waitingFor } = ticketClock(ticket, ticket.reportedDate);
      const since = waitingFor === null ? null : waitingSince(ticket);
      const row = buildTicketRow({
        ticket: { ...ticket, waitingFor, waitingSince: since, vendorAlert: null },
        device: deviceOf(view, ticket),
      });
      const searched = [row.ticketNumber, row.serialNumber, ticket.problemReported, row.equipmentName];
      return {
        ...row,
        reportedOn: hospitalDay(ticket.reportedDate, timeZone),
        waiting: view.isPending('ticket', ticket.id),
        waitingOn: since && hospitalDay(since, timeZone),
        text: searched.join('\n').toLowerCase(),
      };
    })
    .sort(byReport);
}

/** Returns the alerts about vendors' promises at a given time, by ticket id. */
export function alertsOf(
  view: Pick<TicketSource, 'all'>,
  { now, timeZone }: Moment,
): Readonly<Record<string, VendorAlert>> {
  const place = { timeZone, holidays: view.all('holiday').map(({ id }) => id) };
  const at = now.toISOString();
  return Object.fromEntries(
    view.all('ticket').flatMap((ticket) => {
      const alert = ticketVendorAlert(ticket, place, at);
      return alert === null ? [] : [[ticket.id, alert]];
    }),
  );
}

/** Adds the alerts to the rows; a row without an alert keeps its identity. */
export function withAlerts(
  rows: readonly TicketRow[],
  alerts: Readonly<Record<string, VendorAlert>>,
): readonly TicketRow[] {
  return rows.map((row) => {
    const vendorAlert = alerts[row.id];
    return vendorAlert === undefined ? row : { ...row, vendorAlert };
  });
}

/** Returns the rows that pass the URL's filters; an unknown status matches all. */
export function filterTickets(
  rows: readonly TicketRow[],
  { status: named, ...filter }: Omit<TicketListFilter, 'status'> & { status: string },
  userId: string,
): readonly TicketRow[] {
  const status = ticketFilters.find((known) => known === named);
  return rows.filter((row) => isTicketListed(row, { ...filter, status }, userId));
}

/** Counts the tickets in each status. */
export function countStatuses(rows: readonly Pick<TicketRow, 'status'>[]): Record<TicketStatus, number> {
  const counts = { Open: 0, Pending: 0, Closed: 0 };
  for (const { status } of rows) counts[status] += 1;
  return counts;
}
