import { realDay, textDate } from '#contract/rules/read-day.ts';
import { cellText, type Cell } from './cells.ts';

/** Plain numbers within these bounds are Excel day numbers. Source: docs/product.md P59. */
const SERIAL_MIN = 20_000;
const maxSerialLength = 60_000;
const DAY_MS = 86_400_000;
/** Day 0 of the 1900 system (including its nonexistent 29 February 1900) and of the 1904 system. */
const EPOCH_1900_MS = Date.UTC(1899, 11, 30);
const EPOCH_1904_MS = Date.UTC(1904, 0, 1);

/**
 * Reads the date of a cell, the day always before the month; undefined if it is not a date between 1950 and 2100.
 * Units: yyyy-MM-dd. Source: docs/product.md P59.
 */
export function dateOf(cell: Cell, date1904: boolean): string | undefined {
  if (cell.kind === 'number') {
    const isSerial = cell.isDate || (cell.value >= SERIAL_MIN && cell.value <= maxSerialLength);
    return isSerial ? daySerial(cell.value, date1904) : undefined;
  }
  return cell.kind === 'text' ? textDate(cellText(cell)) : undefined;
}

function daySerial(value: number, date1904: boolean): string | undefined {
  const date = new Date((date1904 ? EPOCH_1904_MS : EPOCH_1900_MS) + Math.floor(value) * DAY_MS);
  if (Number.isNaN(date.getTime())) return undefined;
  return realDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}
