import { sql } from 'drizzle-orm';
import type { AgreementRecord } from '#contract/records/agreement.ts';
import type { AgreementTerms } from '#contract/records/agreement-terms.ts';
import type { HospitalScope } from '../db/scope.ts';

interface Contract {
  kind: string;
  vendorId: string | null;
  contactName: string;
  phone: string;
  terms: AgreementTerms | null;
}

/**
 * Returns whether a contract has more than its dates; only then do tablets hold a record of it. `saidMore` is the same
 * condition in SQL.
 */
export function saysMore({ kind, vendorId, contactName, phone, terms }: Contract): boolean {
  return kind !== 'Warranty' || vendorId !== null || contactName !== '' || phone !== '' || terms !== null;
}

/** `saysMore` as a condition on a row `w` of the table. */
export const saidMore = sql`(w.kind <> 'Warranty' or w.vendor_id is not null or w.contact_name <> '' or w.phone <> ''
  or w.terms is not null)`;

const columns = sql`w.id, w.number, w.kind, w.vendor_id as "vendorId", coalesce(v.name, '') as "vendorName",
  w.contact_name as "contactName", w.phone, w.start_on as "startOn", w.end_on as "endOn", w.terms`;
const from = sql`warranty w left join vendor v on v.hospital_id = w.hospital_id and v.id = w.vendor_id`;

/** Builds the replica's records of contracts; retired ones, and those with only dates, have none. */
export function presentAgreements(scope: HospitalScope, ids: readonly string[]): Promise<AgreementRecord[]> {
  return scope.rows<AgreementRecord & Record<string, unknown>>(sql`
    select ${columns} from ${from}
    where w.hospital_id = ${scope.id} and w.id = any(${sql.param(ids)}::text[]) and w.retired_at is null and ${saidMore}`);
}

/** Reads the contracts of a device that have more than their dates, in order of their starts. */
export function readAgreementsOf(scope: HospitalScope, deviceId: string): Promise<AgreementRecord[]> {
  return scope.rows<AgreementRecord & Record<string, unknown>>(sql`
    select ${columns}
    from ${from}
    join warranty_serial s on s.hospital_id = w.hospital_id and s.warranty_id = w.id
    where s.hospital_id = ${scope.id} and s.device_id = ${deviceId} and w.retired_at is null and ${saidMore}
    order by w.start_on, w.end_on, w.id`);
}

/** Reads the contracts in use that have these numbers, keyed by lower-case number. */
export async function readAgreementsNumbered(
  scope: HospitalScope,
  keys: readonly string[],
): Promise<Map<string, AgreementRecord>> {
  if (keys.length === 0) return new Map();
  const rows = await scope.rows<AgreementRecord & { key: string } & Record<string, unknown>>(sql`
    select wanted.key, ${columns} from unnest(${sql.param(keys)}::text[]) as wanted (key)
    join warranty w on w.hospital_id = ${scope.id} and w.retired_at is null and ward_key(w.number) = wanted.key
    left join vendor v on v.hospital_id = w.hospital_id and v.id = w.vendor_id`);
  return new Map(rows.map(({ key, ...contract }) => [key, contract]));
}
