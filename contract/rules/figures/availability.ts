import { workDaysWords } from '../work-days.ts';
import { figure, type Figure, hoursOf, rounded } from './figure.ts';
import type { FigureSettings } from './settings.ts';

/** Time in service and downtime of the devices in a period. */
export interface AvailabilityFacts {
  /** Devices that were in service in covered time. */
  devices: number;
  coveredMs: number;
  downDevices: number;
  downMs: number;
  restrictedDevices: number;
  /** Time of Restrictive Use outside System Down. */
  restrictedMs: number;
}

/** The hours that are covered, in words. */
export function hoursWords({ hours, workDays, hoursFrom, hoursTo }: FigureSettings): string {
  return hours === '24x7' ? 'around the clock' : `${workDaysWords(workDays)} from ${hoursFrom} to ${hoursTo}`;
}

/** Returns the share of covered time in which devices could be used. Source: docs/product.md P91. */
export function availabilityPercentage(
  { coveredMs, downMs, restrictedMs }: Pick<AvailabilityFacts, 'coveredMs' | 'downMs' | 'restrictedMs'>,
  restrictiveWeight: number,
): number | null {
  if (coveredMs <= 0) return null;
  return rounded(100 * (1 - (downMs + (restrictiveWeight / 100) * restrictedMs) / coveredMs), 2);
}

/** Computes availability and, alongside it, Restrictive Use. */
export function availabilityFigures(facts: AvailabilityFacts, settings: FigureSettings): Figure[] {
  const { devices, coveredMs, downDevices, downMs, restrictedDevices, restrictedMs } = facts;
  const { restrictiveWeight, availabilityTarget } = settings;
  const down = {
    set: 'availability.down' as const,
    label: 'hours down',
    amount: hoursOf(downMs),
    unit: 'hours' as const,
    rows: downDevices,
  };
  return [
    figure({
      id: 'availability',
      title: 'Availability',
      unit: 'percent',
      value: availabilityPercentage(facts, restrictiveWeight),
      target: availabilityTarget,
      rule: `1 − down hours ÷ covered hours, covered ${hoursWords(settings)}; System Down and Not Working count in full, Restrictive Use counts ${restrictiveWeight} %.`,
      numerator: down,
      denominator: {
        set: 'availability.covered',
        label: 'covered hours',
        amount: hoursOf(coveredMs),
        unit: 'hours',
        rows: devices,
      },
      parts: [
        { ...down, label: 'System Down or Not Working' },
        {
          set: 'availability.restricted',
          label: `Restrictive Use, counted ${restrictiveWeight} %`,
          amount: hoursOf(restrictedMs),
          unit: 'hours',
          rows: restrictedDevices,
        },
      ],
    }),
  ];
}
