import type { WorkEvent, WorkEventData } from '../records/work-event.ts';
import { instantMs, type LocalDay } from './hospital-day.ts';
import { orderEvents } from './work-events.ts';

/** How long an act on several tasks can be undone. Units: ms. Source: docs/product.md P266. */
export const undoForMs = 3_600_000;

/** The event that an undo records, or the reason why the act stays. */
export type Undoing =
  | { kind: 'assigned'; data: WorkEventData['assigned']; assignedAt: string | null }
  | { kind: 'moved'; data: WorkEventData['moved']; dueOn: LocalDay | null }
  | { kind: 'resumed'; data: WorkEventData['resumed'] }
  | { kind: null; problem: string };

/** Steps by the same author that do not prevent an undo of another of their acts. */
const harmless = new Set<WorkEvent['kind']>(['note', 'assigned', 'moved', 'dispatched', 'escalated']);

const doneWords = {
  assigned: 'assigned this task',
  moved: 'moved this task',
  attempted: 'tried this task',
  cancelled: 'cancelled this task',
  escalated: 'escalated this task',
  resumed: 'took this task up again',
  'action-required': 'reported on this task',
  closed: 'closed this task',
} as const satisfies Partial<Record<WorkEvent['kind'], string>>;

function meanwhile({ kind, by }: WorkEvent, author: string): string {
  const words = Object.entries(doneWords).find(([known]) => known === kind)?.[1] ?? 'changed this task';
  return `Not undone: ${by === author ? 'you' : (by ?? 'its plan')} ${words} meanwhile.`;
}

/**
 * Decides whether an assignment, a move or a cancellation can be undone by its author: the task returns to its previous state
 * unless somebody has worked on it since. Tablets and server use the same rule. Source: docs/product.md P266.
 */
export function undoOf(
  events: readonly WorkEvent[],
  { act: id, by, at }: { readonly act: string; readonly by: string; readonly at: string },
): Undoing {
  const ordered = orderEvents(events);
  const act = ordered.find((event) => event.id === id);
  if (act?.by !== by) return { kind: null, problem: 'Not undone: only whoever did this can undo it.' };
  if (instantMs(at) - instantMs(act.at) > undoForMs) {
    return { kind: null, problem: 'Not undone: this was done more than an hour ago.' };
  }
  const later = ordered
    .slice(ordered.indexOf(act) + 1)
    .find(
      (event) => event.kind !== 'note' && !(event.by === by && event.kind !== act.kind && harmless.has(event.kind)),
    );
  if (later) return { kind: null, problem: meanwhile(later, by) };
  if (act.kind === 'assigned') {
    const before = ordered.slice(0, ordered.indexOf(act)).findLast((event) => event.kind === 'assigned');
    const data = before?.data ?? { technicianId: null, technicianName: null };
    return { kind: 'assigned', data, assignedAt: before?.at ?? null };
  }
  if (act.kind === 'moved') {
    const { from, to, dueOn = null } = act.data;
    return { kind: 'moved', data: { from: to, to: from, isUndo: true }, dueOn };
  }
  if (act.kind === 'cancelled') return { kind: 'resumed', data: { isUndo: true } };
  return { kind: null, problem: 'Not undone: this cannot be undone.' };
}
