import { millisecondsInDay } from 'date-fns/constants';
import { failureClassWords } from '../failure-class.ts';
import { counted, excludedClasses, type ExcludedClass, figure, type Figure, rounded, share } from './figure.ts';

/** A ticket reported within this time after another was closed is a repeat. Units: days. */
export const repeatDays = 30;
/** Units: milliseconds. */
const yearMs = 365 * millisecondsInDay;

/** Findings about devices from the tickets reported in a period. */
export interface FailureFacts {
  /** Devices in service in the period. */
  devices: number;
  /** Their time in service within it, up to now. */
  serviceMs: number;
  failures: number;
  /** Failures without a class. */
  notStated: number;
  excluded: Record<ExcludedClass, number>;
  closed: number;
  repeats: number;
  /** Closed tickets with an arrival. */
  visited: number;
  firstVisitFixes: number;
}

/** Computes failures per device-year with MTBF, repeats, and first-visit fixes. Source: docs/product.md P93. */
export function failureFigures(facts: FailureFacts): Figure[] {
  const { devices, serviceMs, failures, notStated, excluded, closed, repeats, visited, firstVisitFixes } = facts;
  const years = serviceMs / yearMs;
  const numerator = counted('failure.counted', 'failures', failures);
  const denominator = {
    set: 'failure.devices' as const,
    label: 'device-years',
    amount: rounded(years, 2),
    unit: 'years' as const,
    rows: devices,
  };
  return [
    figure({
      id: 'failures',
      title: 'Failures per device-year',
      unit: 'rate',
      value: years > 0 ? rounded(failures / years, 3) : null,
      rule: 'Tickets reported in the period divided by the years that the devices were in service in it; use errors, faults that could not be reproduced and devices without a fault are not counted and are listed separately.',
      numerator,
      denominator,
      parts: [
        counted('failure.not-stated', 'Of the failures: class not stated', notStated),
        ...excludedClasses.map((name) =>
          counted(`failure.${name}`, `Not counted: ${failureClassWords[name]}`, excluded[name]),
        ),
      ],
    }),
    figure({
      id: 'mtbf',
      title: 'Mean time between failures',
      unit: 'days',
      value: failures > 0 && years > 0 ? rounded((365 * years) / failures, 1) : null,
      rule: 'The time that the devices were in service divided by their failures.',
      numerator: denominator,
      denominator: numerator,
    }),
    figure({
      id: 'repeat',
      title: 'Repeat failures',
      unit: 'percent',
      value: share(repeats, closed),
      rule: `Tickets reported within ${repeatDays} days after another of the same device and class was closed, among those reported in the period and closed since.`,
      numerator: counted('repeat.repeats', 'repeats', repeats),
      denominator: counted('repeat.closed', 'closed tickets', closed),
    }),
    figure({
      id: 'first-visit',
      title: 'First visit fix',
      unit: 'percent',
      value: share(firstVisitFixes, visited),
      rule: `Tickets closed after one stretch of work, without waiting for a part, a follow-up, or a repeat within ${repeatDays} days, among the closed ones whose arrival was noted.`,
      numerator: counted('first-visit.fixed', 'fixed on the first visit', firstVisitFixes),
      denominator: counted('first-visit.closed', 'closed tickets with an arrival', visited),
      parts: [counted('first-visit.unknown', 'Closed without an arrival', closed - visited)],
    }),
  ];
}
