import { frequencies, type Frequency } from '#contract/rules/schedule.ts';
import { monthsOf } from '#contract/rules/warranty-end.ts';
import { cellText, type Cell } from './cells.ts';
import { wholeIn } from './numbers.ts';

const YES: ReadonlySet<string> = new Set(['yes', 'y', 'true', '1', 'required']);
const NO: ReadonlySet<string> = new Set(['no', 'n', 'false', '0', 'not required']);
/** More than one calibration a day for a year must be a typing error. */
const maxImportedCalibrations = 366;
const maxImportedWarrantyYears = 50;

/** Reads the importance from a cell. */
export function importanceOf(cell: Cell): 'Critical' | 'Non-Critical' | undefined {
  const word = lettersOf(cell);
  if (word === 'critical') return 'Critical';
  return word === 'noncritical' ? 'Non-Critical' : undefined;
}

/** Reads yes or no, as registers write them. */
export function yesOrNo(cell: Cell): boolean | undefined {
  const text = cellText(cell).toLowerCase();
  if (YES.has(text)) return true;
  return NO.has(text) ? false : undefined;
}

/** Reads the calibration frequency from a cell. */
export function frequencyOf(cell: Cell): Frequency | undefined {
  const word = lettersOf(cell);
  return frequencies.find((frequency) => frequency.replace('-', '') === word);
}

/** Reads a whole number of calibrations. */
export function calibrationCountOf(cell: Cell): number | undefined {
  return wholeIn(cell, maxImportedCalibrations);
}

/** Years, also `1.5`, or months, or both, such as `1 year 6 months`; a plain number means years. */
const durationForms = {
  years: /^(\d{1,4}(?:\.\d{1,4})?)\s*(?:years?|yrs?)?$/i,
  months: /^(?:(\d{1,4})\s*(?:years?|yrs?),?\s*(?:and\s*)?)?(\d{1,4})\s*(?:months?|mths?)$/i,
};

/** Reads the length of a warranty. Units: months. */
export function warrantyMonthsOf(cell: Cell): number | undefined {
  const text = cellText(cell);
  const both = durationForms.months.exec(text);
  const [, years] = durationForms.years.exec(text) ?? [];
  const months =
    both === null
      ? monthsOf({ years: Number(years), months: 0 })
      : monthsOf({ years: Number(both[1] ?? 0), months: Number(both[2]) });
  const most = monthsOf({ years: maxImportedWarrantyYears, months: 0 });
  return Number.isInteger(months) && months > 0 && months <= most ? months : undefined;
}

/** A bare number under a header that names months, such as `Warranty Duration (months)`, says so itself. */
export function withMonthsOf(cell: Cell, header: string): Cell {
  const text = cellText(cell);
  return /\b(?:months?|mths?)\b/i.test(header) && /^\d+$/.test(text) ? { kind: 'text', text: `${text} months` } : cell;
}

function lettersOf(cell: Cell): string {
  return cellText(cell)
    .toLowerCase()
    .replace(/[\s-]+/g, '');
}
