import { type DeviceRecord, deviceOf, type TaskRecord } from '#contract/replica.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { type TaskStatus, type TaskType, taskStatus, upcomingTasks } from '#contract/rules/task-status.ts';
import type { Priority } from '#contract/rules/ticket.ts';

/** A maintenance task as the table shows it. */
export interface TaskRow {
  id: string;
  name: string;
  serialNumber: string;
  warrantyNumber: string | null;
  taskDate: LocalDay;
  type: TaskType;
  status: TaskStatus;
  priority: Priority;
  escalated: boolean;
  waiting: boolean;
}

interface TaskSource {
  all(kind: 'task'): readonly TaskRecord[];
  get(kind: 'device', id: string): DeviceRecord | undefined;
  isPending(kind: 'task', id: string): boolean;
}

function rowOf(view: TaskSource, task: TaskRecord, today: LocalDay): TaskRow {
  const device = deviceOf(view, task);
  return {
    id: task.id,
    name: device?.equipmentName ?? 'Removed equipment',
    serialNumber: device?.serialNumber ?? '',
    warrantyNumber: task.warrantyNumber,
    taskDate: task.taskDate,
    type: task.type,
    status: taskStatus({ ...task, today }),
    priority: task.priority,
    escalated: task.escalatedAt !== null,
    waiting: view.isPending('task', task.id),
  };
}

/** Overdue tasks and those of the next 30 days; of one day the escalated first. */
export function upcomingRows(view: TaskSource, today: LocalDay): TaskRow[] {
  const rows = upcomingTasks(view.all('task'), today).map((task) => rowOf(view, task, today));
  return rows.sort((a, b) => a.taskDate.localeCompare(b.taskDate) || Number(b.escalated) - Number(a.escalated));
}

/** The tasks of one day, the closed ones last. */
export function dayRows(view: TaskSource, day: LocalDay, today: LocalDay): TaskRow[] {
  return view
    .all('task')
    .filter((task) => task.taskDate === day)
    .map((task) => rowOf(view, task, today))
    .sort(
      (a, b) =>
        Number(a.status === 'Closed') - Number(b.status === 'Closed') ||
        Number(b.escalated) - Number(a.escalated) ||
        a.serialNumber.localeCompare(b.serialNumber),
    );
}

/** The days that carry tasks, each with how many of them are still open. */
export function daysWithTasks(tasks: readonly Pick<TaskRecord, 'taskDate' | 'closedAt'>[]): Map<LocalDay, number> {
  const days = new Map<LocalDay, number>();
  for (const { taskDate, closedAt } of tasks)
    days.set(taskDate, (days.get(taskDate) ?? 0) + (closedAt === null ? 1 : 0));
  return days;
}
