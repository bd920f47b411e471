import { addDays, type LocalDay } from '../rules/hospital-day.ts';
import { inNaturalOrder } from '../rules/natural-order.ts';
import { weekdayOf } from '../rules/work-days.ts';
import type { TaskListRow } from './task-list.ts';

/** An engineer's open tasks in each week of a month; null stands for nobody. */
export interface LoadRow {
  technicianId: string | null;
  name: string;
  counts: number[];
}

/** Returns the Monday of a day's week. */
export function mondayOf(day: LocalDay): LocalDay {
  return addDays(day, 1 - weekdayOf(day));
}

/** Returns the Mondays of the weeks that have a day of a month (yyyy-MM). */
export function weeksOfMonth(month: string): LocalDay[] {
  const weeks: LocalDay[] = [];
  for (let monday = mondayOf(`${month}-01`); monday.slice(0, 7) <= month; monday = addDays(monday, 7)) {
    weeks.push(monday);
  }
  return weeks;
}

/** Returns the days of a week, which begins on a Monday. */
export const daysOfWeek = (monday: LocalDay) => ({ from: monday, to: addDays(monday, 6) });

/**
 * Counts open tasks by engineer and week: every engineer, also one without work, in natural order, and nobody last if
 * unassigned work is left. Source: docs/product.md P362.
 */
export function buildTaskLoad(
  rows: readonly Pick<TaskListRow, 'taskDate' | 'technicianId' | 'technicianName'>[],
  weeks: readonly LocalDay[],
  technicians: readonly { id: string; name: string }[],
): LoadRow[] {
  const load = new Map<string | null, LoadRow>();
  const rowOf = (technicianId: string | null, name: string) => {
    const known = load.get(technicianId);
    if (known) return known;
    const row = { technicianId, name, counts: weeks.map(() => 0) };
    load.set(technicianId, row);
    return row;
  };
  for (const { id, name } of technicians) rowOf(id, name);
  for (const { taskDate, technicianId, technicianName } of rows) {
    const week = weeks.indexOf(mondayOf(taskDate));
    if (week < 0) continue;
    const { counts } = rowOf(technicianId, technicianName ?? '');
    counts[week] = (counts[week] ?? 0) + 1;
  }
  const nobodyLast = (row: LoadRow) => Number(row.technicianId === null);
  return [...load.values()].toSorted((a, b) => nobodyLast(a) - nobodyLast(b) || inNaturalOrder(a.name, b.name));
}
