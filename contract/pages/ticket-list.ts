import type { ticketCalls, TicketItem } from '../calls/ticket/ticket.ts';
import type { AnswerOf } from '../define.ts';
import type { NamedDevice, TicketRecord } from '../records/ward.ts';
import { type VendorAlert, vendorAlert, vendorClock } from '../rules/agreements/vendor-clock.ts';
import type { AgreementPlace } from '../rules/agreements/window-hours.ts';
import { instantMs } from '../rules/hospital-day.ts';
import { ticketNumberWords } from '../rules/ticket-number.ts';
import { anyReason, type ListFilterValues, passesFilters } from '../rules/list-filter.ts';
import type { WaitingReason } from '../records/work-event.ts';
import { isNotClosed, type TicketFilter } from '../rules/ticket.ts';
import type { TicketStatus } from '../records/values.ts';

/** The facts that a row of the list is built from. */
export interface TicketRowFacts {
  ticket: Pick<
    TicketRecord,
    | 'id'
    | 'ticketNumber'
    | 'reportedDate'
    | 'status'
    | 'priority'
    | 'escalatedAt'
    | 'problemReported'
    | 'issueType'
    | 'technicianId'
    | 'technicianName'
  > & { waitingFor: WaitingReason | null; waitingSince: string | null; vendorAlert: VendorAlert | null };
  device: Pick<NamedDevice, 'equipmentName' | 'serialNumber' | 'departmentName'> | undefined;
}

/** Builds one row of the list of tickets. Source: docs/product.md P37. */
export function buildTicketRow({ ticket, device }: TicketRowFacts): TicketItem {
  return {
    id: ticket.id,
    ticketNumber: ticketNumberWords(ticket.ticketNumber),
    equipmentName: device?.equipmentName ?? '',
    serialNumber: device?.serialNumber ?? '',
    department: device?.departmentName ?? '',
    reportedDate: ticket.reportedDate,
    problemReported: ticket.problemReported,
    issueType: ticket.issueType,
    technicianId: ticket.technicianId,
    technicianName: ticket.technicianName,
    status: ticket.status,
    priority: ticket.priority,
    escalated: ticket.escalatedAt !== null,
    waitingFor: ticket.waitingFor,
    waitingSince: ticket.waitingSince,
    vendorAlert: ticket.vendorAlert,
  };
}

/**
 * Returns the alert about a vendor's promises for a ticket; null for a closed ticket or one without promises. Source:
 * docs/product.md P140.
 */
export function ticketVendorAlert(
  ticket: Pick<TicketRecord, 'status' | 'reportedDate' | 'closedAt' | 'events' | 'terms'>,
  place: AgreementPlace,
  now: string,
): VendorAlert | null {
  if (ticket.terms === undefined || !isNotClosed(ticket)) return null;
  return vendorAlert(vendorClock(ticket, ticket.terms.terms, place, now).promises);
}

/** The filters of the list of tickets. */
export interface TicketListFilter extends ListFilterValues {
  status?: TicketFilter | undefined;
  waitingFor?: string | undefined;
  vendorAlert?: string | undefined;
}

/** Returns whether a list with these filters shows a ticket; `userId` is the current user. */
export function isTicketListed(
  ticket: Pick<TicketItem, 'status' | 'department' | 'issueType' | 'technicianId' | 'waitingFor' | 'vendorAlert'>,
  filter: TicketListFilter,
  userId: string,
): boolean {
  const { status = 'all', waitingFor = '', vendorAlert: alert = '' } = filter;
  const isStatus = status === 'all' || (status === 'not-closed' ? isNotClosed(ticket) : ticket.status === status);
  const isWaiting =
    waitingFor === anyReason ? ticket.waitingFor !== null : waitingFor === '' || ticket.waitingFor === waitingFor;
  const isAlert = alert === '' || ticket.vendorAlert === alert;
  return isStatus && isWaiting && isAlert && passesFilters({ ...ticket, type: ticket.issueType }, filter, userId);
}

/** Orders tickets as the list shows them: the latest first, those of one instant by id. */
export function byReport(
  a: Pick<TicketItem, 'id' | 'reportedDate'>,
  b: Pick<TicketItem, 'id' | 'reportedDate'>,
): number {
  return instantMs(b.reportedDate) - instantMs(a.reportedDate) || (a.id < b.id ? -1 : Number(a.id > b.id));
}

/** The tiles over the list: Open counts what is not closed, so that both add up. */
export function buildTicketTiles(
  counts: Readonly<Record<TicketStatus, number>>,
): AnswerOf<(typeof ticketCalls)['ticketTiles']> {
  const openCalls = counts.Open + counts.Pending;
  return { totalCalls: openCalls + counts.Closed, openCalls, closeCalls: counts.Closed };
}
