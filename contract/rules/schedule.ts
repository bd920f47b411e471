import { addDays, type LocalDay } from './hospital-day.ts';
import { type Interval, intervalAfter, type Plan, plannedJobs } from './plan.ts';

/** The frequencies that PM and calibration offer, in the order of the documents. */
export const frequencies = ['daily', 'weekly', 'monthly', 'quarterly', 'half-yearly', 'yearly'] as const;

/** How often PM or calibration is due. */
export type Frequency = (typeof frequencies)[number];

/** The frequencies of the documents as intervals. */
const intervals = {
  daily: { every: 1, unit: 'day' },
  weekly: { every: 1, unit: 'week' },
  monthly: { every: 1, unit: 'month' },
  quarterly: { every: 3, unit: 'month' },
  'half-yearly': { every: 6, unit: 'month' },
  yearly: { every: 1, unit: 'year' },
} as const satisfies Record<Frequency, Interval>;

/** Returns the interval of a frequency. */
export function intervalOf(frequency: Frequency): Interval {
  return intervals[frequency];
}

const followUpDays = 7;
/** The last day with a four-digit year; no plan of the documents reaches it. */
const endOfTime: LocalDay = '9999-12-31';

/**
 * Returns the k-th date after a start date, always counted from the start, so that after 31 Jan and 28 Feb comes 31 Mar.
 * Source: docs/product.md P32.
 */
export function occurrence(start: LocalDay, frequency: Frequency, k: number): LocalDay {
  return intervalAfter(start, intervals[frequency], k);
}

/** Returns the plan of a warranty's PM: k = 1..count after its start, none after its end. */
export function pmPlan(warranty: {
  readonly start: LocalDay;
  readonly frequency: Frequency;
  readonly count: number;
  readonly end: LocalDay;
}): Plan {
  const { start: anchor, frequency, count, end: until } = warranty;
  return { anchor, offset: 1, interval: intervals[frequency], until, count };
}

/** Returns the plan of an installation's calibration: k = 1..count after its installation date. */
export function calibrationPlan(installation: {
  readonly installationDate: LocalDay;
  readonly frequency: Frequency;
  readonly count: number;
}): Plan {
  const { installationDate: anchor, frequency, count } = installation;
  return { anchor, offset: 1, interval: intervals[frequency], until: null, count };
}

/** Returns the PM dates of a warranty: k = 1..count after its start, none after its end. */
export function pmDates(warranty: Parameters<typeof pmPlan>[0]): LocalDay[] {
  return plannedJobs(pmPlan(warranty), { from: null, to: warranty.end }).map(({ on }) => on);
}

/** Returns the calibration dates of an installation: k = 1..count after its installation date. */
export function calibrationDates(installation: Parameters<typeof calibrationPlan>[0]): LocalDay[] {
  return plannedJobs(calibrationPlan(installation), { from: null, to: endOfTime }).map(({ on }) => on);
}

/** Returns the date of the Ins task of a new installation, or null when the device was installed before today. */
export function installationTaskDate(installation: {
  readonly installationDate: LocalDay;
  readonly today: LocalDay;
}): LocalDay | null {
  return installation.installationDate >= installation.today ? installation.installationDate : null;
}

/** Returns the date of the CM task that follows a breakdown closed with follow-up. */
export function followUpDate(closedOn: LocalDay): LocalDay {
  return addDays(closedOn, followUpDays);
}

/** Maximum length of a record id. Source: contract/fields.ts */
const maxIdLength = 64;
const followUpSuffix = '.cm';

/**
 * Returns the id of the CM task that follows a ticket. It is derived from the ticket's id, so that a tablet can show the task
 * before the server has created it. Null if the ticket comes from a foreign client and its id is too long.
 */
export function followUpTaskId(ticketId: string): string | null {
  const id = `${ticketId}${followUpSuffix}`;
  return id.length <= maxIdLength ? id : null;
}

/** Returns the ticket that a task follows; null for all other tasks. */
export function followedTicketId(taskId: string): string | null {
  return taskId.endsWith(followUpSuffix) ? taskId.slice(0, -followUpSuffix.length) : null;
}
