import { inNaturalOrder } from '../rules/natural-order.ts';
import type { TaskItem } from '../calls/task/task.ts';
import type { NamedDevice, TaskRecord } from '../records/ward.ts';
import type { LocalDay } from '../rules/hospital-day.ts';
import { type ListFilterValues, passesFilters } from '../rules/list-filter.ts';
import {
  isDueThisWeek,
  isOpenTask,
  isOverdue,
  type TaskStatus,
  taskStatus,
  upcomingTasks,
} from '../rules/task-status.ts';

/** The facts that a row of a task list is built from. */
export interface TaskRowFacts {
  task: Pick<
    TaskRecord,
    | 'id'
    | 'type'
    | 'taskDate'
    | 'closedAt'
    | 'cancelledAt'
    | 'dueOn'
    | 'attempt'
    | 'actionRequired'
    | 'priority'
    | 'escalatedAt'
    | 'technicianId'
    | 'technicianName'
    | 'warrantyNumber'
    | 'title'
  >;
  device:
    | (Pick<NamedDevice, 'equipmentName' | 'serialNumber' | 'departmentName'> & { vendorName?: string | null })
    | undefined;
}

/** A row of a task list: the API's row, whether it is marked Escalated, and the fields to filter by. */
export interface TaskListRow extends TaskItem {
  escalated: boolean;
  department: string;
  technicianId: string | null;
  /** The vendor who sold the device; empty if unknown. */
  vendor: string;
  /** The title of its schedule; empty if it has none. */
  title: string;
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

/** Lists the open tasks that are overdue or due within seven days, the longest overdue first. */
export function buildWeekList(facts: readonly TaskRowFacts[], today: LocalDay): TaskListRow[] {
  return facts
    .filter(({ task }) => isDueThisWeek(task, today))
    .map((each) => rowOf(each, today))
    .sort((a, b) => order(a.taskDate, b.taskDate) || withinDay(a, b));
}

/** Lists the tasks of one day: the closed ones last, the escalated first. */
export function buildDayList(facts: readonly TaskRowFacts[], day: LocalDay, today: LocalDay): TaskListRow[] {
  return facts
    .filter(({ task }) => task.taskDate === day)
    .map((each) => rowOf(each, today))
    .sort((a, b) => closedLast(a, b) || withinDay(a, b));
}

/** Lists the tasks of a month (yyyy-MM) by date, of a day as `buildDayList` does. */
export function buildMonthList(facts: readonly TaskRowFacts[], month: string, today: LocalDay): TaskListRow[] {
  return facts
    .filter(({ task }) => task.taskDate.startsWith(month))
    .map((each) => rowOf(each, today))
    .sort((a, b) => order(a.taskDate, b.taskDate) || closedLast(a, b) || withinDay(a, b));
}

/** Lists the open tasks of a span of days, its first and last included, by date. */
export function buildOpenList(
  facts: readonly TaskRowFacts[],
  { from, to }: { from: LocalDay; to: LocalDay },
  today: LocalDay,
): TaskListRow[] {
  return facts
    .filter(({ task }) => isOpenTask(task) && task.taskDate >= from && task.taskDate <= to)
    .map((each) => rowOf(each, today))
    .sort((a, b) => order(a.taskDate, b.taskDate) || withinDay(a, b));
}

/** Returns whether a list with these filters shows a task; `userId` is the current user. */
export function isTaskListed(
  task: Pick<TaskListRow, 'type' | 'department' | 'technicianId' | 'vendor'> & { status?: TaskStatus },
  filter: ListFilterValues & { status?: string | undefined; vendor?: string | undefined },
  userId: string,
): boolean {
  const { status = '', vendor = '' } = filter;
  if (vendor !== '' && task.vendor !== vendor) return false;
  return (status === '' || task.status === status) && passesFilters(task, filter, userId);
}

/** Number of tasks in each state. */
export type TaskCounts = Record<TaskStatus, number>;

/** Counts the tasks of each day by state. */
export function countsByDay(rows: readonly Pick<TaskListRow, 'taskDate' | 'status'>[]): Map<LocalDay, TaskCounts> {
  const days = new Map<LocalDay, TaskCounts>();
  for (const { taskDate, status } of rows) {
    const counts = days.get(taskDate) ?? { Overdue: 0, 'Action Required': 0, Upcoming: 0, Closed: 0, Cancelled: 0 };
    counts[status] += 1;
    days.set(taskDate, counts);
  }
  return days;
}

function rowOf({ task, device }: TaskRowFacts, today: LocalDay): TaskListRow {
  return {
    id: task.id,
    name: device?.equipmentName ?? 'Removed equipment',
    serialNumber: device?.serialNumber ?? '',
    warrantyNumber: task.warrantyNumber,
    taskDate: task.taskDate,
    dueOn: task.dueOn,
    attempted: task.attempt?.reason ?? null,
    type: task.type,
    status: taskStatus({ ...task, today }),
    priority: task.priority,
    technicianName: task.technicianName,
    technicianId: task.technicianId,
    department: device?.departmentName ?? '',
    vendor: device?.vendorName ?? '',
    title: task.title ?? '',
    escalated: task.escalatedAt !== null,
  };
}

function closedLast(a: TaskListRow, b: TaskListRow): number {
  return Number(isEnded(a)) - Number(isEnded(b));
}

function isEnded({ status }: TaskListRow): boolean {
  return status === 'Closed' || status === 'Cancelled';
}

function withinDay(a: TaskListRow, b: TaskListRow): number {
  return (
    Number(b.escalated) - Number(a.escalated) || inNaturalOrder(a.serialNumber, b.serialNumber) || order(a.id, b.id)
  );
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
