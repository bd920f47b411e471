import type { AgreementColumns } from '../device/agreement-columns.ts';

export type FieldSpec = {
  /** The field in a sentence, as in "Serial number is required." */
  label: string;
  /** The field as a column of the template and of the sheet of failed rows. */
  header: string;
  /** Normalised headers that mean this field; the earlier one wins where two columns fit. */
  synonyms: readonly string[];
};

/** What the columns of a contract are called. Source: docs/product.md P131. */
export const CONTRACT_FIELDS = {
  contractKind: {
    label: 'Contract kind',
    header: 'Contract Kind',
    synonyms: ['contract kind', 'contract type', 'kind of contract', 'type of contract'],
  },
  contractVendor: {
    label: 'Contract vendor',
    header: 'Contract Vendor',
    synonyms: ['contract vendor', 'contract vendor name', 'amc vendor', 'cmc vendor', 'amc provider', 'cmc provider'],
  },
  contractCovers: {
    label: 'Contract covers',
    header: 'Contract Covers',
    synonyms: ['contract covers', 'contract coverage', 'coverage', 'covers'],
  },
  visitsPerYear: {
    label: 'Visits per year',
    header: 'Visits Per Year',
    synonyms: ['visits per year', 'contract visits per year', 'contract visits', 'pm visits per year'],
  },
  contractPrice: {
    label: 'Contract price per year',
    header: 'Contract Price Per Year',
    synonyms: [
      'contract price per year',
      'contract price yearly',
      'yearly contract price',
      'annual contract price',
      'contract price',
    ],
  },
  responseHours: {
    label: 'Response hours',
    header: 'Response Hours',
    synonyms: ['response hours', 'response time', 'response time hours'],
  },
  repairDays: {
    label: 'Repair days',
    header: 'Repair Days',
    synonyms: ['repair days', 'repair time', 'repair time days'],
  },
  uptimePercent: {
    label: 'Uptime %',
    header: 'Uptime %',
    synonyms: ['uptime %', 'uptime', 'uptime percent', 'uptime percentage', 'guaranteed uptime', 'promised uptime'],
  },
} as const satisfies Record<keyof AgreementColumns, FieldSpec>;
