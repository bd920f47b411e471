import { cleanSerial, hasLineBreak, saysSerial } from '#contract/rules/typed-text.ts';
import { cellText, hasLostDigits, type Cell } from './cells.ts';
import { formatKind, shownNumber } from './number-format.ts';

/**
 * The text that a cell shows; undefined where the sheet stores something else behind it. Source: docs/product.md P225.
 */
export function textOf(cell: Cell): string | undefined {
  return textRule(cell) === undefined ? cellText(cell) : undefined;
}

/** Why a cell is not valid text; follows the name of its column. Source: docs/product.md P166 and P225. */
export function textRule(cell: Cell): string | undefined {
  const kind = cell.kind === 'number' ? formatKind(cell.format) : 'shown';
  if (kind === 'date' || kind === 'percentage') return `is a ${kind} in the sheet.`;
  if (!hasLostDigits(cell)) return undefined;
  return 'has more than 15 digits and was stored as a number, so its last digits are lost: format the column as text.';
}

/**
 * The text of a cell for its correction: as the sheet shows it, and none where digits are lost, so that no invented
 * ones are imported again.
 */
export function shownText(cell: Cell): string | undefined {
  if (cell.kind !== 'number' || textRule(cell) === undefined) return undefined;
  return hasLostDigits(cell) ? '' : shownNumber(cell.value, cell.format);
}

/** The serial number that a cell shows. Source: docs/product.md P58 and P222. */
export function serialOf(cell: Cell): string | undefined {
  const serial = serialRule(cell) === undefined ? cleanSerial(cellText(cell)) : '';
  return saysSerial(serial) ? serial : undefined;
}

/** Returns why a cell is not a serial number, as words that follow the name of its column; undefined if it is one. */
export function serialRule(cell: Cell): string | undefined {
  const isBroken = cell.kind === 'text' && hasLineBreak(cell.text);
  return isBroken ? 'has a line break or a tab: give each device its own row.' : textRule(cell);
}
