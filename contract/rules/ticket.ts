import { priorities, type Priority, type TicketStatus, ticketStatuses } from '../records/values.ts';

/** Filters of a list of tickets: a status, all that are not closed, or all. */
export const ticketFilters = [...ticketStatuses, 'not-closed', 'all'] as const;

/** A filter of a list of tickets. */
export type TicketFilter = (typeof ticketFilters)[number];

/** Returns whether a ticket still needs work, on the dashboard and in the list behind the figure. */
export function isNotClosed({ status }: { readonly status: TicketStatus }): boolean {
  return status !== 'Closed';
}

/** Returns whether a ticket is told at once to everybody who can act: a Critical one, or one with a harmed patient. */
export function isUrgentTicket({ priority, anyPatientHarm }: { priority: Priority; anyPatientHarm: boolean }): boolean {
  return priority === 'Critical' || anyPatientHarm;
}

/** Ticket states in a device's service history. */
export const serviceStatuses = ['Open', 'Pending', 'Resolved'] as const;

/** Returns the state of a ticket in a device's service history: a closed one is Resolved. */
export function serviceStatus(status: TicketStatus): (typeof serviceStatuses)[number] {
  return status === 'Closed' ? 'Resolved' : status;
}

/**
 * The states that a ticket can change to.
 * Source: docs/product.md P36.
 */
export const ticketTransitions: Readonly<Record<TicketStatus, readonly TicketStatus[]>> = {
  Open: ['Pending', 'Closed'],
  Pending: ['Closed'],
  Closed: [],
};

/** Returns whether a ticket may change from one state to another. */
export function canTicketChange(from: TicketStatus, to: TicketStatus): boolean {
  return ticketTransitions[from].includes(to);
}

/** Returns whether the close form applies; a Pending ticket that still needs follow-up takes it and stays Pending. */
export function canSubmitClose(status: TicketStatus): boolean {
  return status !== 'Closed';
}

/** Returns the state in which the close form leaves a ticket. */
export function closedStatus(form: { readonly isFollowUpRequired: boolean }): 'Pending' | 'Closed' {
  return form.isFollowUpRequired ? 'Pending' : 'Closed';
}

/**
 * Raises a priority one step; Critical stays.
 * Source: docs/product.md P35.
 */
export function escalate(priority: Priority): Priority {
  return priorities[priorities.indexOf(priority) + 1] ?? 'Critical';
}

/** Returns the part cost that counts: none (null) unless a part is required. Units: INR. Source: docs/product.md P38. */
export function countedPartCost(close: {
  readonly partRequired: boolean;
  readonly partCost?: number | null | undefined;
}): number | null {
  return close.partRequired ? (close.partCost ?? null) : null;
}
