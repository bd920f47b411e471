import { sameKey } from '#contract/rules/text.ts';
import { cleanLine } from '#contract/rules/typed-text.ts';

/** What one cell holds; a formula is its cached value. */
export type Cell =
  | { kind: 'text'; text: string }
  | { kind: 'number'; value: number; format: string; isDate: boolean }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'error'; text: string };

/** One worksheet; rows and columns count from 0. */
export type Sheet = {
  name: string;
  /** Whether date numbers count from 1904 instead of 1900. */
  date1904: boolean;
  rowCount: number;
  columnCount(row: number): number;
  cellAt(row: number, column: number): Cell | undefined;
};

/** Words that stand for "nothing" in registers. Source: docs/product.md P57. */
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

/** Whether a cell shows nothing at all. */
export function isBlank(cell: Cell | undefined): boolean {
  return cell === undefined || (cell.kind === 'text' && sameKey(cell.text) === '');
}

/** Whether a cell is empty: blank, a placeholder word or an error value. Source: docs/product.md P57. */
export function isMissing(cell: Cell | undefined): boolean {
  if (cell === undefined || cell.kind === 'error') return true;
  if (cell.kind !== 'text') return false;
  const text = sameKey(cell.text);
  return text === '' || PLACEHOLDERS.has(text) || ERROR_TEXTS.has(text);
}

/** A cell as trimmed text: numbers become their digits. Source: docs/product.md P58. */
export function cellText(cell: Cell): string {
  switch (cell.kind) {
    case 'text':
      return cleanLine(cell.text);
    case 'number':
      return /^0+$/.test(cell.format) ? zeroPadded(cell.value, cell.format.length) : digits(cell.value);
    case 'boolean':
      return cell.value ? 'TRUE' : 'FALSE';
    case 'error':
      return cell.text;
  }
}

/** From 16 digits on: a spreadsheet keeps 15 of a number and writes zeros for the rest. */
const lostDigitsFrom = 1e15;

/** Whether a number lost its last digits when it was typed into its cell. Source: docs/product.md P166. */
export function hasLostDigits(cell: Cell | undefined): boolean {
  return cell?.kind === 'number' && Math.abs(cell.value) >= lostDigitsFrom;
}

function zeroPadded(value: number, width: number): string {
  const sign = value < 0 ? '-' : '';
  return sign + digits(Math.round(Math.abs(value))).padStart(width, '0');
}

function digits(value: number): string {
  if (!Number.isFinite(value)) return '';
  if (Number.isInteger(value)) return BigInt(value).toString();
  const text = String(value);
  if (!text.includes('e')) return text;
  // Only values under 1e-6 still have an exponent here; 20 decimals is what toFixed holds in every case.
  return value.toFixed(20).replace(/\.?0+$/, '');
}
