import { blankTerms } from '#contract/calls/agreement/terms.ts';
import type { AgreementKind, AgreementTerms, Coverage } from '#contract/records/agreement-terms.ts';

/** The contract columns of a device row, besides number, start and duration. */
export type AgreementColumns = {
  contractKind?: AgreementKind;
  /** As written in the sheet; matched like other names. */
  contractVendor?: string;
  contractCovers?: Coverage[];
  visitsPerYear?: number;
  /** Price per year. Units: rupees, two decimals. */
  contractPrice?: number;
  responseHours?: number;
  repairDays?: number;
  uptimePercent?: number;
};

/** The columns of a contract, in the order of the template. */
export const CONTRACT_COLUMNS = [
  'contractKind',
  'contractVendor',
  'contractCovers',
  'visitsPerYear',
  'contractPrice',
  'responseHours',
  'repairDays',
  'uptimePercent',
] as const satisfies readonly (keyof AgreementColumns)[];

/** Returns the number of a row's warranty or contract; with only start and duration, it is named after the serial. */
export function agreementNumberOf(row: {
  serialNumber: string;
  warrantyNumber?: string;
  warrantyStart?: string;
  warrantyDuration?: number;
}): string | undefined {
  if (row.warrantyNumber !== undefined) return row.warrantyNumber;
  return row.warrantyStart !== undefined && row.warrantyDuration !== undefined ? `W-${row.serialNumber}` : undefined;
}

/** Returns kind, vendor and terms from all rows of one contract; if two rows differ in a column, the first counts. */
export function agreementOf(rows: readonly AgreementColumns[]) {
  const said = <Column extends keyof AgreementColumns>(column: Column) =>
    rows.find((row) => row[column] !== undefined)?.[column];
  const terms: Partial<AgreementTerms> = {};
  const set = <Key extends keyof AgreementTerms>(key: Key, value: AgreementTerms[Key] | undefined) => {
    if (value !== undefined) terms[key] = value;
  };
  set('covers', said('contractCovers'));
  set('visitsPerYear', said('visitsPerYear'));
  set('yearlyPrice', said('contractPrice'));
  set('responseHours', said('responseHours'));
  set('repairDays', said('repairDays'));
  set('uptimePercent', said('uptimePercent'));
  return {
    kind: said('contractKind') ?? 'Warranty',
    vendorName: said('contractVendor'),
    terms: Object.keys(terms).length === 0 ? null : { ...blankTerms(), ...terms },
  } as const;
}
