import { daysBetween, type LocalDay } from '#contract/rules/hospital-day.ts';
import { firstAfter, floatingJob, horizonOf, lastUntil, type PlannedJob, plannedJobs } from '#contract/rules/plan.ts';
import { calibrationDates, installationTaskDate, type Frequency } from '#contract/rules/schedule.ts';
import type { DevicePlanFacts } from '../records/plans.ts';
import type { SourcedTask } from './compare.ts';

/** The facts that an installation's own tasks depend on. */
export interface DeviceSchedule {
  installationDate: LocalDay | null;
  calibrationRequired: boolean;
  calibrationFrequency: Frequency | null;
  calibrationCount: number;
  lastCalibrationOn?: LocalDay | null;
}

/** Counts the tasks of an installation that were due before a day. Source: docs/product.md P32. */
export function installationTasksBefore(device: DeviceSchedule, day: LocalDay): number {
  const { installationDate, calibrationRequired, calibrationFrequency: frequency, calibrationCount: count } = device;
  const from = device.lastCalibrationOn ?? installationDate;
  if (!calibrationRequired || frequency === null || from === null) return 0;
  return calibrationDates({ installationDate: from, frequency, count }).filter((on) => on < day).length;
}

/** Returns the Ins task of a device that was new when it was registered. Source: docs/product.md P32. */
export function installTask(
  deviceId: string,
  { installationDate, recordFrom }: { installationDate: LocalDay | null; recordFrom: LocalDay | null },
  addedOn: LocalDay,
): SourcedTask[] {
  const taskDate = installationDate === null ? null : installationTaskDate({ installationDate, today: addedOn });
  if (taskDate === null) return [];
  const isBeforeRecord = recordFrom !== null && taskDate < recordFrom;
  const source = { kind: 'installation' as const, id: deviceId };
  return [{ deviceId, type: 'Ins', occurrence: 1, taskDate, source, ...(isBeforeRecord && { isBeforeRecord }) }];
}

/**
 * Returns the tasks that a plan requires on a day, up to the horizon. Tasks of a warranty or installation beyond the
 * horizon or before the record are marked, because work that somebody has begun stays. Source:
 * docs/decisions/293-plans-and-horizon.md
 */
export function plannedTasks(facts: DevicePlanFacts, today: LocalDay): SourcedTask[] {
  const { deviceId, type, source, warrantyNumber } = facts;
  const horizon = horizonOf(today);
  const task = { deviceId, type, source, warrantyNumber };
  if (source.kind === 'schedule') {
    return scheduleJobs(facts, horizon).map(({ place, on }) => ({ ...task, occurrence: place, taskDate: on }));
  }
  const recordFrom = recordFromOf(facts);
  return plannedJobs(facts.plan, { from: null, to: endOfPlans }).map(({ place, on }) => ({
    ...task,
    occurrence: place,
    taskDate: on,
    ...(recordFrom !== null && on < recordFrom && { isBeforeRecord: true }),
    ...(on > horizon && { isBeyondHorizon: true }),
  }));
}

/**
 * Returns the day of the first job of a plan beyond the horizon: until the horizon reaches it, time alone changes none of
 * the plan's tasks. Null if there is none.
 */
export function nextBeyondHorizon({ plan, basis, recordFrom, finished }: DevicePlanFacts, today: LocalDay) {
  const horizon = horizonOf(today);
  const on = basis === 'floating' ? (floatingJob(plan, recordFrom, finished)?.on ?? null) : firstAfter(plan, horizon);
  return on !== null && on > horizon ? on : null;
}

/** Later than any job of a plan with an end: at most 366 yearly jobs from 2100 on. */
export const endOfPlans: LocalDay = '9999-12-31';
/**
 * Earlier than any day on which a schedule can begin, so that keys of days are larger than positions. Source:
 * contract/fields.ts
 */
const firstKeyedDay: LocalDay = '1900-01-01';

/**
 * Returns the key of a fixed schedule's job: its planned day, which stays the same when the schedule's first day
 * changes.
 */
function keyOfDay(on: LocalDay): number {
  return daysBetween(firstKeyedDay, on);
}

function scheduleJobs({ plan, basis, recordFrom, finished }: DevicePlanFacts, horizon: LocalDay): PlannedJob[] {
  if (basis === 'fixed') {
    return plannedJobs(plan, { from: recordFrom, to: horizon }).map(({ on }) => ({ place: keyOfDay(on), on }));
  }
  const job = floatingJob(plan, recordFrom, finished);
  return job && job.on <= horizon ? [job] : [];
}

/**
 * Returns the day that a plan's record begins. A plan counted from when the work was last done has at most one overdue
 * job, which its record includes.
 */
function recordFromOf({ plan, recordFrom, isFromLastDone }: DevicePlanFacts): LocalDay | null {
  if (recordFrom === null || !isFromLastDone) return recordFrom;
  return lastUntil(plan, recordFrom) ?? recordFrom;
}
