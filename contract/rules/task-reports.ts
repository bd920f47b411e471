import type { WorkEvent } from '../records/work-event.ts';
import { orderEvents } from './work-events.ts';

/** What makes tasks: a warranty, an installation (Ins and Cal), a ticket with follow-up, a schedule of the hospital. */
export type TaskSourceKind = 'warranty' | 'installation' | 'ticket' | 'schedule';

/**
 * Returns what a task says of the reports among its events: the words of the last by corrected time, so that any order of
 * arrival gives the same. `actionTaken` stays where that report did not write it down. Source: docs/product.md P191.
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
 * Returns whether the plan of a task has cancelled it, and nobody since: such a task is open again when its plan asks for
 * it, and only then. What plans do has no author. Source: docs/product.md P192.
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

/** Returns whether a cancelled task stays cancelled when its newest event is a report. */
export function staysCancelled(task: Parameters<typeof isCancelledByPlan>[0]): boolean {
  return isCancelledByPlan(task) || (task.cancelledAt !== null && isCancelledByPeople(task.events));
}

const goneReasons = {
  ticket: 'The ticket was closed without a follow-up.',
  schedule: 'Its schedule no longer plans this task.',
  warranty: 'Its warranty or contract no longer plans this task.',
  installation: 'The details of the device no longer plan this task.',
} as const satisfies Record<TaskSourceKind, string>;

/** Returns why a plan cancels a task that carries a report. */
export function goneReason(source: TaskSourceKind, isRetired: boolean): string {
  return isRetired ? 'The device was retired.' : goneReasons[source];
}
