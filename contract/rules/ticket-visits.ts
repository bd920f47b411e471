import type { FileRef, FailureClass } from '../records/values.ts';
import { closedStatus, countedPartCost } from './ticket.ts';
import { eventSentence, orderEvents } from './work-events.ts';
import type { TicketVisit, WorkEvent } from '../records/work-event.ts';

/** The fields of a close form. */
interface CloseForm {
  actionTaken: string;
  resolutionNote: string;
  partRequired: boolean;
  partDetails: string;
  partCost?: number | null | undefined;
  followUpAction: string;
  failureClass?: FailureClass | '' | null | undefined;
  files: readonly FileRef[];
}

/** Returns the visit that a close form records. Source: docs/product.md P160. */
export function visitOf(form: CloseForm): TicketVisit {
  return {
    actionTaken: form.actionTaken,
    resolutionNote: form.resolutionNote,
    partRequired: form.partRequired,
    partDetails: form.partDetails,
    partCost: countedPartCost(form),
    followUpAction: form.followUpAction,
    failureClass: form.failureClass || null,
    files: form.files.map(({ sha256 }) => sha256),
  };
}

/** A visit with the facts of its event. */
export interface ToldVisit extends TicketVisit {
  id: string;
  at: string;
  receivedAt: string | null;
  by: string | null;
  /** The ticket was left Pending. */
  isFollowUpRequired: boolean;
}

/** Lists the visits among the events of a ticket, by the corrected time at which they ended. */
export function visitsOf(events: readonly WorkEvent[]): ToldVisit[] {
  return orderEvents(events).flatMap((event): ToldVisit[] => {
    if ((event.kind !== 'left-pending' && event.kind !== 'closed') || event.data.visit === undefined) return [];
    const { id, at, receivedAt, by, kind } = event;
    return [{ ...event.data.visit, id, at, receivedAt, by, isFollowUpRequired: kind === 'left-pending' }];
  });
}

/**
 * Returns the closing that counts among the events of a ticket: the first by corrected time. Every other closing is a visit
 * that changes neither when nor by whom the ticket was closed. Source: docs/product.md P190.
 */
export function countedClosing(events: readonly WorkEvent[]) {
  return orderEvents(events).find((event) => event.kind === 'closed');
}

/** Returns the action of the closing that counts; a later visit may be by someone other than the person who closed the ticket. */
export function closingAction({ events, actionTaken }: { events: readonly WorkEvent[]; actionTaken: string }): string {
  return countedClosing(events)?.data.visit?.actionTaken ?? actionTaken;
}

/** Returns the state in which the close forms leave a ticket: one closing closes it for good. Source: docs/product.md P190. */
export function afterClosings(events: readonly WorkEvent[]) {
  const closing = countedClosing(events);
  return {
    status: closedStatus({ isFollowUpRequired: closing === undefined }),
    isFollowUpRequired: closing === undefined,
    closedAt: closing?.at ?? null,
    closedBy: closing?.by ?? null,
  };
}

/** Returns whether an event is a close form that does not decide the ticket's state because another one has closed it. */
export function isFurtherVisit(event: WorkEvent, counted: WorkEvent | undefined): boolean {
  if (counted === undefined || event.id === counted.id) return false;
  return event.kind === 'closed' || (event.kind === 'left-pending' && orderEvents([event, counted])[0] === counted);
}

/**
 * Describes an event of a ticket for staff. A further visit is named as such, so that its author and the author of the closing
 * that counts can see it. Source: docs/product.md P190.
 */
export function ticketSentence(event: WorkEvent, counted: WorkEvent | undefined): string {
  if (!isFurtherVisit(event, counted)) return eventSentence(event, 'staff');
  const { kind, by } = event;
  const author = by === null ? '' : ` by ${by}`;
  return kind === 'closed'
    ? `Closed again${author}, kept as a visit; the first closing counts`
    : `Visit${author} after the closing; the ticket stays closed`;
}

/**
 * Returns the fields of a ticket that follow from its visits: the texts of the last one, the sum of the costs, the last part and
 * the last failure class stated. The order of arrival does not matter. Source: docs/product.md P160.
 */
export function afterVisits(events: readonly WorkEvent[]) {
  const visits = visitsOf(events);
  const last = visits.at(-1);
  const withPart = visits.findLast(({ partRequired }) => partRequired);
  const costs = visits.flatMap(({ partCost }) => partCost ?? []);
  return {
    actionTaken: last?.actionTaken ?? '',
    resolutionNote: last?.resolutionNote ?? '',
    partRequired: withPart !== undefined,
    partDetails: withPart?.partDetails ?? '',
    partCost: costs.length === 0 ? null : Math.round(costs.reduce((sum, cost) => sum + cost, 0) * 100) / 100,
    followUpAction: last?.followUpAction ?? '',
    failureClass: visits.findLast(({ failureClass }) => failureClass !== null)?.failureClass ?? null,
  };
}
