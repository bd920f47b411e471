import { addDays, addMonthsKeepingDay, type LocalDay } from './hospital-day.ts';

/** The frequencies that PM and calibration offer, in the order of the documents. */
export const frequencies = ['daily', 'weekly', 'monthly', 'quarterly', 'half-yearly', 'yearly'] as const;

/** How often PM or calibration comes back. */
export type Frequency = (typeof frequencies)[number];

type Step = { readonly days: number } | { readonly months: number };

const steps = {
  daily: { days: 1 },
  weekly: { days: 7 },
  monthly: { months: 1 },
  quarterly: { months: 3 },
  'half-yearly': { months: 6 },
  yearly: { months: 12 },
} satisfies Record<Frequency, Step>;

const followUpDays = 7;

/**
 * Returns the k-th return of a start date, always counted from the start so that 31 Jan comes back on 31 Mar after 28
 * Feb. Source: docs/product.md P32.
 */
export function occurrence(start: LocalDay, frequency: Frequency, k: number): LocalDay {
  const step: Step = steps[frequency];
  return 'days' in step ? addDays(start, step.days * k) : addMonthsKeepingDay(start, step.months * k);
}

/** Returns the PM dates of a warranty: k = 1..count after its start, none after its end. */
export function pmDates(warranty: {
  readonly start: LocalDay;
  readonly frequency: Frequency;
  readonly count: number;
  readonly end: LocalDay;
}): LocalDay[] {
  const dates: LocalDay[] = [];
  for (let k = 1; k <= warranty.count; k += 1) {
    const date = occurrence(warranty.start, warranty.frequency, k);
    if (date > warranty.end) break;
    dates.push(date);
  }
  return dates;
}

/** Returns the calibration dates of an installation: k = 1..count after its installation date. */
export function calibrationDates(installation: {
  readonly installationDate: LocalDay;
  readonly frequency: Frequency;
  readonly count: number;
}): LocalDay[] {
  const dates: LocalDay[] = [];
  for (let k = 1; k <= installation.count; k += 1) {
    dates.push(occurrence(installation.installationDate, installation.frequency, k));
  }
  return dates;
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
