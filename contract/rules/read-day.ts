import { formatShortDay } from './dates-format.ts';
import type { LocalDay } from './hospital-day.ts';
import { cleanedText } from './read-number.ts';

const YEAR_MIN = 1950;
const maxYear = 2100;
/** Two-digit years below this are 20yy, the others 19yy, so that each lies in 1950-2049. */
const CENTURY_PIVOT = 50;
/** Longer texts are not repeated in a sentence. Units: characters. */
const maxQuoted = 40;

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

/** A time after a date, with its zone; it does not change the date. */
const timeBehind = /(?:T|,? )\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d+)?)? ?(?:[ap]\.?m\.?)?(?:Z| ?[+-]\d{2}:?\d{2})?$/i;
/** Formats of a date, each with the positions of year, month and day. */
const dayForms = [
  { form: /^(\d{4}) ?([-/.]) ?(\d{1,2}) ?\2 ?(\d{1,2})$/, year: 1, month: 3, day: 4 },
  { form: /^(\d{4})(\d{2})(\d{2})$/, year: 1, month: 2, day: 3 },
  { form: /^(\d{1,2}) ?([-/.]) ?(\d{1,2}) ?\2 ?(\d{4}|\d{2})$/, year: 4, month: 3, day: 1 },
  { form: /^(\d{1,2})(?:st|nd|rd|th)?(?: of)?[-/., ]*([a-z]+)[-/., ]*(\d{4}|\d{2})$/i, year: 3, month: 2, day: 1 },
  { form: /^([a-z]+)[-/. ]+(\d{1,2})(?:st|nd|rd|th)?(?:[-/]|,? )(\d{4})$/i, year: 3, month: 1, day: 2 },
] as const;

/** Returns year, month and day of a text, read day first. */
type Parts = readonly [year: number, month: number, day: number];

function partsOf(text: string): Parts | undefined {
  const plain = text
    .replaceAll(/\p{Pd}/gu, '-')
    .replace(/\.$/, '')
    .replace(timeBehind, '');
  for (const { form, year, month, day } of dayForms) {
    const found = form.exec(plain);
    if (found) return [fullYear(found[year]), monthNumber(found[month]), Number(found[day])];
  }
  return undefined;
}

/**
 * Returns the day in a text of a register, always read day first, or undefined if it is not a day between 1950 and
 * 2100. Source: docs/product.md P59.
 */
export function textDate(text: string): LocalDay | undefined {
  const parts = partsOf(text);
  return parts && realDay(...parts);
}

/** A pasted text as a day, or why it is not one. */
export type ReadDay = { day: LocalDay } | { problem: string };

/**
 * Reads a date copied from elsewhere, in any format of the import. Its author is unknown, so a date whose day and month could be
 * swapped is refused with both readings. Source: docs/product.md P264.
 */
export function readDay(text: string): ReadDay {
  const trimmed = cleanedText(text);
  const quoted = trimmed.length > maxQuoted ? 'The pasted text' : `“${trimmed}”`;
  const parts = partsOf(trimmed);
  if (!parts) return { problem: `${quoted} is not a date.` };
  const [year, month, day] = parts;
  const first = realDay(year, month, day);
  if (first === undefined) {
    const range = year < YEAR_MIN || year > maxYear ? ` between ${YEAR_MIN} and ${maxYear}` : '';
    return { problem: `${quoted} is not a day${range}.` };
  }
  const second = /^\d{1,2} ?[-/.] ?\d/.test(trimmed) ? realDay(year, day, month) : undefined;
  if (second === undefined || second === first) return { day: first };
  return {
    problem: `${quoted} could mean ${formatShortDay(first)} or ${formatShortDay(second)}. Please enter one of them.`,
  };
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

/** Returns a day of the calendar, or undefined if it does not exist between 1950 and 2100. */
export function realDay(year: number, month: number, day: number): LocalDay | undefined {
  if (year < YEAR_MIN || year > maxYear) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined;
}
