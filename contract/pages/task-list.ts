import type { TaskItem } from '../calls/task.ts';
import type { NamedDevice, TaskRecord } from '../replica.ts';
import type { LocalDay } from '../rules/hospital-day.ts';
import { isOverdue, taskStatus, upcomingTasks } from '../rules/task-status.ts';

/** What a row of a task list is made of. */
export interface TaskRowFacts {
  task: Pick<
    TaskRecord,
    | 'id'
    | 'type'
    | 'taskDate'
    | 'closedAt'
    | 'actionRequired'
    | 'priority'
    | 'escalatedAt'
    | 'technicianName'
    | 'warrantyNumber'
  >;
  device: Pick<NamedDevice, 'equipmentName' | 'serialNumber'> | undefined;
}

/** A row of a task list: the API's, and whether it is marked Escalated. */
export interface TaskListRow extends TaskItem {
  escalated: boolean;
}

/** Lists overdue tasks and those of the next 30 days by date; of one day the escalated first. Source: docs/product.md P33. */
export function buildUpcomingList(facts: readonly TaskRowFacts[], today: LocalDay): TaskListRow[] {
  const shown = new Set(
    upcomingTasks(
      facts.map(({ task }) => task),
      today,
    ),
  );
  return facts
    .filter(({ task }) => shown.has(task))
    .map((each) => rowOf(each, today))
    .sort((a, b) => order(a.taskDate, b.taskDate) || withinDay(a, b));
}

/** Lists the overdue tasks, the longest overdue first. */
export function buildOverdueList(facts: readonly TaskRowFacts[], today: LocalDay): TaskListRow[] {
  return facts
    .filter(({ task }) => isOverdue(task, today))
    .map((each) => rowOf(each, today))
    .sort((a, b) => order(a.taskDate, b.taskDate) || withinDay(a, b));
}

/** Lists the tasks of one day: the closed ones last, the escalated first. */
export function buildDayList(facts: readonly TaskRowFacts[], day: LocalDay, today: LocalDay): TaskListRow[] {
  return facts
    .filter(({ task }) => task.taskDate === day)
    .map((each) => rowOf(each, today))
    .sort((a, b) => Number(a.status === 'Closed') - Number(b.status === 'Closed') || withinDay(a, b));
}

/** The days that carry tasks, each with how many of them are still open. */
export function daysWithTasks(tasks: readonly Pick<TaskRecord, 'taskDate' | 'closedAt'>[]): Map<LocalDay, number> {
  const days = new Map<LocalDay, number>();
  for (const { taskDate, closedAt } of tasks)
    days.set(taskDate, (days.get(taskDate) ?? 0) + (closedAt === null ? 1 : 0));
  return days;
}

function rowOf({ task, device }: TaskRowFacts, today: LocalDay): TaskListRow {
  return {
    id: task.id,
    name: device?.equipmentName ?? 'Removed equipment',
    serialNumber: device?.serialNumber ?? '',
    warrantyNumber: task.warrantyNumber,
    taskDate: task.taskDate,
    type: task.type,
    status: taskStatus({ ...task, today }),
    priority: task.priority,
    technicianName: task.technicianName,
    escalated: task.escalatedAt !== null,
  };
}

function withinDay(a: TaskListRow, b: TaskListRow): number {
  return Number(b.escalated) - Number(a.escalated) || order(a.serialNumber, b.serialNumber) || order(a.id, b.id);
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
