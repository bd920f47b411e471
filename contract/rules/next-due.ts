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

/** A task of a device, as far as its next day needs it. */
interface ReturningTask extends TaskOfWork {
  readonly id: string;
  readonly taskDate: LocalDay;
  readonly dueOn: LocalDay | null;
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
  /** Id of the task that a correction opens again, because the test that it corrects had closed it; null where it opens none. */
  readonly reopens: string | null;
  /** Whether the test counts as a kind of work: of its task, or of what it has measured. */
  readonly countsAs: (type: string) => boolean;
  /** The procedure of the test, with the steps of its version as far as they are known. */
  readonly procedure: { readonly procedureId: string; readonly steps: readonly Step[] };
}

/** When the work comes back, or the task that is overdue after the test. */
export type AfterTest = Pick<TestRecord, 'nextDueOn' | 'openTask'>;

/**
 * Returns the day on which the work that a test was done for comes back: its next open task, else the next day of its plan, else
 * the next open task of its kind. It is never before the test: work that was due before it and stays open is named instead.
 * A correction without an open task keeps the day of the record that it corrects. A test for no task changes no work: what it
 * counts as is due when it was. After a Fail or an Incomplete test the work is still to be done. Source: docs/product.md P214.
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

/** Whether a test that closes no task might have been the work of a task. */
function isOwed(other: ReturningTask, { task, reopens, countsAs, procedure, plans }: NextDueFacts): boolean {
  return (
    other.id === task?.id || other.id === reopens || countsAs(other.type) || fitsTask(other, { ...procedure, plans })
  );
}

function nextOfKind({ plans, testedOn, countsAs }: NextDueFacts, later: readonly ReturningTask[]): LocalDay | null {
  const ofKind = plans.filter(({ type }) => countsAs(type));
  return earliest(later.filter(({ type }) => countsAs(type))) ?? nextPlannedDay(ofKind, testedOn);
}

/** Says in words that work is overdue. */
export function overdueWords({ type, dueOn }: NonNullable<AfterTest['openTask']>): string {
  return `Overdue: ${workName(type)} due ${formatShortDay(dueOn)} is still open`;
}

/** Names a kind of work in a sentence. */
export function workName(type: string): string {
  const name = Object.entries(taskNames).find(([kind]) => kind === type && kind !== 'PM')?.[1];
  return name?.toLowerCase() ?? type;
}

/** The next day of a plan whose job was just done. Jobs are made up to the horizon, so a fixed one is due after it. */
function nextOf(plan: DevicePlan, testedOn: LocalDay): LocalDay | null {
  if (!plan.isFloating) return nextPlannedDay([plan], testedOn);
  const on = intervalAfter(testedOn, plan);
  return plan.until !== undefined && on > plan.until ? null : on;
}

const earliest = (tasks: readonly ReturningTask[]): LocalDay | null => firstDay(tasks.map(({ taskDate }) => taskDate));

const firstDay = (days: readonly LocalDay[]): LocalDay | null => days.toSorted()[0] ?? null;
