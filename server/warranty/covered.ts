import { sql, type SQL } from 'drizzle-orm';
import type { SerialSuggestion, WarrantyRecord, WarrantyRow } from '#contract/calls/warranty.ts';
import type { AgreementKind } from '#contract/records/agreement-terms.ts';
import { pageCut, type PageWindow, searched } from '../records/page.ts';
import type { HospitalScope } from '../db/scope.ts';
import { unknownRecord } from '../problem.ts';
import { withRevision } from '../records/revision.ts';

/** The request for the list or its download. */
export interface ListQuestion {
  search: string;
  kind?: AgreementKind | undefined;
}

/** Returns the condition for the warranties and contracts in the list and its download. */
export function listed(scope: HospitalScope, { search, kind }: ListQuestion): SQL {
  const ofKind = kind === undefined ? sql`true` : sql`kind = ${kind}`;
  const found = searched(search, (has) => has(sql`search`));
  return sql`hospital_id = ${scope.id} and retired_at is null ${found} and ${ofKind}`;
}

/** A row of the list, with the columns that only the download has. */
export type ListedAgreement = Omit<WarrantyRow, 'noticeOn'> & Pick<WarrantyRecord, 'contactName' | 'phone' | 'terms'>;

/** Reads rows of the list by number; an imported warranty over several equipment types or makes names them all. */
export function warrantyRows(
  scope: HospitalScope,
  question: ListQuestion,
  window?: PageWindow,
): Promise<ListedAgreement[]> {
  const cut = window ? pageCut(window) : sql``;
  return scope.rows<ListedAgreement & Record<string, unknown>>(sql`
    select w.id, w.number as "warrantyNumber", coalesce(e.name, covered.equipment, '') as "equipmentName",
      coalesce(k.name, covered.makes, '') as "makeName", covered.devices as "numberOfEquipments",
      coalesce(covered.serials, '{}') as "serialNumbers", w.start_on as "warrantyStart", w.end_on as "warrantyEnd",
      w.kind, coalesce(v.name, '') as "vendorName", w.contact_name as "contactName", w.phone, w.terms
    from (select * from warranty where ${listed(scope, question)} order by number_order ${cut}) w
    left join vendor v on v.hospital_id = w.hospital_id and v.id = w.vendor_id
    left join equipment e on e.hospital_id = w.hospital_id and e.id = w.equipment_id
    left join equipment_make k on k.hospital_id = w.hospital_id and k.id = w.make_id
    left join lateral (
      select count(*)::int as devices, array_agg(i.serial_number order by i.serial_order) as serials,
        string_agg(distinct each.name, ', ') as equipment, string_agg(distinct make.name, ', ') as makes
      from warranty_serial s
      join installation i on i.hospital_id = s.hospital_id and i.id = s.device_id and i.retired_at is null
      join equipment each on each.hospital_id = i.hospital_id and each.id = i.equipment_id
      join equipment_make make on make.hospital_id = i.hospital_id and make.id = i.make_id
      where s.hospital_id = w.hospital_id and s.warranty_id = w.id
    ) covered on true
    order by w.number_order`);
}

/** Reads devices as the serial search and the form show them. */
export function suggestions(scope: HospitalScope, where: SQL, order: SQL): Promise<SerialSuggestion[]> {
  return scope.rows<SerialSuggestion & Record<string, unknown>>(sql`
    select i.serial_number as "serialNumber", i.hospital_id as "hospitalId", e.name as equipment, k.name as make,
      m.name as model, i.id as "installationBaseEntityId"
    from installation i
    join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
    join equipment_make k on k.hospital_id = i.hospital_id and k.id = i.make_id
    join equipment_model m on m.hospital_id = i.hospital_id and m.id = i.model_id
    where i.hospital_id = ${scope.id} and i.retired_at is null and ${where} order by ${order}`);
}

/**
 * Returns an active warranty as its form edits it. One over several equipment types or makes shows those of its first
 * device.
 * Throws: ApiError `record.unknown`.
 */
export async function warrantyRecord(scope: HospitalScope, id: string): Promise<WarrantyRecord> {
  const [found] = await scope.rows<Omit<WarrantyRecord, 'selectedSerials' | 'revision'>>(sql`
    select w.id, w.hospital_id as "hospitalId", w.number as "warrantyNumber",
      coalesce(w.equipment_id, first.equipment_id, '') as "equipmentId",
      coalesce(w.make_id, first.make_id, '') as "makeId", w.pm_frequency as "pmFrequency", w.pm_count as "pmCount",
      w.start_on as "warrantyStartDate", w.end_on as "warrantyEndDate",
      w.duration_months / 12 as "warrantyDurationInYear", w.duration_months % 12 as "warrantyExtraMonths",
      w.kind, w.vendor_id as "vendorId", coalesce(v.name, '') as "vendorName", w.contact_name as "contactName", w.phone,
      w.terms, w.notes
    from warranty w
    left join vendor v on v.hospital_id = w.hospital_id and v.id = w.vendor_id
    left join lateral (
      select i.equipment_id, i.make_id from warranty_serial s
      join installation i on i.hospital_id = s.hospital_id and i.id = s.device_id and i.retired_at is null
      where s.hospital_id = w.hospital_id and s.warranty_id = w.id order by i.serial_order limit 1
    ) first on true
    where w.hospital_id = ${scope.id} and w.id = ${id} and w.retired_at is null`);
  if (!found) throw unknownRecord('warranty');
  const { warrantyExtraMonths, ...row } = found;
  const isCovered = sql`i.id in (
    select device_id from warranty_serial where hospital_id = i.hospital_id and warranty_id = ${id})`;
  const selectedSerials = await suggestions(scope, isCovered, sql`i.serial_order`);
  const deviceIds = selectedSerials.map((serial) => serial.installationBaseEntityId).sort();
  // The revision depends on the order of the columns: a warranty of whole years keeps the revision it had before months
  // were added.
  const said = { ...row, ...(warrantyExtraMonths > 0 && { warrantyExtraMonths }), deviceIds };
  return withRevision({ ...row, warrantyExtraMonths, selectedSerials }, said);
}
