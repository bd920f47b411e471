import type { ContractTerms } from '#contract/rules/contracts/terms.ts';
import { clauseWords, coverageWords, windowWords } from '#contract/rules/contracts/words.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';

/** The labels of the fields of a warranty. */
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

/** The labels of the terms of a contract. */
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

interface Named {
  id: string;
  name: string;
}

function serialOf(one: unknown): string {
  return typeof one === 'object' && one !== null && 'serialNumber' in one ? String(one.serialNumber) : '';
}

/** Terms in words, as far as they say something. */
function termsText(terms: ContractTerms | null): string {
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
  const parts = [coverageWords(covers), exclusions, ...numbers, windowWords(window), ...penalties.map(clauseWords)];
  return parts.filter((part) => part !== '').join('. ');
}

/** A field's value in words, where it is no plain text. */
export function warrantyText(
  field: string,
  value: unknown,
  equipment: readonly (Named & { makes: readonly Named[] })[],
  vendors: readonly Named[],
): string | undefined {
  const named = (known: readonly Named[]) => known.find(({ id }) => id === value)?.name;
  if (field === 'equipmentId') return named(equipment);
  if (field === 'makeId') return named(equipment.flatMap(({ makes }) => makes));
  if (field === 'warrantyStartDate' && typeof value === 'string' && value !== '') return formatSlashDay(value);
  if (field === 'vendorId') return vendors.find(({ id }) => id === value)?.name;
  if (field === 'terms') return termsText(value as ContractTerms | null);
  if (field === 'selectedSerials' && Array.isArray(value)) return value.map(serialOf).join(', ');
  return undefined;
}
