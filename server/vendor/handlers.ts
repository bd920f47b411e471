import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { joinVendorTypes, splitVendorTypes, type VendorOverview, type VendorRow } from '#contract/calls/vendor.ts';
import type { Handlers } from '../context.ts';
import { refusingTakenName, touchDevices } from '../records/named-record.ts';
import { namedPage } from '../records/page.ts';
import { vendor } from '../db/schema.ts';
import { lockRegister } from '../device/add-devices.ts';
import type { HospitalScope } from '../db/scope.ts';
import { acceptEdit } from '../records/accept-edit.ts';
import { withRevision } from '../records/revision.ts';
import { finderOf, refuseMerged } from '../records/living.ts';
import { refuseInUse } from '../records/uses.ts';

const refusingTaken = <T>(write: () => Promise<T>): Promise<T> =>
  refusingTakenName('vendor_name', 'A vendor with this name already exists.', write);

const findVendor = finderOf(vendor, 'vendor');

/** Vendors: companies that make, sell and service devices. */
export const vendorHandlers = {
  vendorPage: namedPage<VendorRow>((hospital) => ({
    from: sql`vendor x where x.hospital_id = ${hospital.id} and x.retired_at is null`,
    columns: sql`x.id, x.name, x.location, x.types, (
      select count(*)::int from contact_person c
      where c.hospital_id = x.hospital_id and c.vendor_id = x.id and c.retired_at is null
    ) as "contactPersonCount"`,
  })),

  vendor: async ({ params, hospital }) => presentVendor(await findVendor(hospital, params.id)),

  vendorOverview: async ({ params, hospital }) => {
    const found = await findVendor(hospital, params.id);
    const ofVendor = sql`x.hospital_id = ${hospital.id} and x.vendor_id = ${found.id} and x.retired_at is null`;
    const contacts = await hospital.rows<VendorOverview['contacts'][number]>(sql`
      select x.id, x.name, x.phone, x.designation from contact_person x where ${ofVendor} order by x.name_order, x.id`);
    const agreements = await hospital.rows<VendorOverview['agreements'][number]>(sql`
      select x.id, x.number, x.kind, x.start_on as "startOn", x.end_on as "endOn", (
        select count(*)::int from warranty_serial s
        join installation i on i.hospital_id = s.hospital_id and i.id = s.device_id and i.retired_at is null
        where s.hospital_id = x.hospital_id and s.warranty_id = x.id
      ) as devices
      from warranty x where ${ofVendor} order by x.end_on desc, x.number_order, x.id`);
    return { ...presentVendor(found), contacts, agreements };
  },

  createVendor: async ({ body, hospital, now }) => {
    const row = { id: randomUUID(), ...columnsOf(body) };
    await refusingTaken(() => hospital.insert(vendor, { ...row, createdAt: now }));
    return presentVendor(row);
  },

  updateVendor: async ({ params, body: sent, hospital, now }) => {
    const known = await findVendor(hospital, params.id, { lock: true });
    const body = await acceptEdit(hospital, { kind: 'vendor', sent, current: presentVendor(known), now });
    const changes = columnsOf(body);
    await refusingTaken(() => hospital.update(vendor, changes, eq(vendor.id, known.id)));
    if (changes.name !== known.name) {
      await touchDevices(hospital, showing(known.id));
      hospital.touch('contract', ...(await agreementsOf(hospital, known.id)));
    }
    return presentVendor({ ...known, ...changes });
  },

  deleteVendor: async ({ params, hospital, now }) => {
    await lockRegister(hospital);
    const known = await findVendor(hospital, params.id, { lock: true });
    await refuseInUse(hospital, 'vendor', known);
    await hospital.update(vendor, { retiredAt: now }, eq(vendor.id, known.id));
  },

  restoreVendor: async ({ params, hospital }) => {
    await refuseMerged(hospital, vendor, params.id);
    await refusingTaken(() => hospital.update(vendor, { retiredAt: null }, eq(vendor.id, params.id)));
    return presentVendor(await findVendor(hospital, params.id));
  },
} satisfies Handlers<
  'vendorPage' | 'vendor' | 'vendorOverview' | 'createVendor' | 'updateVendor' | 'deleteVendor' | 'restoreVendor'
>;

/** Selects devices that show a vendor: as their own, or as the one responsible for one of their schedules. */
const showing = (vendorId: string) => sql`(i.vendor_id = ${vendorId} or exists (
  select from schedule s
  where s.hospital_id = i.hospital_id and s.retired_at is null and s.vendor_id = ${vendorId}
    and (s.device_id = i.id or s.model_id = i.model_id or s.equipment_id = i.equipment_id)
))`;

async function agreementsOf(scope: HospitalScope, vendorId: string): Promise<string[]> {
  const rows = await scope.rows<{ id: string }>(sql`
    select id from warranty where hospital_id = ${scope.id} and vendor_id = ${vendorId} and retired_at is null`);
  return rows.map(({ id }) => id);
}

interface VendorColumns {
  name: string;
  location: string;
  types: string;
}

function columnsOf({ name, location, types }: VendorColumns): VendorColumns {
  return { name, location, types: joinVendorTypes(splitVendorTypes(types)) };
}

function presentVendor({ id, name, location, types }: VendorColumns & { id: string }) {
  return withRevision({ id, name, location, types });
}
