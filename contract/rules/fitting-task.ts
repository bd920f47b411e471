import type { DevicePlan } from '../records/plan.ts';
import type { Step } from '../records/procedure.ts';

/** What a task says of the work that it is a return of. */
export interface TaskOfWork {
  readonly type: string;
  readonly title?: string | null | undefined;
  readonly warrantyNumber: string | null;
}

/** Returns whether a task or plan is of the same work as a task. Tablets do not hold sources: kind, title and warranty tell works apart. */
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

/**
 * Returns whether a test by a procedure may be the work of a task: its plan names that procedure, or names none and the steps
 * are of its kind. A PM or an inspection may be done by any procedure of the device. Source: docs/product.md P219.
 */
export function fitsTask(
  task: TaskOfWork,
  { procedureId, steps, plans }: { procedureId: string; steps: readonly Step[]; plans: readonly DevicePlan[] },
): boolean {
  const named = plans.flatMap((plan) => (isSameWork(plan, task) ? (plan.procedureId ?? []) : []));
  if (named.length > 0) return named.includes(procedureId);
  if (task.type === 'Safety') return steps.some(({ kind }) => kind === 'electrical');
  if (task.type === 'Cal') return steps.some(({ kind }) => kind === 'reading');
  return task.type === 'PM' || task.type === 'Inspection';
}
