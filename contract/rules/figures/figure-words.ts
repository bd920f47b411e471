import { counted } from '../counted.ts';
import { formatInrWhole } from '../money.ts';
import type { Figure, FigurePart, FigureUnit } from './figure.ts';

const decimals = (most: number) => new Intl.NumberFormat('en-IN', { maximumFractionDigits: most });
const whole = decimals(0);
const one = decimals(1);
const two = decimals(2);
const three = decimals(3);

/** Shown instead of a missing value. */
export const noData = 'No data';

/** The units in which people say times. Units: hours. */
export const timeUnits = { min: 1 / 60, h: 1, days: 24 } as const;
export type TimeUnit = keyof typeof timeUnits;

/**
 * The unit of times that stand together, so that they compare: minutes where all are below an hour and a half, days where all
 * are two days or more, else hours. Units: hours.
 */
export function timeUnitOf(times: readonly (number | null)[]): TimeUnit {
  const known = times.filter((hours) => hours !== null);
  if (known.length === 0) return 'h';
  if (known.every((hours) => hours < 1.5)) return 'min';
  return known.every((hours) => hours >= 48) ? 'days' : 'h';
}

/** As above, for rows with values of one figure: in hours if the figure is made of hours. */
export function timeUnitOfFigure(
  { numerator }: Pick<Figure, 'numerator'>,
  rows: readonly Pick<Figure, 'value'>[],
): TimeUnit {
  return numerator?.unit === 'hours' ? 'h' : timeUnitOf(rows.map(({ value }) => value));
}

/** Hours as people say them, in a unit that others beside them have too. */
export function hoursText(hours: number, unit: TimeUnit = timeUnitOf([hours])): string {
  const amount = hours / timeUnits[unit];
  const digits = unit === 'min' ? whole : amount < 1 ? two : one;
  return `${digits.format(amount)} ${unit}`;
}

const valueText = {
  percent: (value: number) => `${two.format(value)} %`,
  hours: hoursText,
  count: (value: number) => whole.format(value),
  inr: formatInrWhole,
  rate: (value: number) => three.format(value),
  days: (value: number) => counted(Math.round(value * 10) / 10, 'day'),
} as const satisfies Record<FigureUnit, (value: number, time?: TimeUnit) => string>;

/** A value in its unit; hours in the unit of those beside it. */
export function valueWords(value: number | null, unit: FigureUnit, time?: TimeUnit): string {
  return value === null ? noData : valueText[unit](value, time);
}

/** Formats the amount of a part. */
export function amountWords(amount: number, unit: FigurePart['unit']): string {
  if (unit === 'inr') return formatInrWhole(amount);
  return unit === 'count' ? whole.format(amount) : two.format(amount);
}

/** Returns the name of a part, singular or plural. */
export function labelWords({ label, amount }: Pick<FigurePart, 'label' | 'amount'>): string {
  if (amount !== 1) return label;
  return label
    .replace(/\b(task|device|ticket|round|failure|repeat|hour|finding|test)s\b/, '$1')
    .replace('entries', 'entry');
}
