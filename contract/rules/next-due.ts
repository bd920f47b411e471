import { nextPlannedDay } from './device-plan.ts';
import type { DevicePlan } from '../records/plan.ts';
import type { LocalDay } from './hospital-day.ts';
import { intervalAfter } from './plan.ts';
import { dueDay, isOpenTask, taskNames } from './task-status.ts';
import type { Step, TestResult } from '../records/procedure.ts';
import type { TestRecord } from '../records/test.ts';
import { formatShortDay } from './dates-format.ts';
import { fitsTask, isSameWork, type TaskOfWork } from './fitting-task.ts';
import { isPass } from './test-result.ts';

/** The facts of a task that decide the next due date. */
interface ReturningTask extends TaskOfWork {
  readonly id: string;
  readonly taskDate: LocalDay;
  readonly dueOn: LocalDay | null;
  readonly closedAt: string | null;
  readonly cancelledAt: string | null;
}

/** The facts from which the next due date after a test follows. */
export interface NextDueFacts {
  readonly result: TestResult;
  /** The task that the test was done for, as it was before. */
  readonly task: ReturningTask | null;
  /** All tasks of the device. */
  readonly tasks: readonly ReturningTask[];
  /** All plans of the device. */
  readonly plans: readonly DevicePlan[];
  readonly testedOn: LocalDay;
  /** The next due date of the record that it corrects; null if there is no such record or date. */
  readonly corrected: LocalDay | null;
  /** Id of the task that a correction reopens because the corrected test had closed it, or null. */
  readonly reopens: string | null;
  /** Returns whether the test counts as a kind of work, by its task or by its measurements. */
  readonly countsAs: (type: string) => boolean;
  /** The procedure of the test, with the steps of its version if they are known. */
  readonly procedure: { readonly procedureId: string; readonly steps: readonly Step[] };
}

/** The next due date of the work, or the task that is still overdue after the test. */
export type AfterTest = Pick<TestRecord, 'nextDueOn' | 'openTask'>;

/**
 * Returns when the work of a test is due next: its next open task, else the next date of its plan, else the next open task of
 * its kind. The date is never before the test: work that was due earlier and is still open is named instead. A correction without
 * an open task keeps the date of the record that it corrects. A test without a task changes no due date. After a Fail or
 * an Incomplete test, the work still has to be done. Source: docs/product.md P214.
 */
export function afterTest(facts: NextDueFacts): AfterTest {
  const { result, task, tasks, plans, testedOn, corrected } = facts;
  const closes = isPass(result) && task !== null && task.closedAt === null ? task : null;
  if (isPass(result) && closes === null && corrected !== null && corrected >= testedOn) return { nextDueOn: corrected };
  const open = tasks.filter((other) => other !== closes && (isOpenTask(other) || other.id === facts.reopens));
  const overdue = open.filter(
    (other) => dueDay(other) < testedOn && (closes === null ? isOwed(other, facts) : isSameWork(other, closes)),
  );
  const [first] = overdue.toSorted((a, b) => (dueDay(a) < dueDay(b) ? -1 : 1));
  if (first) return { nextDueOn: null, openTask: { type: first.type, dueOn: dueDay(first) } };
  if (!isPass(result)) return { nextDueOn: null };
  const later = open.filter(({ taskDate }) => taskDate >= testedOn);
  if (closes === null) return { nextDueOn: nextOfKind(facts, later) };
  const after = later.filter(({ taskDate }) => taskDate > closes.taskDate);
  const ofPlan = plans.filter((plan) => isSameWork(plan, closes));
  return {
    nextDueOn:
      earliest(after.filter((other) => isSameWork(other, closes))) ??
      firstDay(ofPlan.flatMap((plan) => nextOf(plan, testedOn) ?? [])) ??
      earliest(after.filter(({ type }) => type === closes.type)),
  };
}

/** Returns whether a test that closes no task could have fulfilled one. */
function isOwed(other: ReturningTask, { task, reopens, countsAs, procedure, plans }: NextDueFacts): boolean {
  return (
    other.id === task?.id || other.id === reopens || countsAs(other.type) || fitsTask(other, { ...procedure, plans })
  );
}

function nextOfKind({ plans, testedOn, countsAs }: NextDueFacts, later: readonly ReturningTask[]): LocalDay | null {
  const ofKind = plans.filter(({ type }) => countsAs(type));
  return earliest(later.filter(({ type }) => countsAs(type))) ?? nextPlannedDay(ofKind, testedOn);
}

/** Returns a sentence that says that work is overdue. */
export function overdueWords({ type, dueOn }: NonNullable<AfterTest['openTask']>): string {
  return `Overdue: ${workName(type)} due ${formatShortDay(dueOn)} is still open`;
}

/** Returns the name of a kind of work within a sentence. */
export function workName(type: string): string {
  const name = Object.entries(taskNames).find(([kind]) => kind === type && kind !== 'PM')?.[1];
  return name?.toLowerCase() ?? type;
}

/**
 * Returns the next date of a plan whose task was just done. Tasks exist up to the horizon, so the next date of a fixed
 * plan is beyond it.
 */
function nextOf(plan: DevicePlan, testedOn: LocalDay): LocalDay | null {
  if (!plan.isFloating) return nextPlannedDay([plan], testedOn);
  const on = intervalAfter(testedOn, plan);
  return plan.until !== undefined && on > plan.until ? null : on;
}

const earliest = (tasks: readonly ReturningTask[]): LocalDay | null => firstDay(tasks.map(({ taskDate }) => taskDate));

const firstDay = (days: readonly LocalDay[]): LocalDay | null => days.toSorted()[0] ?? null;
