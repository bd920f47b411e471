import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { calibrationDates, installationTaskDate, pmDates, type Frequency } from '#contract/rules/schedule.ts';
import type { WantedTask } from './settle.ts';

/** What an installation's own tasks depend on. */
export interface DeviceSchedule {
  installationDate: LocalDay | null;
  calibrationRequired: boolean;
  calibrationFrequency: Frequency | null;
  calibrationCount: number;
}

/** What a warranty's tasks depend on. */
export interface WarrantySchedule {
  number: string;
  startOn: LocalDay;
  endOn: LocalDay;
  pmFrequency: Frequency | null;
  pmCount: number;
}

/**
 * The tasks an installation requires: its Ins task if it was installed on the day it was registered or later, and its
 * calibrations. Source: docs/product.md P32.
 */
export function installationTasks(deviceId: string, device: DeviceSchedule, addedOn: LocalDay): WantedTask[] {
  const { installationDate, calibrationRequired, calibrationFrequency: frequency, calibrationCount: count } = device;
  if (installationDate === null) return [];
  const installOn = installationTaskDate({ installationDate, today: addedOn });
  const calibrations =
    calibrationRequired && frequency !== null ? calibrationDates({ installationDate, frequency, count }) : [];
  return [
    ...(installOn === null ? [] : [{ deviceId, type: 'Ins' as const, occurrence: 1, taskDate: installOn }]),
    ...calibrations.map((taskDate, index) => ({ deviceId, type: 'Cal' as const, occurrence: index + 1, taskDate })),
  ];
}

/** The PM tasks a warranty requires for one of its devices. Source: docs/product.md P32. */
export function warrantyTasks(deviceId: string, warranty: WarrantySchedule): WantedTask[] {
  const { number: warrantyNumber, startOn: start, endOn: end, pmFrequency: frequency, pmCount: count } = warranty;
  if (frequency === null) return [];
  return pmDates({ start, end, frequency, count }).map((taskDate, index) => ({
    deviceId,
    type: 'PM' as const,
    occurrence: index + 1,
    taskDate,
    warrantyNumber,
  }));
}

/** Marks the tasks that were due before the device's record began. Source: docs/decisions/248-no-false-past.md */
export function sinceRecord(tasks: readonly WantedTask[], recordFrom: LocalDay | null): WantedTask[] {
  if (recordFrom === null) return [...tasks];
  return tasks.map((task) => (task.taskDate < recordFrom ? { ...task, isBeforeRecord: true } : task));
}
