import type { DeviceRecord, TaskRecord } from '../replica.ts';
import { plannedDays } from '../rules/device-plan.ts';
import { addDays, type LocalDay } from '../rules/hospital-day.ts';
import { horizonOf } from '../rules/plan.ts';
import { type TaskStatus, taskStatus, type TaskType, taskTypes } from '../rules/task-status.ts';
import { isTaskListed } from './task-list.ts';

/** The states of a job in the year: those of a task, and planned for a day for which none are made yet. */
export const yearStates = ['Overdue', 'Action Required', 'Upcoming', 'Closed', 'Planned'] as const;

/** A state of a job in the year. */
export type YearState = (typeof yearStates)[number];

/** Jobs of one kind and state in a month of a device. */
export interface YearEntry {
  type: TaskType;
  state: YearState;
  count: number;
}

/** A device with its twelve months. */
export interface YearRow {
  deviceId: string;
  serialNumber: string;
  name: string;
  department: string;
  months: YearEntry[][];
}

/** A job that is planned, for a day beyond the horizon. */
export interface PlannedWorkRow {
  deviceId: string;
  type: TaskType;
  on: LocalDay;
  department: string;
  vendor: string;
  technicianId: null;
}

type Lets = (job: Parameters<typeof isTaskListed>[0]) => boolean;

/** The work that is planned in a time, as far as no jobs are made for it yet. Source: docs/product.md P81. */
export function plannedWork(
  devices: readonly DeviceRecord[],
  time: { from: LocalDay; to: LocalDay },
  today: LocalDay,
): PlannedWorkRow[] {
  const first = addDays(horizonOf(today), 1);
  const from = time.from > first ? time.from : first;
  if (from > time.to) return [];
  return devices.flatMap((device) =>
    (device.plans ?? []).flatMap((plan) =>
      plannedDays(plan, { from, to: time.to }).map((on) => ({
        deviceId: device.id,
        type: plan.type,
        on,
        department: device.departmentName ?? '',
        vendor: device.vendorName ?? '',
        technicianId: null,
      })),
    ),
  );
}

/** Lists the devices that have work in a year, with the work of each month; cancelled jobs are left out. */
export function buildYear(
  { devices, tasks }: { devices: readonly DeviceRecord[]; tasks: readonly TaskRecord[] },
  { year, today, lets }: { year: number; today: LocalDay; lets: Lets },
): YearRow[] {
  const time = { from: `${year}-01-01`, to: `${year}-12-31` };
  const known = new Map(devices.map((device) => [device.id, device]));
  const rows = new Map<string, YearRow>();
  const add = (deviceId: string, on: LocalDay, type: TaskType, state: YearState) => {
    const device = known.get(deviceId);
    if (device) addTo(rowOf(rows, device), Number(on.slice(5, 7)) - 1, type, state);
  };
  for (const task of tasks) {
    const device = known.get(task.deviceId);
    if (!device || task.taskDate < time.from || task.taskDate > time.to) continue;
    const status: TaskStatus = taskStatus({ ...task, today });
    const department = device.departmentName ?? '';
    const { type, technicianId } = task;
    if (status === 'Cancelled' || !lets({ status, type, department, technicianId, vendor: device.vendorName ?? '' }))
      continue;
    add(task.deviceId, task.taskDate, type, status);
  }
  for (const job of plannedWork(devices, time, today)) if (lets(job)) add(job.deviceId, job.on, job.type, 'Planned');
  return [...rows.values()].toSorted(
    (a, b) => order(a.department, b.department) || order(a.name, b.name) || order(a.serialNumber, b.serialNumber),
  );
}

function rowOf(rows: Map<string, YearRow>, { id, serialNumber, equipmentName, departmentName }: DeviceRecord): YearRow {
  const known = rows.get(id);
  if (known) return known;
  const months = Array.from({ length: 12 }, (): YearEntry[] => []);
  const row = { deviceId: id, serialNumber, name: equipmentName, department: departmentName ?? '', months };
  rows.set(id, row);
  return row;
}

function addTo(row: YearRow, month: number, type: TaskType, state: YearState): void {
  const entries = row.months[month] ?? [];
  const known = entries.find((entry) => entry.type === type && entry.state === state);
  if (known) known.count += 1;
  else {
    entries.push({ type, state, count: 1 });
    entries.sort(
      (a, b) =>
        taskTypes.indexOf(a.type) - taskTypes.indexOf(b.type) ||
        yearStates.indexOf(a.state) - yearStates.indexOf(b.state),
    );
  }
}

const names = new Intl.Collator('en', { numeric: true });
const order = (a: string, b: string): number => names.compare(a, b);
