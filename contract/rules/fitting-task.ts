import type { DevicePlan } from '../records/plan.ts';
import type { Step } from '../records/procedure.ts';
import type { LocalDay } from './hospital-day.ts';
import { isOpenTask } from './task-status.ts';

/** Facts of a task that identify its recurring work. */
export interface TaskOfWork {
  readonly type: string;
  readonly title?: string | null | undefined;
  readonly warrantyNumber: string | null;
}

/**
 * Returns whether a task or plan belongs to the same recurring work as a task. Tablets do not hold sources, so kind, title and
 * warranty identify the work.
 */
export function isSameWork(
  other: Pick<TaskOfWork, 'type' | 'title'> & { warranty?: string; warrantyNumber?: string | null },
  { type, title, warrantyNumber }: TaskOfWork,
): boolean {
  return (
    other.type === type &&
    (other.title ?? '') === (title ?? '') &&
    (other.warranty ?? other.warrantyNumber ?? null) === warrantyNumber
  );
}

/** The procedure of a test and the plans of its device. */
interface Fitting {
  procedureId: string;
  steps: readonly Step[];
  plans: readonly DevicePlan[];
}

/** Returns the procedures that the plans of a task name. */
const namedFor = (task: TaskOfWork, plans: readonly DevicePlan[]): string[] =>
  plans.flatMap((plan) => (isSameWork(plan, task) ? (plan.procedureId ?? []) : []));

/**
 * Returns whether a test by a procedure can fulfil a task: the task's plan names that procedure, or names none and the steps
 * are of its kind. A PM or an inspection may be done by any procedure of the device. Source: docs/product.md P219.
 */
export function fitsTask(task: TaskOfWork, { procedureId, steps, plans }: Fitting): boolean {
  const named = namedFor(task, plans);
  if (named.length > 0) return named.includes(procedureId);
  if (task.type === 'Safety') return steps.some(({ kind }) => kind === 'electrical');
  if (task.type === 'Cal') return steps.some(({ kind }) => kind === 'reading');
  return task.type === 'PM' || task.type === 'Inspection';
}

/** The facts of a task that decide whether a test can fulfil it. */
interface DueTask extends TaskOfWork {
  readonly taskDate: LocalDay;
  readonly closedAt: string | null;
  readonly cancelledAt: string | null;
}

/**
 * Returns the tasks due by today that a test can fulfil: those whose plan names its procedure first, then kinds that it
 * measures, then the first due. Source: docs/product.md P218.
 */
export function dueTasksFor<T extends DueTask>(tasks: readonly T[], by: Fitting & { today: LocalDay }): T[] {
  const rankOf = (task: T): number => {
    if (namedFor(task, by.plans).length > 0) return 0;
    return task.type === 'Safety' || task.type === 'Cal' ? 1 : 2;
  };
  return tasks
    .filter((task) => isOpenTask(task) && task.taskDate <= by.today && fitsTask(task, by))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || (a.taskDate < b.taskDate ? -1 : 1));
}
