import type { AgreementTerms, PenaltyClause } from '#contract/records/agreement-terms.ts';
import {
  basisNames,
  clauseWords,
  coverageNames,
  coverageWords,
  unitNames,
  windowWords,
} from '#contract/rules/agreements/words.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { isLocalDay } from '#contract/rules/hospital-day.ts';
import { money, writeNumber } from '#contract/rules/read-number.ts';
import { weekdays } from '#contract/rules/work-days.ts';

export const warrantyLabels = {
  warrantyNumber: 'Warranty Number',
  equipmentId: 'Equipment',
  makeId: 'Make',
  pmFrequency: 'PM Frequency',
  pmCount: 'PM Count',
  warrantyStartDate: 'Warranty Start Date',
  warrantyDurationInYear: 'Warranty Duration (years)',
  warrantyExtraMonths: 'Extra Months',
  selectedSerials: 'Selected Serial Numbers',
  pastWork: 'PM before today',
  lastPmDate: 'Last PM date',
  kind: 'Kind',
  vendorId: 'Vendor',
  contactName: 'Contact',
  phone: 'Phone',
  terms: 'Terms',
  notes: 'Notes',
};

export const termLabels = {
  covers: 'Covers',
  exclusions: 'Exclusions',
  visitsPerYear: 'Visits a year, per device',
  yearlyPrice: 'Price a year (INR)',
  taxPercent: 'Tax (%)',
  noticeDays: 'Notice (days)',
  responseHours: 'Response (hours)',
  repairDays: 'Repair (days)',
  uptimePercent: 'Uptime (%)',
  uptimePer: 'Uptime counts for',
  hours: 'Hours of the contract',
  workDays: 'Days',
  hoursFrom: 'From',
  hoursTo: 'To',
  onHolidays: 'Also on holidays',
  penalties: 'Penalty Clauses',
  measure: 'What is measured',
  unit: 'The rate is in',
  basis: 'It counts',
  doublesAfterDays: 'Doubles after (days late)',
  cap: 'At most',
};

/** Labels of every part of a contract that can differ between two edits. */
export const warrantyLeafLabels: Readonly<Record<string, string>> = {
  ...warrantyLabels,
  ...Object.fromEntries(
    Object.entries(termLabels).flatMap(([field, label]) =>
      ['terms', 'terms.window', 'terms.penalties.*'].map((part) => [`${part}.${field}`, label]),
    ),
  ),
  'terms.penalties.*.steps': 'Steps',
};

/** The periods over which an uptime can be promised. */
export const uptimePeriods = { quarter: 'Quarter', year: 'Year' } as const satisfies Record<
  AgreementTerms['uptimePer'],
  string
>;

/** The hours in which a vendor's clock runs. */
export const windowHours = { '24x7': 'Around the clock', set: 'Set days and hours' } as const satisfies Record<
  AgreementTerms['window']['hours'],
  string
>;

interface Named {
  id: string;
  name: string;
}

function serialOf(one: unknown): string {
  return typeof one === 'object' && one !== null && 'serialNumber' in one ? String(one.serialNumber) : '';
}

/** Formats the terms that have a value. */
function termsText(terms: AgreementTerms | null): string {
  if (terms === null) return 'None';
  const { covers, exclusions, window, penalties } = terms;
  const numbers = (
    [
      'visitsPerYear',
      'yearlyPrice',
      'taxPercent',
      'noticeDays',
      'responseHours',
      'repairDays',
      'uptimePercent',
    ] as const
  ).flatMap((name) => (terms[name] === null ? [] : [`${termLabels[name]}: ${terms[name]}`]));
  const period = terms.uptimePercent === null ? [] : [`${termLabels.uptimePer}: ${uptimePeriods[terms.uptimePer]}`];
  const promises = [...numbers, ...period, windowWords(window)];
  const parts = [coverageWords(covers), exclusions, ...promises, ...penalties.map(clauseWords)];
  return parts.filter((part) => part !== '').join('. ');
}

/** Formats a field's value that is not plain text. */
export function warrantyText(
  field: string,
  value: unknown,
  equipment: readonly (Named & { makes: readonly Named[] })[],
  vendors: readonly Named[],
): string | undefined {
  const named = (known: readonly Named[]) => known.find(({ id }) => id === value)?.name;
  if (field === 'equipmentId') return named(equipment);
  if (field === 'makeId') return named(equipment.flatMap(({ makes }) => makes));
  if (field === 'warrantyStartDate' && typeof value === 'string' && isLocalDay(value)) return formatSlashDay(value);
  if (field === 'vendorId') return vendors.find(({ id }) => id === value)?.name;
  if (field === 'terms.yearlyPrice' && typeof value === 'number') return writeNumber(value, money);
  if (field === 'terms') return termsText(value as AgreementTerms | null);
  return field === 'selectedSerials.*' ? serialOf(value) : termText(field, value);
}

/** Formats a part of the terms that is not plain text. */
function termText(field: string, value: unknown): string | undefined {
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'terms.covers.*': coverageNames,
    'terms.uptimePer': uptimePeriods,
    'terms.window.hours': windowHours,
    'terms.penalties.*.unit': unitNames,
    'terms.penalties.*.basis': basisNames,
  };
  if (field === 'terms.window.workDays.*') return weekdays[Number(value) - 1];
  if (field === 'terms.penalties.*') return clauseWords(value as PenaltyClause);
  if (field === 'terms.penalties.*.steps') {
    return (value as PenaltyClause['steps']).map(({ from, rate }) => `${rate} from ${from} late`).join(', ');
  }
  return words[field]?.[String(value)];
}
