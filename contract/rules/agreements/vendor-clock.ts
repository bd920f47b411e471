import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { instantMs } from '../hospital-day.ts';
import { type ClockedTicket, ticketClock, ticketWaits } from '../ticket-clock.ts';
import type { WaitingReason } from '../../records/work-event.ts';
import type { AgreementTerms } from '../../records/agreement-terms.ts';
import { type AgreementPlace, joined, lengthMs, type Span, windowDayMs, windowSpans, without } from './window-hours.ts';

/** Waiting reasons that stop a vendor's clock because the hospital has to act. Source: docs/product.md P128. */
export const stoppingReasons = ['access', 'approval'] as const satisfies readonly WaitingReason[];

/** The state of a promise. */
type PromiseState = 'running' | 'warning' | 'broken' | 'kept';

/** A vendor's promise for a ticket. Units of `…Ms`: milliseconds during which the contract's clock ran. */
export interface VendorPromise {
  measure: 'response' | 'repair';
  allowedMs: number;
  /** Time until it ended, or until now. */
  usedMs: number;
  /** Time beyond the promise; 0 while it is kept. */
  lateMs: number;
  /**
   * When the allowed time is or was used up; while the clock is stopped, as if it resumed now. Null if that is more
   * than two years away.
   */
  dueAt: string | null;
  /** When the promise was kept; null while it is not. A broken promise without this time is still late. */
  endedAt: string | null;
  state: PromiseState;
}

/** Urgency of an open promise: late, or late soon. */
export const vendorAlerts = ['due-soon', 'late'] as const;
export type VendorAlert = (typeof vendorAlerts)[number];

/** Returns the urgency of a promise; null if it has ended or there is still time. */
export function promiseAlert({ state, endedAt }: Pick<VendorPromise, 'state' | 'endedAt'>): VendorAlert | null {
  if (endedAt !== null) return null;
  return state === 'broken' ? 'late' : state === 'warning' ? 'due-soon' : null;
}

/** Returns the highest urgency of a ticket's promises. Source: docs/product.md P140. */
export function vendorAlert(promises: readonly Pick<VendorPromise, 'state' | 'endedAt'>[]): VendorAlert | null {
  const alerts = new Set(promises.map(promiseAlert));
  return alerts.has('late') ? 'late' : alerts.has('due-soon') ? 'due-soon' : null;
}

/** A vendor's clock for a ticket. */
export interface VendorClock {
  /** Response and repair, if the contract promises them. */
  promises: VendorPromise[];
  /** Why the clock is stopped now; null while it runs, outside its hours, and after its end. */
  stoppedFor: (typeof stoppingReasons)[number] | null;
  /** Whether it is outside the contract's hours now. */
  isOutsideHours: boolean;
  /** The stops that the hospital caused, in order. */
  stops: (Span & { reason: WaitingReason })[];
}

/** How far ahead a due time is searched. */
const horizonMs = 2 * 366 * millisecondsInDay;
/** The warning begins with the last quarter of a promise or with its last hours, but never in its first half. */
const warningMs = 2 * millisecondsInHour;

/**
 * Measures a vendor's promises about a ticket, within the contract's hours and without the time in which it waited
 * for access or approval. The response ends at the first Arrived or, without it, when the device was back in use; the
 * repair at Restored or, without it, at the closing. Source: docs/product.md P128.
 */
export function vendorClock(
  ticket: ClockedTicket,
  { window, responseHours, repairDays }: Pick<AgreementTerms, 'window' | 'responseHours' | 'repairDays'>,
  place: AgreementPlace,
  now: string,
): VendorClock {
  const clock = ticketClock(ticket, now);
  const restoredAt = clock.restoredAt ?? ticket.closedAt;
  const respondedAt = clock.firstArrivedAt ?? restoredAt;
  const stops = ticketWaits(ticket, now).filter(({ reason }) => isStopping(reason));
  const promise = (measure: VendorPromise['measure'], allowedMs: number, endedAt: string | null): VendorPromise =>
    promiseOf({ measure, allowedMs, endedAt, reportedMs: instantMs(ticket.reportedDate), stops, window, place, now });
  const promises: VendorPromise[] = [];
  if (responseHours !== null) promises.push(promise('response', responseHours * millisecondsInHour, respondedAt));
  if (repairDays !== null) promises.push(promise('repair', repairDays * windowDayMs(window), restoredAt));
  const nowMs = instantMs(now);
  return {
    promises,
    stoppedFor: stoppingReasons.find((reason) => reason === clock.waitingFor) ?? null,
    isOutsideHours: windowSpans(window, place, { fromMs: nowMs, toMs: nowMs + 1 }).length === 0,
    stops,
  };
}

/** Returns whether a wait stops a vendor's clock. */
export function isStopping(reason: WaitingReason): boolean {
  return stoppingReasons.some((each) => each === reason);
}

interface PromiseFacts extends Pick<VendorPromise, 'measure' | 'allowedMs' | 'endedAt'> {
  reportedMs: number;
  stops: readonly Span[];
  window: AgreementTerms['window'];
  place: AgreementPlace;
  now: string;
}

function promiseOf({
  measure,
  allowedMs,
  endedAt,
  reportedMs,
  stops,
  window,
  place,
  now,
}: PromiseFacts): VendorPromise {
  const endMs = instantMs(endedAt ?? now);
  const pauses = joined(stops.map(({ fromMs, toMs }) => ({ fromMs, toMs: Math.min(toMs, endMs) })));
  const running = (fromMs: number, toMs: number): Span[] =>
    without(windowSpans(window, place, { fromMs, toMs }), pauses);
  const usedMs = lengthMs(running(reportedMs, endMs));
  const lateMs = Math.max(0, usedMs - allowedMs);
  const leftMs = allowedMs - usedMs;
  const isWarning = leftMs <= Math.max(allowedMs / 4, Math.min(warningMs, allowedMs / 2));
  return {
    measure,
    allowedMs,
    usedMs,
    lateMs,
    dueAt: dueAt(allowedMs, reportedMs, running),
    endedAt,
    state: lateMs > 0 ? 'broken' : endedAt !== null ? 'kept' : isWarning ? 'warning' : 'running',
  };
}

/** Returns when that much time will have run. The search widens step by step, because most promises are of days. */
function dueAt(
  allowedMs: number,
  reportedMs: number,
  running: (fromMs: number, toMs: number) => Span[],
): string | null {
  let leftMs = allowedMs;
  let fromMs = reportedMs;
  for (let stepMs = Math.max(allowedMs, millisecondsInDay); fromMs < reportedMs + horizonMs; stepMs *= 2) {
    for (const span of running(fromMs, fromMs + stepMs)) {
      const ms = span.toMs - span.fromMs;
      if (ms >= leftMs) return new Date(span.fromMs + leftMs).toISOString();
      leftMs -= ms;
    }
    fromMs += stepMs;
  }
  return null;
}
