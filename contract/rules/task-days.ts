import { instantMs, type LocalDay } from './hospital-day.ts';
import { dueDay, isLatestAttempt } from './task-status.ts';
import type { WorkEvent } from '../records/work-event.ts';

/** The facts that decide the days of an open task. */
export interface DatedTask {
  readonly taskDate: LocalDay;
  readonly dueOn: LocalDay | null;
  /** Instant of its latest attempt. */
  readonly attemptedAt: string | null;
  readonly events: readonly WorkEvent[];
}

/** The current day of a task, and the day on which it was due if an attempt has postponed it. */
export interface TaskDays {
  taskDate: LocalDay;
  dueOn: LocalDay | null;
}

/** Returns the first move by a person after an instant; moves by its plan have no author. */
function moveAfter({ events }: DatedTask, at: string) {
  const atMs = instantMs(at);
  const later = events.filter(({ by, at: movedAt }) => by !== null && instantMs(movedAt) > atMs);
  return later.find((event) => event.kind === 'moved');
}

/**
 * Returns the days of a task after an attempt; null if a later attempt is known. Attempts and moves count by the time they were
 * made, in whichever order they arrive: after a later move the task stays on its day. Source: docs/product.md P74.
 */
export function daysAfterAttempt(task: DatedTask, { at, next }: { at: string; next: LocalDay }): TaskDays | null {
  const { taskDate, dueOn } = task;
  if (!isLatestAttempt(task.attemptedAt, at)) return null;
  return moveAfter(task, at) ? { taskDate, dueOn } : { taskDate: next, dueOn: dueDay(task) };
}

/**
 * Returns the days of a task after a move, and the day that it was moved from; `days` is null if a later move is known. A later
 * attempt keeps its next try, and the task was due on the day that it was moved to.
 */
export function daysAfterMove(
  task: DatedTask,
  { at, to }: { at: string; to: LocalDay },
): { from: LocalDay; days: TaskDays | null } {
  const { taskDate, attemptedAt } = task;
  const later = moveAfter(task, at);
  if (later) return { from: later.data.from, days: null };
  // At the same instant the move comes first, as in `orderEvents`.
  if (attemptedAt === null || instantMs(attemptedAt) < instantMs(at)) {
    return { from: taskDate, days: { taskDate: to, dueOn: null } };
  }
  return { from: dueDay(task), days: { taskDate, dueOn: to } };
}
