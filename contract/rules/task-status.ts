import type { TaskType } from '../records/values.ts';
import { addDays, instantMs, type LocalDay } from './hospital-day.ts';

/** Names of task kinds in sentences. */
export const taskNames = {
  PM: 'Preventive maintenance',
  CM: 'Corrective maintenance',
  Ins: 'Installation',
  Cal: 'Calibration',
  Safety: 'Safety test',
  Inspection: 'Inspection',
} as const satisfies Record<TaskType, string>;

/** Statuses of a maintenance task as shown. */
export const taskStatuses = ['Upcoming', 'Overdue', 'Action Required', 'Closed', 'Cancelled'] as const;

/** The status of a maintenance task as shown. */
export type TaskStatus = (typeof taskStatuses)[number];

/** The facts from which a task's status is derived. */
export interface TaskFacts {
  readonly taskDate: LocalDay;
  readonly closedAt: string | null;
  readonly cancelledAt: string | null;
  readonly actionRequired: boolean;
}

/** Returns the day on which a task was first due, no matter how often it was attempted since. Source: docs/decisions/291-attempts.md. */
export function dueDay({
  dueOn,
  taskDate,
}: {
  readonly dueOn: LocalDay | null;
  readonly taskDate: LocalDay;
}): LocalDay {
  return dueOn ?? taskDate;
}

/** Returns whether a task still has to be done. */
export function isOpenTask(task: Pick<TaskFacts, 'closedAt' | 'cancelledAt'>): boolean {
  return task.closedAt === null && task.cancelledAt === null;
}

/** Returns whether an attempt is later than the last one known; an older one that arrives late postpones nothing. */
export function isLatestAttempt(known: string | null | undefined, at: string): boolean {
  return !known || instantMs(known) <= instantMs(at);
}

/** How far ahead upcoming tasks are listed. Units: days. */
export const upcomingDays = 30;

/**
 * Returns the status of a task on a hospital day; a report that asks for action shows before the date does.
 * Source: docs/product.md P32 and P34.
 */
export function taskStatus(task: TaskFacts & { readonly today: LocalDay }): TaskStatus {
  if (task.closedAt !== null) return 'Closed';
  if (task.cancelledAt !== null) return 'Cancelled';
  if (task.actionRequired) return 'Action Required';
  return task.taskDate < task.today ? 'Overdue' : 'Upcoming';
}

/** Returns whether a task counts as overdue on a hospital day: on the dashboard, and in the list behind the figure. */
export function isOverdue(task: TaskFacts, today: LocalDay): boolean {
  return taskStatus({ ...task, today }) === 'Overdue';
}

/** Lists the open tasks that are overdue or due in the next 30 days, the longest overdue first. */
export function upcomingTasks<T extends Pick<TaskFacts, 'taskDate' | 'closedAt' | 'cancelledAt'>>(
  tasks: readonly T[],
  today: LocalDay,
): T[] {
  const lastDay = addDays(today, upcomingDays);
  return tasks
    .filter((task) => isOpenTask(task) && task.taskDate <= lastDay)
    .sort((a, b) => (a.taskDate < b.taskDate ? -1 : Number(a.taskDate > b.taskDate)));
}

/** Returns the last day of the seven that begin today. */
export function weekEnd(today: LocalDay): LocalDay {
  return addDays(today, 6);
}

/** Returns whether an open task is overdue or due within seven days, today included. Source: docs/product.md P321. */
export function isDueThisWeek(
  task: Pick<TaskFacts, 'taskDate' | 'closedAt' | 'cancelledAt'>,
  today: LocalDay,
): boolean {
  return isOpenTask(task) && task.taskDate <= weekEnd(today);
}

/** Returns whether work lies so far ahead that closing it is asked about. Source: docs/decisions/254-closing-early.md. */
export function isFarAhead(taskDate: LocalDay, today: LocalDay): boolean {
  return taskDate > addDays(today, upcomingDays);
}

/** Returns whether a task is a calibration, for the maintenance-close screen. */
export function isCalibrationTask(type: TaskType): 'YES' | 'NO' {
  return type === 'Cal' ? 'YES' : 'NO';
}
