import type { FileRef, FailureClass } from '../records/values.ts';
import { countedPartCost } from './ticket.ts';
import { orderEvents } from './work-events.ts';
import type { TicketVisit, WorkEvent } from '../records/work-event.ts';

/** What a close form says. */
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

/** Returns the visit that a close form writes down. Source: docs/product.md P160. */
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
 * Returns what a ticket says of its visits: the texts of the last one, the sum of the costs, the last part and the last
 * failure class that somebody stated. Any order of arrival gives the same. Source: docs/product.md P160.
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
