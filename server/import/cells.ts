import { sameKey } from '#contract/rules/text.ts';
import { cleanLine } from '#contract/rules/typed-text.ts';
import { formatKind, isHiddenZero, shownNumber } from './number-format.ts';

/** The content of a cell; a formula counts as its cached value. */
export type Cell =
  | { kind: 'text'; text: string }
  | { kind: 'number'; value: number; format: string; isDate: boolean }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'error'; text: string };

/** A worksheet; rows and columns count from 0. */
export type Sheet = {
  name: string;
  /** Whether date numbers count from 1904 instead of 1900. */
  date1904: boolean;
  rowCount: number;
  columnCount(row: number): number;
  cellAt(row: number, column: number): Cell | undefined;
};

/** Words that registers use for "nothing". Source: docs/product.md P57. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  '-',
  '--',
  '---',
  'na',
  'n/a',
  'n.a.',
  'nil',
  'none',
  'null',
  'not available',
  'not applicable',
  'unknown',
  '?',
]);

const ERROR_TEXTS: ReadonlySet<string> = new Set([
  '#null!',
  '#div/0!',
  '#value!',
  '#ref!',
  '#name?',
  '#num!',
  '#n/a',
  '#getting_data',
  '#spill!',
  '#calc!',
]);

/** Returns whether a cell shows nothing at all. */
export function isBlank(cell: Cell | undefined): boolean {
  return cell === undefined || (cell.kind === 'text' && sameKey(cell.text) === '');
}

/** Returns whether a cell counts as empty: blank, a placeholder word or an error value. Source: docs/product.md P57. */
export function isMissing(cell: Cell | undefined): boolean {
  if (cell === undefined || isErrorValue(cell)) return true;
  if (cell.kind === 'number') return isHiddenZero(cell.value, cell.format);
  if (cell.kind !== 'text') return false;
  // Matches an accounting zero as text: ` $ - `.
  const text = sameKey(cell.text).replace(/^(?:[₹$€£]|rs\.?|inr) ?(?=-+$)/, '');
  return text === '' || PLACEHOLDERS.has(text);
}

/** Returns whether a cell shows a spreadsheet error, such as #N/A. */
export function isErrorValue(cell: Cell): boolean {
  return cell.kind === 'error' || (cell.kind === 'text' && ERROR_TEXTS.has(sameKey(cell.text)));
}

const DITTO = /^(?:["“”〃]|''|,,|-{0,3} ?(?:do\.?|ditto) ?-{0,3}|same(?: as above)?)$/;

/** Returns whether a cell is a ditto mark. Source: docs/product.md P226. */
export function isDitto(cell: Cell | undefined): boolean {
  return cell?.kind === 'text' && DITTO.test(sameKey(cell.text));
}

/**
 * Returns a cell as trimmed text; a number as its digits, or as its format shows it. Source: docs/product.md P58 and
 * P225.
 */
export function cellText(cell: Cell): string {
  switch (cell.kind) {
    case 'text':
      return cleanLine(cell.text);
    case 'number':
      return numberText(cell.value, cell.format);
    case 'boolean':
      return cell.value ? 'TRUE' : 'FALSE';
    case 'error':
      return cell.text;
  }
}

/** From 16 digits on: a spreadsheet keeps only 15 digits of a number and replaces the rest with zeros. */
const lostDigitsFrom = 1e15;

/** Returns whether a number lost its last digits when it was typed into its cell. Source: docs/product.md P166. */
export function hasLostDigits(cell: Cell | undefined): boolean {
  return cell?.kind === 'number' && Math.abs(cell.value) >= lostDigitsFrom;
}

function numberText(value: number, format: string): string {
  const shown = formatKind(format) === 'shown' ? shownNumber(value, format) : undefined;
  return shown === undefined ? digits(value) : cleanLine(shown);
}

function digits(value: number): string {
  if (!Number.isFinite(value)) return '';
  if (Number.isInteger(value)) return BigInt(value).toString();
  const text = String(value);
  if (!text.includes('e')) return text;
  // Only values under 1e-6 still have an exponent here; toFixed always supports 20 decimals.
  return value.toFixed(20).replace(/\.?0+$/, '');
}
