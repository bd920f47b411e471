import type { TicketRecord } from '../records/ward.ts';
import { instantMs } from './hospital-day.ts';
import { orderEvents } from './work-events.ts';
import type { WaitingReason, WorkEvent } from '../records/work-event.ts';

/** The facts from which a ticket's times are measured. */
export type ClockedTicket = Pick<TicketRecord, 'reportedDate' | 'closedAt' | 'events'>;

/** The phase of a ticket. */
export const clockStates = ['reported', 'accepted', 'working', 'waiting', 'restored', 'closed'] as const;
type ClockState = (typeof clockStates)[number];

/** The times of a ticket. Units of `…Ms`: milliseconds of elapsed time, day and night. Source: docs/product.md P72. */
export interface TicketClock {
  acceptedAt: string | null;
  firstArrivedAt: string | null;
  restoredAt: string | null;
  /** From the report to the first arrival; null if no arrival was recorded. */
  responseMs: number | null;
  handsOnMs: number;
  waitingMs: Partial<Record<WaitingReason, number>>;
  /** From the report to Restored or, without it, to the closing; null while the clock runs. */
  turnaroundMs: number | null;
  state: ClockState;
  /** Set while the ticket waits, including for its follow-up; else null. */
  waitingFor: WaitingReason | null;
  /** Ids of steps that contradict others: they are shown but not counted. */
  contradicting: string[];
}

/** The kinds of events that move the clock. */
const stepKinds = ['accepted', 'arrived', 'waiting', 'resumed', 'restored', 'left-pending'] as const;
type Step = Extract<WorkEvent, { kind: (typeof stepKinds)[number] }>;

const isStep = (event: WorkEvent): event is Step => stepKinds.some((kind) => kind === event.kind);

/** The activity between two steps. */
type Phase = { is: 'reported' | 'accepted' | 'working' } | { is: 'waiting'; reason: WaitingReason | null };

/**
 * Measures a ticket from its events, sorted by the time they happened, so that the order of arrival does not matter. The clock
 * stops at the first Restored, else at the closing. A step before the report or after the stop, or a resume without waiting,
 * contradicts the others. Anything still running ends at `now`. Source: docs/product.md P72.
 */
export function ticketClock(ticket: ClockedTicket, now: string): TicketClock {
  return walk(ticket, now).clock;
}

/** A period in which a ticket waited for one reason. Units: milliseconds since 1970. */
export interface TicketWait {
  reason: WaitingReason;
  fromMs: number;
  toMs: number;
}

/** Lists the periods in which a ticket waited, in order; a current one ends at `now`. */
export function ticketWaits(ticket: ClockedTicket, now: string): TicketWait[] {
  return walk(ticket, now).waits;
}

/** Returns since when a ticket has been waiting for a reason, or null. */
export function waitingSince(ticket: ClockedTicket): string | null {
  const { clock, lastMs } = walk(ticket, ticket.reportedDate);
  return clock.waitingFor === null ? null : new Date(lastMs).toISOString();
}

/** `lastMs`: the latest step that counts. Units: milliseconds since 1970. */
function walk(ticket: ClockedTicket, now: string): { clock: TicketClock; waits: TicketWait[]; lastMs: number } {
  const closedMs = ticket.closedAt === null ? Infinity : instantMs(ticket.closedAt);
  const reportedMs = instantMs(ticket.reportedDate);
  const clock: TicketClock = {
    acceptedAt: null,
    firstArrivedAt: null,
    restoredAt: null,
    responseMs: null,
    handsOnMs: 0,
    waitingMs: {},
    turnaroundMs: null,
    state: 'reported',
    waitingFor: null,
    contradicting: [],
  };
  const waits: TicketWait[] = [];
  let phase: Phase = { is: 'reported' };
  let sinceMs = reportedMs;
  const passTo = (atMs: number): void => {
    const ms = Math.max(0, atMs - sinceMs);
    if (phase.is === 'working') clock.handsOnMs += ms;
    else if (phase.is === 'waiting' && phase.reason !== null) {
      clock.waitingMs[phase.reason] = (clock.waitingMs[phase.reason] ?? 0) + ms;
      if (ms > 0) waits.push({ reason: phase.reason, fromMs: sinceMs, toMs: atMs });
    }
    sinceMs = atMs;
  };
  for (const step of orderEvents(ticket.events.filter(isStep))) {
    const atMs = instantMs(step.at);
    const next = afterStep(phase, step);
    if (atMs < reportedMs || atMs > closedMs || clock.restoredAt !== null || next === undefined) {
      // It is part of the close form, which may follow Restored.
      if (step.kind !== 'left-pending') clock.contradicting.push(step.id);
      continue;
    }
    passTo(atMs);
    phase = next;
    if (step.kind === 'accepted') clock.acceptedAt ??= step.at;
    if (step.kind === 'restored') clock.restoredAt = step.at;
    if (step.kind === 'arrived' && clock.firstArrivedAt === null) {
      clock.firstArrivedAt = step.at;
      clock.responseMs = atMs - reportedMs;
    }
  }
  const lastMs = sinceMs;
  if (clock.restoredAt !== null) clock.turnaroundMs = instantMs(clock.restoredAt) - reportedMs;
  else if (ticket.closedAt !== null) {
    passTo(Math.max(closedMs, lastMs));
    clock.turnaroundMs = Math.max(0, closedMs - reportedMs);
  } else {
    passTo(Math.max(instantMs(now), lastMs));
    if (phase.is === 'waiting') clock.waitingFor = phase.reason;
  }
  clock.state = ticket.closedAt !== null ? 'closed' : clock.restoredAt !== null ? 'restored' : phase.is;
  return { clock, waits, lastMs };
}

/** Returns the activity after a step; undefined if the step contradicts the activity before it. */
function afterStep(phase: Phase, step: Step): Phase | undefined {
  switch (step.kind) {
    case 'accepted':
      return phase.is === 'reported' ? { is: 'accepted' } : phase;
    case 'arrived':
      return { is: 'working' };
    case 'waiting':
      return { is: 'waiting', reason: step.data.reason };
    case 'resumed':
      return phase.is === 'waiting' ? { is: 'working' } : undefined;
    case 'left-pending':
      return phase.is === 'waiting' ? phase : { is: 'waiting', reason: null };
    case 'restored':
      return phase;
  }
}

/** Returns when a ticket stopped keeping its device down, or null while it does. Source: docs/product.md P26. */
export function downUntil(ticket: ClockedTicket): string | null {
  return ticketClock(ticket, ticket.reportedDate).restoredAt ?? ticket.closedAt;
}
