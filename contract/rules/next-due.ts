import { nextPlannedDay } from './device-plan.ts';
import type { DevicePlan } from '../records/plan.ts';
import type { LocalDay } from './hospital-day.ts';
import { intervalAfter } from './plan.ts';
import { isOpenTask } from './task-status.ts';
import type { TestResult } from '../records/procedure.ts';
import { isPass } from './test-result.ts';

/** What a task says of the work that it is a return of. */
interface ReturningTask {
  readonly id: string;
  readonly type: string;
  readonly title?: string | null;
  readonly warrantyNumber: string | null;
  readonly taskDate: LocalDay;
  readonly closedAt: string | null;
  readonly cancelledAt: string | null;
}

/** What the next day after a test follows from. */
export interface NextDueFacts {
  readonly result: TestResult;
  /** The task that it was done for, as it was before. */
  readonly task: ReturningTask | null;
  /** All tasks of the device. */
  readonly tasks: readonly ReturningTask[];
  /** All plans of the device. */
  readonly plans: readonly DevicePlan[];
  readonly testedOn: LocalDay;
  /** The next day of the record that it corrects; null where it corrects none, or that one has none. */
  readonly corrected: LocalDay | null;
  /** Whether the test counts as a kind of work: of its task, or of what it has measured. */
  readonly countsAs: (type: string) => boolean;
}

/**
 * The day on which the work that a test was done for comes back: its next open task, else the next day of its plan, else
 * the next open task of its kind. A correction without an open task keeps the day of the record that it corrects. A test
 * for no task changes no work: what it counts as is due when it was. After a Fail or an Incomplete test the work is still to be done.
 */
export function nextDueAfterTest(facts: NextDueFacts): LocalDay | null {
  const { result, task, tasks, plans, testedOn } = facts;
  if (!isPass(result)) return null;
  if (task === null || task.closedAt !== null) return facts.corrected ?? nextOfKind(facts);
  const later = tasks.filter((other) => other.id !== task.id && isOpenTask(other) && other.taskDate > task.taskDate);
  const ofPlan = plans.filter((plan) => isSameWork(plan, task));
  return (
    earliest(later.filter((other) => isSameWork(other, task))) ??
    firstDay(ofPlan.flatMap((plan) => nextOf(plan, testedOn) ?? [])) ??
    earliest(later.filter(({ type }) => type === task.type))
  );
}

function nextOfKind({ tasks, plans, testedOn, countsAs }: NextDueFacts): LocalDay | null {
  const ofKind = plans.filter(({ type }) => countsAs(type));
  return earliest(tasks.filter((task) => isOpenTask(task) && countsAs(task.type))) ?? nextPlannedDay(ofKind, testedOn);
}

/** Tablets do not hold the source of a task: its kind, title and warranty tell it from others. */
function isSameWork(
  other: Pick<ReturningTask, 'type' | 'title'> & { warranty?: string; warrantyNumber?: string | null },
  { type, title, warrantyNumber }: ReturningTask,
): boolean {
  return (
    other.type === type &&
    (other.title ?? '') === (title ?? '') &&
    (other.warranty ?? other.warrantyNumber ?? null) === warrantyNumber
  );
}

/** The next day of a plan whose job was just done. Jobs are made up to the horizon, so a fixed one is due after it. */
function nextOf(plan: DevicePlan, testedOn: LocalDay): LocalDay | null {
  if (!plan.isFloating) return nextPlannedDay([plan], testedOn);
  const on = intervalAfter(testedOn, plan);
  return plan.until !== undefined && on > plan.until ? null : on;
}

const earliest = (tasks: readonly ReturningTask[]): LocalDay | null => firstDay(tasks.map(({ taskDate }) => taskDate));

const firstDay = (days: readonly LocalDay[]): LocalDay | null => days.toSorted()[0] ?? null;
