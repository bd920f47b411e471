import {
  buildDayList,
  buildMonthList,
  buildOpenList,
  buildOverdueList,
  buildUpcomingList,
  buildWeekList,
  type TaskListRow,
  type TaskRowFacts,
} from '#contract/pages/task-list.ts';
import { type DeviceRecord, deviceOf, type TaskRecord } from '#contract/records/ward.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';

/** A maintenance task as the table shows it. */
export interface TaskRow extends TaskListRow {
  waiting: boolean;
}

/** Returns true if the row is a task that is still open. */
export function isOpenRow({ status }: Pick<TaskRow, 'status'>): boolean {
  return status !== 'Closed' && status !== 'Cancelled';
}

interface TaskSource {
  all(kind: 'task'): readonly TaskRecord[];
  get(kind: 'device', id: string): DeviceRecord | undefined;
  isPending(kind: 'task', id: string): boolean;
}

function gatherTasks(view: TaskSource): TaskRowFacts[] {
  return view.all('task').map((task) => ({ task, device: deviceOf(view, task) }));
}

function marked(view: TaskSource, rows: readonly TaskListRow[]): TaskRow[] {
  return rows.map((row) => ({ ...row, waiting: view.isPending('task', row.id) }));
}

/** Returns overdue tasks and those of the next 30 days. */
export function upcomingRows(view: TaskSource, today: LocalDay): TaskRow[] {
  return marked(view, buildUpcomingList(gatherTasks(view), today));
}

/** Returns only the overdue tasks. */
export function overdueRows(view: TaskSource, today: LocalDay): TaskRow[] {
  return marked(view, buildOverdueList(gatherTasks(view), today));
}

/** Returns the open tasks that are overdue or due within seven days. */
export function weekRows(view: TaskSource, today: LocalDay): TaskRow[] {
  return marked(view, buildWeekList(gatherTasks(view), today));
}

/** Returns the tasks of one day. */
export function dayRows(view: TaskSource, day: LocalDay, today: LocalDay): TaskRow[] {
  return marked(view, buildDayList(gatherTasks(view), day, today));
}

/** Returns the tasks of one month (yyyy-MM). */
export function monthRows(view: TaskSource, month: string, today: LocalDay): TaskRow[] {
  return marked(view, buildMonthList(gatherTasks(view), month, today));
}

/** Returns the open tasks of a span of days. */
export function openRows(view: TaskSource, days: { from: LocalDay; to: LocalDay }, today: LocalDay): TaskRow[] {
  return marked(view, buildOpenList(gatherTasks(view), days, today));
}
