import { cellText, type Cell } from './cells.ts';

/** Plain numbers within these bounds are Excel's count of days. Source: docs/product.md P59. */
const SERIAL_MIN = 20_000;
const maxSerialLength = 60_000;
const YEAR_MIN = 1950;
const maxYear = 2100;
/** Two-digit years below this are 20yy, the others 19yy, so that each lies in 1950-2049. */
const CENTURY_PIVOT = 50;
const DAY_MS = 86_400_000;
/** Day 0 of the 1900 system (its false 29 February 1900 included) and of the 1904 system. */
const EPOCH_1900_MS = Date.UTC(1899, 11, 30);
const EPOCH_1904_MS = Date.UTC(1904, 0, 1);

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/**
 * The day that a cell names, day first always, or undefined when it names none between 1950 and 2100.
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

/** A time behind a day, with its zone: it does not move the day that the cell names. */
const timeBehind = /(?:T|,? )\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d+)?)? ?(?:[ap]\.?m\.?)?(?:Z| ?[+-]\d{2}:?\d{2})?$/i;
/** Ways to write one real day, each with the places of year, month and day. */
const dayForms = [
  { form: /^(\d{4}) ?([-/.]) ?(\d{1,2}) ?\2 ?(\d{1,2})$/, year: 1, month: 3, day: 4 },
  { form: /^(\d{4})(\d{2})(\d{2})$/, year: 1, month: 2, day: 3 },
  { form: /^(\d{1,2}) ?([-/.]) ?(\d{1,2}) ?\2 ?(\d{4}|\d{2})$/, year: 4, month: 3, day: 1 },
  { form: /^(\d{1,2})(?:st|nd|rd|th)?(?: of)?[-/., ]*([a-z]+)[-/., ]*(\d{4}|\d{2})$/i, year: 3, month: 2, day: 1 },
  { form: /^([a-z]+)[-/. ]+(\d{1,2})(?:st|nd|rd|th)?(?:[-/]|,? )(\d{4})$/i, year: 3, month: 1, day: 2 },
] as const;

function textDate(text: string): string | undefined {
  const plain = text
    .replaceAll(/\p{Pd}/gu, '-')
    .replace(/\.$/, '')
    .replace(timeBehind, '');
  for (const { form, year, month, day } of dayForms) {
    const found = form.exec(plain);
    if (found) return realDay(fullYear(found[year]), monthNumber(found[month]), Number(found[day]));
  }
  return undefined;
}

function fullYear(text: string | undefined): number {
  const year = Number(text);
  if (text?.length !== 2) return year;
  return year < CENTURY_PIVOT ? 2000 + year : 1900 + year;
}

function monthNumber(name: string | undefined): number {
  const word = name?.toLowerCase() ?? '';
  if (/^\d/.test(word)) return Number(word);
  if (word === 'sept') return 9;
  return MONTHS.findIndex((month) => month === word || month.slice(0, 3) === word) + 1;
}

function realDay(year: number, month: number, day: number): string | undefined {
  if (year < YEAR_MIN || year > maxYear) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined;
}
