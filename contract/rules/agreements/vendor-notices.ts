import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import type { TicketRecord } from '../../records/ward.ts';
import { instantMs } from '../hospital-day.ts';
import { isNotClosed } from '../ticket.ts';
import { vendorClock, type VendorPromise } from './vendor-clock.ts';
import type { AgreementPlace } from './window-hours.ts';

/** How soon a promise has to be due. Units: ms. */
const soonMs = 2 * millisecondsInHour;
/** A promise that has been late for longer is not announced, such as after a downtime. Units: ms. */
const freshMs = millisecondsInDay;

/** What users are notified of about one promise of a vendor. */
interface DuePromise {
  kind: 'vendorDueSoon' | 'vendorLate';
  measure: VendorPromise['measure'];
}

/**
 * Returns the open promises of a ticket's vendor that are due within two hours, or have become late within a day.
 * Source: docs/product.md P373.
 */
export function duePromises(
  ticket: Pick<TicketRecord, 'status' | 'reportedDate' | 'closedAt' | 'events' | 'terms'>,
  place: AgreementPlace,
  now: Date,
): DuePromise[] {
  if (ticket.terms === undefined || !isNotClosed(ticket)) return [];
  const { promises, stoppedFor } = vendorClock(ticket, ticket.terms.terms, place, now.toISOString());
  return promises.flatMap(({ measure, state, dueAt, endedAt }): DuePromise[] => {
    if (endedAt !== null || dueAt === null) return [];
    const leftMs = instantMs(dueAt) - now.getTime();
    if (state === 'broken') return leftMs >= -freshMs ? [{ kind: 'vendorLate', measure }] : [];
    // A vendor who waits for the hospital is not due.
    return state === 'warning' && stoppedFor === null && leftMs <= soonMs ? [{ kind: 'vendorDueSoon', measure }] : [];
  });
}
