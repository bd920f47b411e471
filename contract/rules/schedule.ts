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
 * Gives the k-th return of a start date, always counted from the start so that 31 Jan comes back on 31 Mar after 28 Feb.
 * Source: document 3, rule 3.3.
 */
export function occurrence(start: LocalDay, frequency: Frequency, k: number): LocalDay {
  const step: Step = steps[frequency];
  return 'days' in step ? addDays(start, step.days * k) : addMonthsKeepingDay(start, step.months * k);
}

/** Gives the PM dates of a warranty: k = 1..count after its start, none after its end. */
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

/** Gives the calibration dates of an installation: k = 1..count after its installation date. */
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

/** Gives the date of the Ins task of a new installation, or null when the device was installed before today. */
export function installationTaskDate(installation: {
  readonly installationDate: LocalDay;
  readonly today: LocalDay;
}): LocalDay | null {
  return installation.installationDate >= installation.today ? installation.installationDate : null;
}

/** Gives the date of the CM task that follows a breakdown closed with follow-up. */
export function followUpDate(closedOn: LocalDay): LocalDay {
  return addDays(closedOn, followUpDays);
}
