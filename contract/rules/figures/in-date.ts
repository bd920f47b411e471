import type { LocalDay } from '../hospital-day.ts';
import { formatShortDay } from '../dates-format.ts';
import { counted, figure, type Figure, share } from './figure.ts';
import type { FigureSettings } from './settings.ts';

/** The devices in service on a day, by whether their work is in date. */
export interface InDateFacts {
  inService: number;
  scheduled: number;
  /** Devices with a schedule and an overdue job. */
  overdue: number;
  notLocated: number;
}

/** Computes in date, not located and without schedule, as of a day. Source: docs/product.md P90. */
export function inDateFigures(facts: InDateFacts, on: LocalDay, settings: FigureSettings): Figure[] {
  const { inService, scheduled, overdue, notLocated } = facts;
  const day = formatShortDay(on);
  const denominator = counted('device.in-service', 'devices in service', inService);
  return [
    figure({
      id: 'in-date',
      title: 'In date',
      unit: 'percent',
      value: share(scheduled - overdue, scheduled),
      target: settings.inDateTarget,
      rule: `Devices without an overdue task on ${day}, among the devices that have planned work.`,
      numerator: counted('device.in-date', 'in date', scheduled - overdue),
      denominator: counted('device.scheduled', 'devices with a schedule', scheduled),
      parts: [
        counted('device.in-date', 'In date', scheduled - overdue),
        counted('device.overdue', 'With an overdue task', overdue),
      ],
    }),
    figure({
      id: 'not-located',
      title: 'Not located',
      unit: 'count',
      value: inService > 0 ? notLocated : null,
      rule: `Devices whose last attempt up to ${day} ended with Not located and that have had no task done since.`,
      numerator: counted('device.not-located', 'not located', notLocated),
      denominator,
    }),
    figure({
      id: 'without-schedule',
      title: 'Without schedule',
      unit: 'count',
      value: inService > 0 ? inService - scheduled : null,
      rule: `Devices in service on ${day} without a schedule, and without planned work open or due from that day on.`,
      numerator: counted('device.without-schedule', 'without schedule', inService - scheduled),
      denominator,
    }),
  ];
}
