/** The states of a breakdown ticket. */
export const ticketStatuses = ['Open', 'Pending', 'Closed'] as const;

/** A state of a breakdown ticket. */
export type TicketStatus = (typeof ticketStatuses)[number];

/** The priorities of tickets and tasks, from low to high. */
export const priorities = ['Low', 'Medium', 'High', 'Critical'] as const;

/** A priority of a ticket or task. */
export type Priority = (typeof priorities)[number];

/** What a reporter can say of the machine; System Down counts as downtime. */
export const machineStatuses = ['System Down', 'Restrictive Use', 'Problem Intermittent'] as const;

/** What a reporter says of the machine. */
export type MachineStatus = (typeof machineStatuses)[number];

/**
 * The states a ticket may change to.
 * Source: document 3, rule 3.5.
 */
export const ticketTransitions: Readonly<Record<TicketStatus, readonly TicketStatus[]>> = {
  Open: ['Pending', 'Closed'],
  Pending: ['Closed'],
  Closed: [],
};

/** Tells whether a ticket may change from one state to another. */
export function canTicketChange(from: TicketStatus, to: TicketStatus): boolean {
  return ticketTransitions[from].includes(to);
}

/** Tells whether the close form applies; a Pending ticket that still needs follow-up takes it and stays Pending. */
export function canSubmitClose(status: TicketStatus): boolean {
  return status !== 'Closed';
}

/** Gives the state in which the close form leaves a ticket. */
export function closedStatus(form: { readonly isFollowUpRequired: boolean }): 'Pending' | 'Closed' {
  return form.isFollowUpRequired ? 'Pending' : 'Closed';
}

/**
 * Raises a priority one step; Critical stays.
 * Source: document 3, rule 3.6.
 */
export function escalate(priority: Priority): Priority {
  return priorities[priorities.indexOf(priority) + 1] ?? 'Critical';
}
