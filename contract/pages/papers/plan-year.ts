import type { DeviceRecord, TaskRecord } from '../../replica.ts';
import type { LocalDay } from '../../rules/hospital-day.ts';
import { type TaskType, taskNames } from '../../rules/task-status.ts';
import { byDepartment } from './by-department.ts';
import type { Paper, PaperColumn, PaperTable } from './paper.ts';

/** The kinds of tasks that come back, of which a year's calendar is made. */
export const plannedTypes = ['PM', 'Cal'] as const satisfies readonly TaskType[];
/** One of them. */
export type PlannedType = (typeof plannedTypes)[number];

/** What the calendar is made from. */
export interface PlanYearFacts {
  devices: readonly DeviceRecord[];
  tasks: readonly TaskRecord[];
}

const titles: Readonly<Record<PlannedType, string>> = {
  PM: 'Preventive Maintenance Calendar',
  Cal: 'Calibration Calendar',
};

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

const columns: readonly PaperColumn[] = [
  { header: 'Equipment', width: 13 },
  { header: 'Serial number', width: 11 },
  ...months.map((header) => ({ header, width: 5.5 })),
];

/** A year of planned work of one kind, devices by months; devices without any in that year are left out. */
export function planYearPaper(
  { devices, tasks }: PlanYearFacts,
  { year, type }: { year: number; type: PlannedType },
  today: LocalDay,
): Paper {
  const planned = new Map<string, TaskRecord[]>();
  for (const task of tasks) {
    if (task.type !== type || task.cancelledAt !== null || !dueDay(task).startsWith(`${year}-`)) continue;
    const known = planned.get(task.deviceId);
    if (known) known.push(task);
    else planned.set(task.deviceId, [task]);
  }
  const shown = devices.filter(({ id }) => planned.has(id));
  const jobs = shown.flatMap(({ id }) => planned.get(id) ?? []);
  const done = jobs.filter(({ closedAt }) => closedAt !== null).length;
  const late = jobs.filter((task) => markOf(task, today) === 'late').length;
  const tables = [...byDepartment(shown)].map(([title, own]): PaperTable => ({
    title,
    columns,
    empty: '',
    rows: own.map((device) => [
      device.equipmentName,
      device.serialNumber,
      ...months.map((_month, index) => monthWords(planned.get(device.id) ?? [], index, today)),
    ]),
  }));
  const name = taskNames[type];
  return {
    title: titles[type],
    period: String(year),
    facts: [
      ['Devices', shown.length.toLocaleString('en-IN')],
      ['Jobs', jobs.length.toLocaleString('en-IN')],
      ['Done', done.toLocaleString('en-IN')],
      ['Overdue', late.toLocaleString('en-IN')],
    ],
    legend:
      'In each month: the days on which work is due. Done: closed. Tried: attempted, and still open. Late: overdue, and not attempted.',
    dividedBy: 'Department',
    isWide: true,
    tables:
      tables.length > 0
        ? tables
        : [{ title: name, columns, rows: [], empty: `No ${name.toLowerCase()} is planned in ${year}.` }],
    signatures: ['Prepared by', 'Approved by'],
  };
}

/** The day on which a job counts: where an attempt has put it off, the one on which it was due. */
function dueDay({ dueOn, taskDate }: TaskRecord): LocalDay {
  return dueOn ?? taskDate;
}

/** What stands beside the day of a job; an attempted one is open and was tried. */
function markOf(task: TaskRecord, today: LocalDay): 'done' | 'tried' | 'late' | '' {
  if (task.closedAt !== null) return 'done';
  if (task.attempt !== null) return 'tried';
  return dueDay(task) < today ? 'late' : '';
}

/** The jobs of one month: `5 done, 19`. */
function monthWords(tasks: readonly TaskRecord[], month: number, today: LocalDay): string {
  return tasks
    .map((task) => ({ day: dueDay(task), mark: markOf(task, today) }))
    .filter(({ day }) => Number(day.slice(5, 7)) === month + 1)
    .toSorted((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)))
    .map(({ day, mark }) => `${Number(day.slice(8))} ${mark}`.trim())
    .join(', ');
}
