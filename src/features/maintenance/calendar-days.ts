import { isLocalDay, type LocalDay, partsOfDay } from '#contract/rules/hospital-day.ts';

/** The day of the calendar's own date; only its year, month and day count. */
export function dayOfDate(date: Date): LocalDay {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The calendar's date of a day, in whatever zone the device is. */
export function dateOfDay(day: LocalDay): Date {
  const { year, month, day: dayOfMonth } = partsOfDay(day);
  return new Date(year, month - 1, dayOfMonth);
}

/** The day that a URL names, nothing when it names none. */
export function dayOfQuery(text: string): LocalDay | undefined {
  return isLocalDay(text) ? text : undefined;
}
