import { cellText, type Cell } from './cells.ts';

/** No device costs more, and above this a price with paise is no longer exact. Units: rupees. */
const maxPrice = 999_999_999_999.99;

const GROUPED = String.raw`\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}|\d+`;
const PRICE_TEXT = new RegExp(
  String.raw`^(?:(?:₹|rs\.?|inr|\$)\s*)?((?:${GROUPED})(?:\.\d*)?|\.\d+)\s*(?:/-)?\s*(?:₹|rs\.?|inr|\$)?$`,
  'i',
);
const maxPriceTextLength = 60;

/**
 * The price that a cell names, or undefined when it names none of 0 or more.
 * Units: rupees, two decimals. Source: docs/product.md P59.
 */
export function priceOf(cell: Cell): number | undefined {
  if (cell.kind === 'number') return inRange(cell.value);
  if (cell.kind !== 'text') return undefined;
  const text = cellText(cell);
  if (text.length > maxPriceTextLength) return undefined;
  const amount = PRICE_TEXT.exec(text)?.[1];
  return amount === undefined ? undefined : inRange(Number(amount.replaceAll(',', '')));
}

function inRange(value: number): number | undefined {
  return value >= 0 && value <= maxPrice ? Math.round(value * 100) / 100 : undefined;
}
