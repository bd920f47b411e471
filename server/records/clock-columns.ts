import { type ClockedTicket, downUntil, ticketClock, waitingSince } from '#contract/rules/ticket-clock.ts';
import type { ticket } from '../db/schema.ts';

type TicketRow = typeof ticket.$inferSelect;

/** Returns a nullable instant as a date. */
export const dateOf = (at: string | null): Date | null => (at === null ? null : new Date(at));

/**
 * Computes the columns of a ticket's clock for figures. A running time is stored up to the latest step that counts, so
 * that it does not depend on when the step arrived; `waitingSince` is the start of the rest.
 */
export function clockColumns(ticket: ClockedTicket) {
  const clock = ticketClock(ticket, ticket.reportedDate);
  const isWorkedOn = clock.firstArrivedAt !== null || clock.handsOnMs > 0;
  return {
    acceptedAt: dateOf(clock.acceptedAt),
    firstArrivedAt: dateOf(clock.firstArrivedAt),
    restoredAt: dateOf(clock.restoredAt),
    handsOnMs: isWorkedOn && downUntil(ticket) !== null ? clock.handsOnMs : null,
    waitingMs: clock.waitingMs,
    waitingFor: clock.waitingFor,
    waitingSince: dateOf(waitingSince(ticket)),
  } satisfies Partial<TicketRow>;
}
