import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { calibrationDates, installationTaskDate, pmDates, type Frequency } from '#contract/rules/schedule.ts';
import type { WantedTask } from '../tasks/settle.ts';

/** What an installation's own tasks depend on. */
export interface InstallationSchedule {
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
 * The tasks an installation asks for: its Ins task where it was installed on the day it came into the register or
 * later, and its calibrations. Source: document 3, rule 3.3.
 */
export function installationTasks(deviceId: string, device: InstallationSchedule, addedOn: LocalDay): WantedTask[] {
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

/** The PM tasks a warranty asks for on one of its devices. Source: document 3, rule 3.3. */
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
