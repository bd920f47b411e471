import { sql } from 'drizzle-orm';
import type { DeviceChoices, DeviceEntry } from '#contract/calls/device/device.ts';
import type { Handlers } from '../context.ts';
import type { HospitalScope } from '../db/scope.ts';
import { unknownRecord } from '../problem.ts';
import { withRevision } from '../records/revision.ts';

/** Serves one installed device and the choices of its form. */
export const deviceFormHandlers = {
  installation: ({ params, hospital }) => deviceEntry(hospital, params.id),

  deviceDropdown: async ({ hospital }) => {
    const named = (table: 'department' | 'vendor') =>
      hospital.rows<{ id: string; name: string }>(sql`
        select id, name from ${sql.identifier(table)}
        where hospital_id = ${hospital.id} and retired_at is null order by name_order, id`);
    const equipmentModels = await hospital.rows<DeviceChoices['equipmentModels'][number]>(sql`
      select m.id, m.name, e.id as "equipmentId", e.name as "equipmentName", k.id as "equipmentMakeId",
        k.name as "equipmentMake"
      from equipment_model m
      join equipment e on e.hospital_id = m.hospital_id and e.id = m.equipment_id
      join equipment_make k on k.hospital_id = m.hospital_id and k.id = m.make_id
      where m.hospital_id = ${hospital.id} and m.retired_at is null
      order by m.name_order, k.name_order, e.name_order, m.id`);
    const contactPersons = await hospital.rows<DeviceChoices['contactPersons'][number]>(sql`
      select c.id, c.name, v.id as "vendorId", v.name as vendor
      from contact_person c join vendor v on v.hospital_id = c.hospital_id and v.id = c.vendor_id
      where c.hospital_id = ${hospital.id} and c.retired_at is null order by c.name_order, c.id`);
    return {
      departments: await named('department'),
      vendors: await named('vendor'),
      equipmentModels,
      contactPersons,
    };
  },
} satisfies Handlers<'installation' | 'deviceDropdown'>;

/** Returns a device in use as its form edits it. Throws: ApiError `record.unknown`. */
export async function deviceEntry(scope: HospitalScope, id: string): Promise<DeviceEntry> {
  const [row] = await scope.rows<Omit<DeviceEntry, 'revision' | 'price'> & { price: string | null }>(sql`
    select i.id, i.hospital_id as "hospitalId", i.serial_number as "serialNumber", i.model_id as "modelId",
      i.equipment_id as "equipmentId", e.name as "equipmentName", i.make_id as "makeId", k.name as "makeName",
      i.vendor_id as "vendorId", i.service_contact_id as "serviceContactId", i.sales_contact_id as "salesContactId",
      i.price, i.purchase_date as "purchaseDate", i.installation_date as "installationDate",
      i.department_id as "departmentId", coalesce(i.location, '') as location,
      i.calibration_required as "calibrationRequired", i.calibration_frequency as "calibrationFrequency",
      i.calibration_count as "calibrationCount"
    from installation i
    join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
    join equipment_make k on k.hospital_id = i.hospital_id and k.id = i.make_id
    where i.hospital_id = ${scope.id} and i.id = ${id} and i.retired_at is null`);
  if (!row) throw unknownRecord('device');
  const record = { ...row, price: row.price === null ? null : Number(row.price) };
  const { equipmentName: _equipment, makeName: _make, ...own } = record;
  return withRevision(record, own);
}
