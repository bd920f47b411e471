import { hasDecimals, maxAmount } from '#contract/fields.ts';
import { money } from '#contract/rules/read-number.ts';
import type { Cell } from './cells.ts';
import { numberIn, numberRule } from './numbers.ts';

/** Relative error that the arithmetic of a sheet may leave in the number that it shows. */
const noise = 1e-9;

/**
 * Reads the price of a cell; undefined unless it is a number of 0 or more with at most two decimals.
 * Units: rupees. Source: docs/product.md P59.
 */
export function priceOf(cell: Cell): number | undefined {
  const value = amountOf(cell);
  return value !== undefined && value >= 0 && value <= maxAmount && hasDecimals(value, 2) ? value : undefined;
}

/** Returns why a cell is not a price, to follow the name of its column. */
export function priceRule(cell: Cell): string {
  const value = amountOf(cell);
  if (value !== undefined && value >= 0 && !hasDecimals(value, 2)) return 'has at most 2 decimals.';
  return numberRule('must be a number of 0 or more.', money)(cell);
}

function amountOf(cell: Cell): number | undefined {
  return cell.kind === 'number' ? shownAmount(cell.value, cell.format) : numberIn(cell, undefined, money);
}

/** Returns the amount as its cell shows it: rounded if the format has at most two decimals. */
function shownAmount(value: number, format: string): number {
  const rounded = Math.round(value * 100) / 100;
  const isNoise = Math.abs(value - rounded) <= noise * Math.max(1, Math.abs(value));
  return isNoise || hidesDecimals(format) ? rounded : value;
}

function hidesDecimals(format: string): boolean {
  const [positive = ''] = format.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|[_*]./g, '').split(';');
  const digits = /[0#?][0#?,]*(?:\.([0#?]*))?/.exec(positive);
  return digits !== null && (digits[1] ?? '').length <= 2;
}
