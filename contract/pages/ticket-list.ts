import type { ticketCalls, TicketItem } from '../calls/ticket.ts';
import type { AnswerOf } from '../define.ts';
import type { NamedDevice, TicketRecord } from '../replica.ts';
import { instantMs } from '../rules/hospital-day.ts';
import { ticketNumberWords } from '../rules/ticket-number.ts';
import { type ListFilterValues, passesFilters } from '../rules/list-filter.ts';
import type { WaitingReason } from '../rules/work-events.ts';
import { isNotClosed, type TicketFilter, type TicketStatus } from '../rules/ticket.ts';

/** What a row of the list is made of. */
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
  > & { waitingFor: WaitingReason | null };
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
  };
}

/** Returns whether a list narrowed to these filters shows a ticket; `userId` is who asks. */
export function isTicketListed(
  ticket: Pick<TicketItem, 'status' | 'department' | 'issueType' | 'technicianId' | 'waitingFor'>,
  filter: ListFilterValues & { status?: TicketFilter | undefined; waitingFor?: string | undefined },
  userId: string,
): boolean {
  const { status = 'all', waitingFor = '' } = filter;
  const isStatus = status === 'all' || (status === 'not-closed' ? isNotClosed(ticket) : ticket.status === status);
  const isWaiting = waitingFor === '' || ticket.waitingFor === waitingFor;
  return isStatus && isWaiting && passesFilters({ ...ticket, type: ticket.issueType }, filter, userId);
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
