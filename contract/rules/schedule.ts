import { addDays, type LocalDay } from './hospital-day.ts';
import { type Interval, intervalAfter, type Plan, plannedJobs } from './plan.ts';

/** The frequencies that PM and calibration offer, in the order of the documents. */
export const frequencies = ['daily', 'weekly', 'monthly', 'quarterly', 'half-yearly', 'yearly'] as const;

/** How often PM or calibration comes back. */
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
/** The last day that a text of four figures for the year can say; no plan of the documents reaches it. */
const endOfTime: LocalDay = '9999-12-31';

/**
 * Returns the k-th return of a start date, always counted from the start so that 31 Jan comes back on 31 Mar after 28
 * Feb. Source: docs/product.md P32.
 */
export function occurrence(start: LocalDay, frequency: Frequency, k: number): LocalDay {
  return intervalAfter(start, intervals[frequency], k);
}

/** The plan of a warranty's PM: k = 1..count after its start, none after its end. */
export function pmPlan(warranty: {
  readonly start: LocalDay;
  readonly frequency: Frequency;
  readonly count: number;
  readonly end: LocalDay;
}): Plan {
  const { start: anchor, frequency, count, end: until } = warranty;
  return { anchor, offset: 1, interval: intervals[frequency], until, count };
}

/** The plan of an installation's calibration: k = 1..count after its installation date. */
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

/** Longest id of a record. Source: contract/fields.ts */
const maxIdLength = 64;
const followUpSuffix = '.cm';

/**
 * The id of the CM task that follows a ticket: made from the ticket's, so that a tablet shows the task before the server
 * has made it. Null where a ticket of a foreign client has an id that leaves no room.
 */
export function followUpTaskId(ticketId: string): string | null {
  const id = `${ticketId}${followUpSuffix}`;
  return id.length <= maxIdLength ? id : null;
}

/** The ticket that a task follows; null for all other tasks. */
export function followedTicketId(taskId: string): string | null {
  return taskId.endsWith(followUpSuffix) ? taskId.slice(0, -followUpSuffix.length) : null;
}
