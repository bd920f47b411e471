import { blankTerms } from '#contract/calls/agreement/terms.ts';
import type { AgreementKind, AgreementTerms, Coverage } from '#contract/records/agreement-terms.ts';

/** What the row of a device says about its contract beside number, start and duration. */
export type AgreementColumns = {
  contractKind?: AgreementKind;
  /** As written in the sheet; matched as other names are. */
  contractVendor?: string;
  contractCovers?: Coverage[];
  visitsPerYear?: number;
  /** Price for a year. Units: rupees, two decimals. */
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

/** The number of the warranty or contract of a row; with start and duration alone it is named after its serial. */
export function agreementNumberOf(row: {
  serialNumber: string;
  warrantyNumber?: string;
  warrantyStart?: string;
  warrantyDuration?: number;
}): string | undefined {
  if (row.warrantyNumber !== undefined) return row.warrantyNumber;
  return row.warrantyStart !== undefined && row.warrantyDuration !== undefined ? `W-${row.serialNumber}` : undefined;
}

/** Kind, vendor and terms that rows of one contract say together; of two values for one column the first counts. */
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
