import type { WorkEvent } from '../records/work-event.ts';
import { orderEvents } from './work-events.ts';

/** Sources of tasks: a warranty, an installation (Ins and Cal), a ticket with follow-up, a schedule of the hospital. */
export type TaskSourceKind = 'warranty' | 'installation' | 'ticket' | 'schedule';

/**
 * Returns the fields of a task that follow from its reports: the words of the last one by corrected time, whatever order they
 * arrive in. `actionTaken` stays if that report left it empty. Source: docs/product.md P191.
 */
export function afterReports(events: readonly WorkEvent[], { actionTaken }: { readonly actionTaken: string }) {
  const last = orderEvents(events).findLast((event) => event.kind === 'action-required');
  return {
    actionRequired: last !== undefined,
    actionRequiredDetails: last?.data.details ?? '',
    actionTaken: last?.data.actionTaken ?? actionTaken,
  };
}

/**
 * Returns whether a task was cancelled by its plan and not by a person since: such a task reopens if its plan needs it again.
 * Events of plans have no author. Source: docs/product.md P192.
 */
export function isCancelledByPlan({
  cancelledAt,
  events,
}: {
  readonly cancelledAt: string | null;
  readonly events: readonly WorkEvent[];
}): boolean {
  if (cancelledAt === null) return false;
  return orderEvents(events).findLast(({ kind }) => kind === 'cancelled')?.by === null;
}

/**
 * Returns whether somebody has cancelled a task for good: by corrected time, neither a report that keeps it open nor an undo
 * came later.
 */
export function isCancelledByPeople(events: readonly WorkEvent[]): boolean {
  const deciding = events.filter(
    ({ kind, by }) => kind === 'action-required' || kind === 'resumed' || (kind === 'cancelled' && by !== null),
  );
  return orderEvents(deciding).at(-1)?.kind === 'cancelled';
}

/** Returns whether a cancelled task stays cancelled although its newest event is a report. */
export function staysCancelled(task: Parameters<typeof isCancelledByPlan>[0]): boolean {
  return isCancelledByPlan(task) || (task.cancelledAt !== null && isCancelledByPeople(task.events));
}

const goneReasons = {
  ticket: 'The ticket was closed without a follow-up.',
  schedule: 'Its schedule no longer plans this task.',
  warranty: 'Its warranty or contract no longer plans this task.',
  installation: 'The details of the device no longer plan this task.',
} as const satisfies Record<TaskSourceKind, string>;

/** Returns the reason why a plan cancels a task that has a report. */
export function goneReason(source: TaskSourceKind, isRetired: boolean): string {
  return isRetired ? 'The device was retired.' : goneReasons[source];
}
