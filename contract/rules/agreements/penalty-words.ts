import { counted } from '../counted.ts';
import { formatInr } from '../money.ts';
import type { Penalty, PenaltyPrices } from './penalty.ts';
import type { AgreementWindow, PenaltyClause, PenaltyMeasure, PenaltyUnit } from '../../records/agreement-terms.ts';
import { windowDayMs } from './window-hours.ts';

const minuteMs = 60_000;

/** Names of promises on a sheet. */
export const measureWords = {
  response: 'Response',
  repair: 'Repair',
  uptime: 'Uptime',
} as const satisfies Record<PenaltyMeasure, string>;

const basisWords = {
  day: ['day', 'days'],
  case: ['case', 'cases'],
  point: ['point', 'points'],
} as const satisfies Record<PenaltyClause['basis'], readonly [string, string]>;

const priceWords = { price: 'price of the device', yearlyPrice: 'yearly price of the contract' } as const;
const wholeOf: Partial<Record<PenaltyUnit, keyof typeof priceWords>> = {
  'percent of price': 'price',
  'percent of contract': 'yearlyPrice',
};

/** Formats a length of contract time in hours: `13 h 20 min`. Days would be mistaken for calendar days. */
export function hoursLength(ms: number): string {
  const minutes = Math.floor(ms / minuteMs);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return `${hours.toLocaleString('en-IN')} h${rest > 0 ? ` ${rest} min` : ''}`;
}

/** Formats a length with its equivalent in days of the window: `34 h (1.42 days)`, `20 h (2.5 days of 8 h)`. */
export function daysLength(ms: number, window: AgreementWindow): string {
  const dayMs = windowDayMs(window);
  const days = counted(Math.round((ms / dayMs) * 100) / 100, 'day');
  return `${hoursLength(ms)} (${days}${window.hours === '24x7' ? '' : ` of ${hoursLength(dayMs)}`})`;
}

/** Returns the calculation of a penalty as a line that can be checked by hand. */
export function penaltyWords(
  { clause, parts, uncapped, total, isCapped, amount, missing }: Penalty,
  prices: PenaltyPrices,
): string {
  if (missing === 'basis') return 'The clause counts percentage points, which only an uptime has: not computed.';
  if (parts.length === 0) return 'The first step is not reached: nothing is due.';
  const { unit, basis, doublesAfterDays, cap } = clause;
  const [one, many] = basisWords[basis];
  const sum = parts.map((part) => {
    const doubled = part.isDoubled ? `, doubled after ${counted(doublesAfterDays ?? 0, 'day')}` : '';
    return `${counted(part.count, one, many)} × ${rateWords(part.rate, unit)}${doubled}`;
  });
  const limited = isCapped ? `${unitWords(uncapped, unit)}, at most ${unitWords(total, unit)}` : unitWords(total, unit);
  const line = `${sum.join(' + ')} = ${limited}`;
  const whole = wholeOf[unit];
  if (whole === undefined || cap === 0) return line;
  const price = prices[whole];
  if (price === null || missing !== null)
    return `${line} of the ${priceWords[whole]}, which is not recorded: no amount.`;
  return `${line} of the ${priceWords[whole]} (${formatInr(price)}) = ${formatInr(amount ?? 0)}`;
}

function rateWords(rate: number, unit: PenaltyUnit): string {
  return unit === 'days of extension' ? counted(rate, 'day') : unitWords(rate, unit);
}

function unitWords(total: number, unit: PenaltyUnit): string {
  if (unit === 'INR') return formatInr(total);
  if (unit === 'days of extension') return `${counted(total, 'day')} of extension`;
  return `${total.toLocaleString('en-IN', { maximumFractionDigits: 4 })} %`;
}
