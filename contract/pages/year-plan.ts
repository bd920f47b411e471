import type { DeviceRecord, TaskRecord } from '../records/ward.ts';
import { plannedDays } from '../rules/device-plan.ts';
import { addDays, type LocalDay } from '../rules/hospital-day.ts';
import { horizonOf } from '../rules/plan.ts';
import { type TaskStatus, taskStatus } from '../rules/task-status.ts';
import { type TaskType, taskTypes } from '../records/values.ts';
import { isTaskListed } from './task-list.ts';
import { inNaturalOrder } from '../rules/natural-order.ts';

/** The states of a job in the year: those of tasks, and planned for days that have no tasks yet. */
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

/** Returns the work planned in a period for which no tasks exist yet. Source: docs/product.md P81. */
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

/** A job of a year; an attempted one is on the day of its next try. */
export interface YearJob {
  device: DeviceRecord;
  on: LocalDay;
  type: TaskType;
  technicianId: string | null;
  state: YearState;
  isAttempted: boolean;
}

/** The facts that a year is built from. */
export interface YearFacts {
  devices: readonly DeviceRecord[];
  tasks: readonly TaskRecord[];
}

/**
 * Returns the existing and planned jobs of a year for its screen and paper; cancelled jobs and those of retired devices
 * are left out. Source: docs/product.md P86.
 */
export function jobsOfYear({ devices, tasks }: YearFacts, year: number, today: LocalDay): YearJob[] {
  const time = { from: `${year}-01-01`, to: `${year}-12-31` };
  const known = new Map(devices.map((device) => [device.id, device]));
  const made = tasks.flatMap((task): YearJob[] => {
    const device = known.get(task.deviceId);
    const state: TaskStatus = taskStatus({ ...task, today });
    if (!device || state === 'Cancelled' || task.taskDate < time.from || task.taskDate > time.to) return [];
    const { taskDate: on, type, technicianId, attempt } = task;
    return [{ device, on, type, technicianId, state, isAttempted: attempt !== null }];
  });
  const planned = plannedWork(devices, time, today).flatMap(({ deviceId, on, type }): YearJob[] => {
    const device = known.get(deviceId);
    return device ? [{ device, on, type, technicianId: null, state: 'Planned', isAttempted: false }] : [];
  });
  return [...made, ...planned];
}

/** Lists the devices that have work in a year, with the work of each month. */
export function buildYear(
  facts: YearFacts,
  { year, today, lets }: { year: number; today: LocalDay; lets: Lets },
): YearRow[] {
  const rows = new Map<string, YearRow>();
  for (const { device, on, type, technicianId, state } of jobsOfYear(facts, year, today)) {
    const department = device.departmentName ?? '';
    const job = { type, technicianId, department, vendor: device.vendorName ?? '' };
    if (!lets(state === 'Planned' ? job : { ...job, status: state })) continue;
    addTo(rowOf(rows, device), Number(on.slice(5, 7)) - 1, type, state);
  }
  return [...rows.values()].toSorted(
    (a, b) =>
      inNaturalOrder(a.department, b.department) ||
      inNaturalOrder(a.name, b.name) ||
      inNaturalOrder(a.serialNumber, b.serialNumber),
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
