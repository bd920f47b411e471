import { formatInrWhole } from '../money.ts';
import type { FigurePart, FigureUnit } from './figure.ts';

const decimals = (most: number) => new Intl.NumberFormat('en-IN', { maximumFractionDigits: most });
const whole = decimals(0);
const one = decimals(1);
const two = decimals(2);
const three = decimals(3);

/** Shown where there is nothing to tell. */
export const noData = 'No data';

/** Hours as people say them: minutes below an hour and a half, days above two. */
export function hoursText(hours: number): string {
  if (hours < 1.5) return `${whole.format(hours * 60)} min`;
  return hours < 48 ? `${one.format(hours)} h` : `${one.format(hours / 24)} days`;
}

const valueText = {
  percent: (value: number) => `${two.format(value)} %`,
  hours: hoursText,
  count: (value: number) => whole.format(value),
  inr: formatInrWhole,
  rate: (value: number) => three.format(value),
  days: (value: number) => `${one.format(value)} days`,
} as const satisfies Record<FigureUnit, (value: number) => string>;

/** A value in its unit. */
export function valueWords(value: number | null, unit: FigureUnit): string {
  return value === null ? noData : valueText[unit](value);
}

/** What a part amounts to. */
export function amountWords(amount: number, unit: FigurePart['unit']): string {
  if (unit === 'inr') return formatInrWhole(amount);
  return unit === 'count' ? whole.format(amount) : two.format(amount);
}

/** What a part is called, of one or of several. */
export function labelWords({ label, amount }: Pick<FigurePart, 'label' | 'amount'>): string {
  if (amount !== 1) return label;
  return label.replace(/\b(task|device|ticket|round|failure|repeat|hour|finding)s\b/, '$1').replace('entries', 'entry');
}
