import type { TicketRecord } from '#contract/replica.ts';

/** One thing that happened to a ticket. */
export interface TimelineStep {
  at: string;
  text: string;
}

/** What happened to a ticket, in order. Source: document 2, Breakdown call details; document 3, rule 3.6. */
export function timelineOf(ticket: TicketRecord): TimelineStep[] {
  const steps: (readonly [at: string | null, text: string])[] = [
    [ticket.reportedDate, ticket.reportedBy === '' ? 'Reported' : `Reported by ${ticket.reportedBy}`],
    [ticket.assignedAt, `Technician assigned: ${ticket.technicianName ?? ''}`],
    [ticket.dispatchedAt, 'Technician dispatched'],
    [ticket.escalatedAt, `Escalated to ${ticket.priority}`],
    [ticket.closedAt, ticket.closedBy === null ? 'Closed' : `Closed by ${ticket.closedBy}`],
    ...ticket.notes.map((note) => [note.at, `Note by ${note.by}: ${note.text}`] as const),
  ];
  return steps
    .flatMap(([at, text]) => (at === null ? [] : [{ at, text }]))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
