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

/** Units in which times are shown, in hours. */
export const timeUnits = { min: 1 / 60, h: 1, days: 24 } as const;
export type TimeUnit = keyof typeof timeUnits;

/**
 * Returns one unit for times shown together, so that they can be compared: minutes if all are below an hour and a half,
 * days if all are at least two days, else hours. Units: hours.
 */
export function timeUnitOf(times: readonly (number | null)[]): TimeUnit {
  const known = times.filter((hours) => hours !== null);
  if (known.length === 0) return 'h';
  if (known.every((hours) => hours < 1.5)) return 'min';
  return known.every((hours) => hours >= 48) ? 'days' : 'h';
}

/** As above, for the values of one figure; hours if the figure is measured in hours. */
export function timeUnitOfFigure(
  { numerator }: Pick<Figure, 'numerator'>,
  rows: readonly Pick<Figure, 'value'>[],
): TimeUnit {
  return numerator?.unit === 'hours' ? 'h' : timeUnitOf(rows.map(({ value }) => value));
}

/** Formats hours in the unit shared with the values beside them. */
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

/** Formats a value with its unit; hours use the unit of the values beside them. */
export function valueWords(value: number | null, unit: FigureUnit, time?: TimeUnit): string {
  return value === null ? noData : valueText[unit](value, time);
}

/** Says how a value has changed: "Up 3.2 points from October 2026"; null if either is missing. */
export function changeWords(
  value: number | null,
  before: { value: number | null; words: string },
  unit: FigureUnit,
  time?: TimeUnit,
): string | null {
  if (value === null || before.value === null) return null;
  const change = value - before.value;
  const amount = Math.abs(change);
  const words = unit === 'percent' ? counted(Math.round(amount * 100) / 100, 'point') : valueWords(amount, unit, time);
  const isSame = valueWords(value, unit, time) === valueWords(before.value, unit, time);
  return isSame ? `Same as ${before.words}` : `${change > 0 ? 'Up' : 'Down'} ${words} from ${before.words}`;
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
